/// An elapsed length of time in microseconds: a day is 24 hours, a week 168, whatever the clocks on the wall do.
///
/// Arithmetic that leaves the range of `Int64` stops at its ends.
public struct Duration: Hashable, Comparable, Sendable {
  static let microsecondsPerSecond: Int64 = 1_000_000

  /// The length; negative durations lead back in time.
  public var microseconds: Int64

  /// Makes a duration of so many microseconds.
  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// No time at all.
  public static let zero = Duration(microseconds: 0)

  /// Makes a duration of so many thousandths of a second.
  public static func milliseconds(_ count: Int64) -> Duration {
    Duration(microseconds: count.saturatedProduct(1_000))
  }

  /// Makes a duration of so many seconds.
  public static func seconds(_ count: Int64) -> Duration {
    Duration(microseconds: count.saturatedProduct(microsecondsPerSecond))
  }

  /// Makes a duration of so many minutes.
  public static func minutes(_ count: Int64) -> Duration {
    seconds(count.saturatedProduct(60))
  }

  /// Makes a duration of so many hours.
  public static func hours(_ count: Int64) -> Duration {
    seconds(count.saturatedProduct(3_600))
  }

  /// Makes a duration of so many days of 24 hours.
  public static func days(_ count: Int64) -> Duration {
    seconds(count.saturatedProduct(86_400))
  }

  /// Whole seconds, rounded down.
  public var seconds: Int64 {
    microseconds.dividedDown(by: Duration.microsecondsPerSecond)
  }

  /// True if `left` is shorter.
  public static func < (left: Duration, right: Duration) -> Bool {
    left.microseconds < right.microseconds
  }

  /// Both one after the other.
  public static func + (left: Duration, right: Duration) -> Duration {
    Duration(microseconds: left.microseconds.saturatedSum(right.microseconds))
  }

  /// How much longer `left` is.
  public static func - (left: Duration, right: Duration) -> Duration {
    left + -right
  }

  /// The same length in the other direction.
  public static prefix func - (duration: Duration) -> Duration {
    Duration(microseconds: duration.microseconds.saturatedNegation)
  }
}
