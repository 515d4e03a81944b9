internal import LocalPushModel
internal import LocalPushStore
internal import LocalPushTime

extension Scheduler {
  /// How many missed occurrences of one message are recorded one by one after a long absence.
  private static let recordedOneByOne = 50
  private static let messagesAtOnce = 500

  /// Brings the schedule up to `now`: takes what is due, wakes what was snoozed, and shows what may be shown.
  mutating func settle(at now: Instant, into effects: inout [Effect], releasing: Bool) throws(StoreError) {
    var mustRelease = releasing || releaseMoment.map { $0 <= now } ?? false
    while case let due = try store.dueMessages(at: now, atMost: Self.messagesAtOnce), !due.isEmpty {
      for stored in due where try take(stored, at: now, into: &effects) == .held { mustRelease = true }
    }
    try expireShown(at: now, into: &effects)
    for snoozed in try store.wakingOccurrences(at: now) {
      if try !presentOnTime(snoozed, at: now, into: &effects) {
        try store.setState(snoozed.occurrence.number, to: .held, reason: "the snooze is over", at: now)
        mustRelease = true
      }
    }
    if mustRelease { try release(at: now, into: &effects) }
  }

  private enum Taken { case presented, held }

  /// Decides every slot of a message that is due, and plans its next one.
  private mutating func take(
    _ stored: StoredMessage, at now: Instant, into effects: inout [Effect]
  ) throws(StoreError) -> Taken {
    guard let first = stored.next else { return .presented }
    let trigger = stored.message.trigger
    var newest = first
    if trigger.repeats, let last = trigger.previous(before: now + .tick, in: zone), last.instant > first.instant {
      newest = last
      try settleOlder(from: first, to: newest, of: stored, at: now, into: &effects)
    }
    let next = trigger.repeats ? trigger.next(after: max(now, newest.instant), in: zone) : nil
    try store.advance(
      stored.number, past: newest.slot, to: next, ended: trigger.repeats ? "the series is over" : "its time came")

    let number = try store.insertOccurrence(of: stored, newest, state: .held, reason: "its time came", at: now)
    guard let number, let occurrence = try store.occurrence(number) else { return .presented }
    guard now - newest.instant <= Self.grace else { return .held }
    return try presentOnTime(occurrence, at: now, into: &effects) ? .presented : .held
  }

  /// Decides the occurrences from `first` up to but not including `newest`, which became due at once.
  private mutating func settleOlder(
    from first: PlannedOccurrence, to newest: PlannedOccurrence, of stored: StoredMessage, at now: Instant,
    into effects: inout [Effect]
  ) throws(StoreError) {
    let keepsEach = stored.message.missed.choice == .all || stored.message.missed.choice == .show
    var planned = first
    for recorded in 1...Self.recordedOneByOne {
      guard planned.instant < newest.instant else { return }
      let isLastRecord = recorded == Self.recordedOneByOne
      let reason =
        isLastRecord
        ? "this one and all others before \(newest.slot): too many were missed to list"
        : keepsEach ? "its time came" : "a newer one was due as well"
      try record(stored, planned, isHeld: keepsEach && !isLastRecord, reason: reason, at: now, into: &effects)
      guard let next = stored.message.trigger.next(after: planned.instant, in: zone) else { return }
      planned = next
    }
  }

  private func record(
    _ stored: StoredMessage, _ planned: PlannedOccurrence, isHeld: Bool, reason: String, at now: Instant,
    into effects: inout [Effect]
  ) throws(StoreError) {
    let state = isHeld ? OccurrenceState.held : .missed
    let number = try store.insertOccurrence(of: stored, planned, state: state, reason: reason, at: now)
    if !isHeld, let number { try announceMissed(number, into: &effects) }
  }

  func announceMissed(_ number: Int64, into effects: inout [Effect]) throws(StoreError) {
    guard let missed = try store.occurrence(number) else { return }
    effects.append(.announce(.missed(missed.occurrence)))
  }

  /// Shows an occurrence at its time; false when it cannot be shown now.
  private mutating func presentOnTime(
    _ stored: StoredOccurrence, at now: Instant, into effects: inout [Effect]
  ) throws(StoreError) -> Bool {
    guard server != nil, isOn(stored.occurrence.key.app) else { return false }
    try present([stored], wasDue: nil, at: now, into: &effects)
    return true
  }

  /// Hands occurrences to the server as one notification.
  private mutating func present(
    _ stored: [StoredOccurrence], wasDue: Instant?, at now: Instant, into effects: inout [Effect]
  ) throws(StoreError) {
    for one in stored {
      let reason = stored.count > 1 ? "handed to the server in a summary" : "handed to the server"
      try store.setState(one.occurrence.number, to: .due, reason: reason, at: now)
    }
    let replaced = stored.count == 1 ? try replacedNotification(by: stored[0]) : 0
    effects.append(.present(Presentation(occurrences: stored, wasDue: wasDue, replaces: replaced)))
  }

  /// The id of what is still on screen of the same message, whose place the new occurrence takes; 0 for none.
  private func replacedNotification(by stored: StoredOccurrence) throws(StoreError) -> UInt32 {
    let onScreen = try store.liveOccurrences(message: stored.message).last {
      $0.occurrence.state == .shown && $0.server == server && $0.serverID ?? 0 != 0
    }
    return onScreen?.serverID ?? 0
  }

  // MARK: - What could not be shown at its time

  /// Shows what is held and may be shown now, as each message's missed policy says.
  private mutating func release(at now: Instant, into effects: inout [Effect]) throws(StoreError) {
    releaseMoment = nil
    let held = try store.heldOccurrences().filter { isOn($0.occurrence.key.app) }
    guard server != nil else {
      if !held.isEmpty { effects.append(.wantServer) }
      return
    }
    let newestOfMessage = Dictionary(held.map { ($0.message, $0.occurrence.number) }) { _, newer in newer }
    var late: [StoredOccurrence] = []
    for stored in held {
      if now - stored.occurrence.due <= Self.grace {
        try present([stored], wasDue: nil, at: now, into: &effects)
      } else if let reason = try reasonToMiss(
        stored, isNewest: newestOfMessage[stored.message] == stored.occurrence.number, at: now)
      {
        try store.setState(stored.occurrence.number, to: .missed, reason: reason, at: now)
        try announceMissed(stored.occurrence.number, into: &effects)
      } else {
        late.append(stored)
      }
    }
    try presentLate(late, at: now, into: &effects)
  }

  private mutating func presentLate(
    _ late: [StoredOccurrence], at now: Instant, into effects: inout [Effect]
  ) throws(StoreError) {
    guard !late.isEmpty else { return }
    if let end = settings.quietCatchUp?.end(at: now, in: zone) {
      releaseMoment = min(end, releaseMoment ?? end)
    } else if late.count > settings.summaryAbove {
      try present(late, wasDue: late.first?.occurrence.due, at: now, into: &effects)
    } else {
      for stored in late { try present([stored], wasDue: stored.occurrence.due, at: now, into: &effects) }
    }
  }

  /// Why a late occurrence is not shown any more; nil when it is.
  private func reasonToMiss(
    _ stored: StoredOccurrence, isNewest: Bool, at now: Instant
  ) throws(StoreError) -> String? {
    guard let message = try store.message(number: stored.message)?.message else { return nil }
    if let limit = message.missed.limit ?? settings.missedLimit, now - stored.occurrence.due > limit {
      return "could not be shown within its limit of \(limit)"
    }
    if let expiry = stored.expiry, expiry <= now { return "it was worth showing only until \(expiry)" }
    switch message.missed.choice {
    case .skip: return "could not be shown at its time and is not shown late"
    case .latest where !isNewest: return "a newer one is shown instead"
    case .latest, .show, .all: return nil
    }
  }
}

extension Duration {
  /// The smallest step of time.
  static let tick = Duration(microseconds: 1)
}
