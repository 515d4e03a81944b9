/// A time of day on the wall, 00:00:00 to 23:59:59, in no particular zone.
public struct CivilTime: Hashable, Comparable, Sendable {
  /// 0 to 23.
  public let hour: Int
  /// 0 to 59.
  public let minute: Int
  /// 0 to 59.
  public let second: Int

  /// 00:00:00, the beginning of a day.
  public static let midnight = CivilTime(uncheckedHour: 0, minute: 0, second: 0)

  /// Makes a time, or throws code `time` naming what the clock does not show; 24:00 and second 60 are such.
  public init(hour: Int, minute: Int, second: Int = 0) throws(TimeError) {
    var text: String { "\(hour.padded(2)):\(minute.padded(2)):\(second.padded(2))" }
    guard (0...23).contains(hour) else { throw TimeError(.time, text, "hours go from 0 to 23") }
    guard (0...59).contains(minute) else { throw TimeError(.time, text, "minutes go from 0 to 59") }
    guard (0...59).contains(second) else { throw TimeError(.time, text, "seconds go from 0 to 59") }
    self.init(uncheckedHour: hour, minute: minute, second: second)
  }

  init(uncheckedHour hour: Int, minute: Int, second: Int) {
    self.hour = hour
    self.minute = minute
    self.second = second
  }

  /// Seconds since 00:00:00 on the wall: 0 to 86 399.
  public var secondOfDay: Int {
    hour * 3_600 + minute * 60 + second
  }

  init(uncheckedSecondOfDay second: Int) {
    self.init(uncheckedHour: second / 3_600, minute: second / 60 % 60, second: second % 60)
  }

  /// True if `left` is earlier in the day.
  public static func < (left: CivilTime, right: CivilTime) -> Bool {
    left.secondOfDay < right.secondOfDay
  }
}
