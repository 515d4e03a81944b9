public import FoundationEssentials
internal import LocalPushModel
internal import LocalPushTime

/// Shows a notification after a time has elapsed, and again and again after the same time if it repeats.
public struct TimeIntervalTrigger: WireTrigger {
  /// Seconds from when the request is added; at least 60, and whole ones, if it repeats.
  public let timeInterval: TimeInterval
  /// Whether it goes on.
  public let repeats: Bool
  /// When a request that is pending already is shown next.
  private let due: Date?

  /// Makes a trigger; the seconds begin to count when the request is added.
  public init(timeInterval: TimeInterval, repeats: Bool) {
    self.init(timeInterval: timeInterval, repeats: repeats, due: nil)
  }

  init(timeInterval: TimeInterval, repeats: Bool, due: Date?) {
    self.timeInterval = timeInterval
    self.repeats = repeats
    self.due = due
  }

  /// The moment after that time; of a pending request, the moment at which it is shown next.
  public func nextTriggerDate() -> Date? {
    due ?? nextTriggerDate(at: .now, in: .system())
  }

  func wireKeys(at now: Instant, in zone: Zone) throws(NotificationError) -> [(MessageDraft.Key, String)] {
    guard timeInterval > 0, timeInterval <= Self.longest else {
      throw NotificationError(
        .invalidArgument, "the time interval of \(timeInterval) s must be more than 0 s and at most 30 years")
    }
    guard repeats else {
      return [(.in, LocalPushTime.Duration.milliseconds(Int64((timeInterval * 1000).rounded(.up))).description)]
    }
    guard timeInterval >= 60, let seconds = Int64(exactly: timeInterval) else {
      throw NotificationError(
        .invalidArgument, "a repeating time interval of \(timeInterval) s must be whole seconds, 60 at least")
    }
    let first = (now + .seconds(seconds)).roundedUp
    return [(.at, first.description), (.zone, "UTC"), (.rule, "\(Self.rulePrefix)\(seconds)")]
  }

  private static let longest: TimeInterval = 30 * 366 * 86_400
  private static let rulePrefix = "FREQ=SECONDLY;INTERVAL="

  /// Reads a pending one back.
  init?(rule: String, zone: String?, due: Date?) {
    guard zone == "UTC", rule.hasPrefix(Self.rulePrefix), let seconds = Int(rule.dropFirst(Self.rulePrefix.count)),
      seconds >= 60
    else { return nil }
    self.init(timeInterval: TimeInterval(seconds), repeats: true, due: due)
  }
}

extension TimeIntervalTrigger {
  /// True if interval and repetition are the same.
  public static func == (one: TimeIntervalTrigger, other: TimeIntervalTrigger) -> Bool {
    one.timeInterval == other.timeInterval && one.repeats == other.repeats
  }

  /// Feeds what is compared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(timeInterval)
    hasher.combine(repeats)
  }
}
