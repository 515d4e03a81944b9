internal import LocalPushIntake
internal import LocalPushModel

extension String {
  /// The state of an occurrence in the user's language.
  var localizedState: String {
    switch OccurrenceState(rawValue: self) {
    case .pending: localized("waiting")
    case .held: localized("held")
    case .due: localized("due")
    case .shown: localized("shown")
    case .answered: localized("answered")
    case .dismissed: localized("dismissed")
    case .expired: localized("expired")
    case .missed: localized("missed")
    case .skipped: localized("skipped")
    case .cancelled: localized("cancelled")
    case nil: self
    }
  }

  /// The reason of a state, which the daemon keeps in English, in the user's language as far as it is known.
  var localizedReason: String {
    for pattern in reasons {
      if let phrase = pattern.matching(self) { return localized(phrase) }
    }
    return self
  }
}

/// What the scheduler gives as reasons; the ones that others begin like come last.
private let reasons: [Phrase] = [
  Phrase("on time"), Phrase("late by %s"), Phrase("in a summary"), Phrase("its time came"),
  Phrase("handed to the server"), Phrase("handed to the server in a summary"),
  Phrase("handed to the server when nothing could be written"),
  Phrase("the server refused it %s times: %s"), Phrase("the server refused it: %s"),
  Phrase("the server went away before it answered"), Phrase("the daemon ended before the server answered"),
  Phrase("the server closed it after its time on screen"), Phrase("the server closed it without a reason"),
  Phrase("the user dismissed it"), Phrase("a program closed it"), Phrase("a newer message took its place"),
  Phrase("it was worth showing until now"), Phrase("it was worth showing only for %s"),
  Phrase("answered with %s: done"), Phrase("answered with %s"), Phrase("dismissed with %s"),
  Phrase("the user is done with it"), Phrase("snoozed for %s"), Phrase("the snooze is over"),
  Phrase("skipped by the user"), Phrase("cancelled"), Phrase("asked for anew"),
  Phrase("changed to a time that had passed"), Phrase("its message has other times now"),
  Phrase("its source does not name it any more"), Phrase("the next one of its series came"),
  Phrase("a newer one was due as well"), Phrase("a newer one is shown instead"),
  Phrase("could not be shown within its limit of %s"), Phrase("could not be shown at its time and is not shown late"),
  Phrase("this one and all others before %s: too many were missed to list"),
  Phrase("this one and all others until now: the change to %s skipped too many to list"),
  Phrase("the change to %s skipped its time"),
]
