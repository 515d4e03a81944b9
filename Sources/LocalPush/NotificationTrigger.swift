public import FoundationEssentials
internal import LocalPushModel
internal import LocalPushTime

/// When a notification is shown.
///
/// One of ``TimeIntervalTrigger``, ``CalendarTrigger``, ``RecurrenceTrigger`` and ``InstantTrigger``; requests with
/// triggers of other types are refused.
public protocol NotificationTrigger: Hashable, Sendable {
  /// Whether the notification is shown more than once.
  var repeats: Bool { get }

  /// The next moment at which it is shown, if it is added now; nil if that never happens.
  func nextTriggerDate() -> Date?
}

/// A trigger as the daemon takes it.
protocol WireTrigger: NotificationTrigger {
  /// The keys of a message that say when: `at`, `in`, `rule`, `zone` and so on, as in `messages.conf`.
  func wireKeys(at now: Instant, in zone: Zone) throws(NotificationError) -> [(MessageDraft.Key, String)]
}

extension WireTrigger {
  /// The next moment at which it is shown, if it is added now; nil if that never happens.
  public func nextTriggerDate() -> Date? {
    nextTriggerDate(at: .now, in: .system())
  }

  func nextTriggerDate(at now: Instant, in zone: Zone) -> Date? {
    var draft = MessageDraft()
    do {
      for (key, text) in try wireKeys(at: now, in: zone) { try draft.set(key.rawValue, to: text) }
      return try draft.trigger(at: now, in: zone).next(after: now, in: zone).map { Date($0.instant) }
    } catch {
      return nil
    }
  }
}

extension Instant {
  static var now: Instant { Instant(microseconds: Int64(Date().timeIntervalSince1970 * 1_000_000)) }

  /// The moment of a date that has a text form, years 1 to 9999.
  init?(_ date: Date) {
    let microseconds = (date.timeIntervalSince1970 * 1_000_000).rounded()
    guard let exact = Int64(exactly: microseconds) else { return nil }
    self.init(microseconds: exact)
    guard self >= .distantPast, self <= .distantFuture else { return nil }
  }

  /// The first whole second that is not earlier.
  var roundedUp: Instant {
    let floor = Instant(seconds: seconds)
    return floor == self ? self : Instant(seconds: seconds + 1)
  }
}

extension Date {
  init(_ instant: Instant) {
    self.init(timeIntervalSince1970: Double(instant.microseconds) / 1_000_000)
  }
}

extension NotificationError {
  init(_ error: TimeError) {
    self.init(error.code == .neverFires ? .expired : .invalidArgument, "\(error)")
  }
}
