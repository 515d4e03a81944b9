/// A moment, the same everywhere: microseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
public struct Instant: Hashable, Comparable, Sendable {
  public var microseconds: Int64

  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// Makes the moment `seconds` after 1970-01-01T00:00:00Z.
  public init(seconds: Int64) {
    self.microseconds = seconds * Duration.microsecondsPerSecond
  }

  /// 0001-01-01T00:00:00Z, the first moment that has a text form.
  public static let distantPast = Instant(seconds: Int64(CivilDate.dayNumbers.lowerBound) * 86_400)

  /// 9999-12-31T23:59:59Z, the last whole second that has a text form.
  public static let distantFuture = Instant(seconds: Int64(CivilDate.dayNumbers.upperBound) * 86_400 + 86_399)

  /// Whole seconds since 1970-01-01T00:00:00Z, rounded down.
  public var seconds: Int64 {
    microseconds.dividedDown(by: Duration.microsecondsPerSecond)
  }

  public static func < (left: Instant, right: Instant) -> Bool {
    left.microseconds < right.microseconds
  }

  public static func + (instant: Instant, duration: Duration) -> Instant {
    Instant(microseconds: instant.microseconds + duration.microseconds)
  }

  public static func - (instant: Instant, duration: Duration) -> Instant {
    Instant(microseconds: instant.microseconds - duration.microseconds)
  }

  public static func - (later: Instant, earlier: Instant) -> Duration {
    Duration(microseconds: later.microseconds - earlier.microseconds)
  }

  public static func += (instant: inout Instant, duration: Duration) {
    instant = instant + duration
  }
}
