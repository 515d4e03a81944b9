public import FoundationEssentials
internal import LocalPushModel
internal import LocalPushTime

/// Shows a notification as a rule of RFC 5545 says, the rules of calendars and mail programs.
///
///     try RecurrenceTrigger(rule: "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;BYHOUR=9;BYMINUTE=0")
///     try RecurrenceTrigger(rule: "FREQ=MONTHLY;BYDAY=-1FR;BYHOUR=17;BYMINUTE=0", timeZone: "Asia/Shanghai")
public struct RecurrenceTrigger: WireTrigger {
  /// The rule, as RRULE of RFC 5545, section 3.3.10; also SKIP of RFC 7529.
  public let rule: String
  /// Where the rule begins, year to second: what the rule leaves open is taken from here, and intervals count from it.
  public let start: DateComponents
  /// IANA name of the time zone whose clock counts; nil for the user's, wherever that is.
  public let timeZone: String?
  /// Dates and times that are left out, year to second.
  public var exceptions: [DateComponents] = []
  /// Dates and times that come in addition, year to second.
  public var additions: [DateComponents] = []
  /// True, even if the rule matches once only.
  public var repeats: Bool { true }

  /// Makes a trigger for a rule that begins at `start`, year to second; nil begins it by the clock on the wall now.
  ///
  /// - Throws: an error of code ``NotificationError/Code/invalidArgument`` that names the part of the rule at fault, the
  ///   zone that is unknown, or the date that does not exist.
  public init(rule: String, start: DateComponents? = nil, timeZone: String? = nil) throws(NotificationError) {
    do {
      self.rule = try RecurrenceRule(parsing: rule).description
      let zone = try timeZone.map { name throws(TimeError) in try Zone(identifier: name) }
      self.start = start ?? (zone ?? .system()).civil(at: .now).components
    } catch {
      throw NotificationError(error)
    }
    self.timeZone = timeZone
    _ = try CivilDateTime(self.start)
  }

  func wireKeys(at now: Instant, in zone: Zone) throws(NotificationError) -> [(MessageDraft.Key, String)] {
    var keys: [(MessageDraft.Key, String)] = [(.at, try CivilDateTime(start).description), (.rule, rule)]
    if let timeZone { keys.append((.zone, timeZone)) }
    for (key, dates) in [(MessageDraft.Key.exdate, exceptions), (.rdate, additions)] where !dates.isEmpty {
      var texts: [String] = []
      for date in dates { texts.append(try CivilDateTime(date).description) }
      keys.append((key, texts.joined(separator: ";")))
    }
    return keys
  }
}
