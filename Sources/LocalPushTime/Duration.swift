/// An elapsed length of time in microseconds: a day is 24 hours, a week 168, whatever the clocks on the wall do.
public struct Duration: Hashable, Comparable, Sendable {
  static let microsecondsPerSecond: Int64 = 1_000_000

  public var microseconds: Int64

  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  public static let zero = Duration(microseconds: 0)

  public static func milliseconds(_ count: Int64) -> Duration {
    Duration(microseconds: count * 1_000)
  }

  public static func seconds(_ count: Int64) -> Duration {
    Duration(microseconds: count * microsecondsPerSecond)
  }

  public static func minutes(_ count: Int64) -> Duration {
    seconds(count * 60)
  }

  public static func hours(_ count: Int64) -> Duration {
    seconds(count * 3_600)
  }

  public static func days(_ count: Int64) -> Duration {
    seconds(count * 86_400)
  }

  /// Whole seconds, rounded down.
  public var seconds: Int64 {
    microseconds.dividedDown(by: Duration.microsecondsPerSecond)
  }

  public static func < (left: Duration, right: Duration) -> Bool {
    left.microseconds < right.microseconds
  }

  public static func + (left: Duration, right: Duration) -> Duration {
    Duration(microseconds: left.microseconds + right.microseconds)
  }

  public static func - (left: Duration, right: Duration) -> Duration {
    Duration(microseconds: left.microseconds - right.microseconds)
  }

  public static prefix func - (duration: Duration) -> Duration {
    Duration(microseconds: -duration.microseconds)
  }
}
