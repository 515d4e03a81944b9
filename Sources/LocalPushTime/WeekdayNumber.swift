/// A weekday, or the n-th one of a month or year: an element of BYDAY, RFC 5545 §3.3.10.
public struct WeekdayNumber: Hashable, Comparable, Sendable {
  /// 1 for the first, -1 for the last; nil for every one.
  public let ordinal: Int?
  /// The day of the week.
  public let weekday: Weekday

  /// Makes the n-th weekday, or without a number every one.
  public init(_ weekday: Weekday, ordinal: Int? = nil) {
    self.weekday = weekday
    self.ordinal = ordinal
  }

  /// The order in which rules print: by number, then by weekday.
  public static func < (left: WeekdayNumber, right: WeekdayNumber) -> Bool {
    (left.ordinal ?? 0, left.weekday) < (right.ordinal ?? 0, right.weekday)
  }
}

extension WeekdayNumber: CustomStringConvertible {
  /// The text of RFC 5545: `MO`, `2TU`, `-1FR`.
  public var description: String {
    (ordinal.map(String.init) ?? "") + weekday.abbreviation
  }
}
