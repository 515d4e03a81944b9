/// A day of the week, numbered as in ISO 8601: Monday is 1, Sunday is 7.
public enum Weekday: Int, Hashable, Comparable, Sendable, CaseIterable {
  case monday = 1
  case tuesday, wednesday, thursday, friday, saturday, sunday

  /// The two letters of RFC 5545 §3.3.10: `MO`, `TU`, …
  public var abbreviation: String {
    name.prefix(2).uppercased()
  }

  /// The English name: `Monday`, …
  public var name: String {
    switch self {
    case .monday: "Monday"
    case .tuesday: "Tuesday"
    case .wednesday: "Wednesday"
    case .thursday: "Thursday"
    case .friday: "Friday"
    case .saturday: "Saturday"
    case .sunday: "Sunday"
    }
  }

  /// Reads the two letters of RFC 5545, in either case.
  public init?(abbreviation: some StringProtocol) {
    let letters = abbreviation.uppercased()
    guard let weekday = Weekday.allCases.first(where: { $0.abbreviation == letters }) else { return nil }
    self = weekday
  }

  /// Days from Monday: 0 to 6.
  var index: Int {
    rawValue - 1
  }

  /// The weekday of a day counted from 1970-01-01, which was a Thursday.
  init(dayNumber: Int) {
    self = Weekday.allCases[(dayNumber + 3).remainder(dividedDownBy: 7)]
  }

  /// True if `left` comes earlier in a week that begins on Monday.
  public static func < (left: Weekday, right: Weekday) -> Bool {
    left.rawValue < right.rawValue
  }
}
