public import LocalPushTime

/// What the `[settings]` group of the config says.
public struct Settings: Hashable, Sendable {
  /// False switches everything off; messages are held meanwhile.
  public var isEnabled = true
  /// Default for messages that set no limit of their own.
  public var missedLimit: Duration?
  /// More late messages than this at once become one summary.
  public var summaryAbove = 5
  /// Late messages wait until these hours are over; messages on time are not affected.
  public var quietCatchUp: QuietHours?

  public init() {}
}

/// A span of hours of each day, such as 22:00-07:00; it may cross midnight.
public struct QuietHours: Hashable, Sendable {
  public let start: CivilTime
  public let end: CivilTime

  /// Parses `22:00-07:00`.
  public init(parsing text: String) throws(MessageFault) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let start = try? CivilTime(parsing: String(parts[0])),
      let end = try? CivilTime(parsing: String(parts[1])), start != end
    else {
      throw MessageFault("quiet-catch-up", "'\(text.forDisplay)' is not a span of hours, such as 22:00-07:00")
    }
    self.start = start
    self.end = end
  }

  /// When the quiet hours that `now` lies in are over; nil outside of them.
  public func end(at now: Instant, in zone: Zone) -> Instant? {
    let civil = zone.civil(at: now)
    let isInside = start < end ? civil.time >= start && civil.time < end : civil.time >= start || civil.time < end
    guard isInside else { return nil }
    guard let day = civil.time < end ? civil.date : civil.date.adding(days: 1) else { return nil }
    return zone.resolve(CivilDateTime(date: day, time: end)).instant
  }
}
