/// A moment, the same everywhere: microseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
///
/// Arithmetic that leaves the range of `Int64` stops at its ends.
public struct Instant: Hashable, Comparable, Sendable {
  /// Microseconds since 1970-01-01T00:00:00Z, negative before.
  public var microseconds: Int64

  /// Makes the moment `microseconds` after 1970-01-01T00:00:00Z.
  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// Makes the moment `seconds` after 1970-01-01T00:00:00Z.
  public init(seconds: Int64) {
    self.microseconds = seconds.saturatedProduct(Duration.microsecondsPerSecond)
  }

  /// 0001-01-01T00:00:00Z, the first moment that has a text form.
  public static let distantPast = Instant(seconds: Int64(CivilDateTime.secondNumbers.lowerBound))

  /// 9999-12-31T23:59:59Z, the last whole second that has a text form.
  public static let distantFuture = Instant(seconds: Int64(CivilDateTime.secondNumbers.upperBound))

  /// Whole seconds since 1970-01-01T00:00:00Z, rounded down.
  public var seconds: Int64 {
    microseconds.dividedDown(by: Duration.microsecondsPerSecond)
  }

  /// True if `left` is earlier.
  public static func < (left: Instant, right: Instant) -> Bool {
    left.microseconds < right.microseconds
  }

  /// The moment `duration` later.
  public static func + (instant: Instant, duration: Duration) -> Instant {
    Instant(microseconds: instant.microseconds.saturatedSum(duration.microseconds))
  }

  /// The moment `duration` earlier.
  public static func - (instant: Instant, duration: Duration) -> Instant {
    instant + -duration
  }

  /// How long after `earlier` the moment `later` is; negative if it is before.
  public static func - (later: Instant, earlier: Instant) -> Duration {
    Duration(microseconds: later.microseconds.saturatedSum(earlier.microseconds.saturatedNegation))
  }

  /// Moves the moment `duration` later.
  public static func += (instant: inout Instant, duration: Duration) {
    instant = instant + duration
  }
}
