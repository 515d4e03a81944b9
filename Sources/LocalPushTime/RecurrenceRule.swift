/// A recurrence rule as RFC 5545 §3.3.10 defines it, with SKIP of RFC 7529; checked when it is made.
///
/// A rule says nothing about when it begins: `RecurrenceSet` adds the start, from which missing parts are taken.
public struct RecurrenceRule: Hashable, Sendable {
  /// FREQ.
  public let frequency: Frequency
  /// Every how many periods; at least 1.
  public internal(set) var interval = 1
  /// How many occurrences there are in all; nil for no limit.
  public internal(set) var count: Int?
  /// UNTIL.
  public internal(set) var until: Until?
  /// BYMONTH, 1 to 12. This and the other lists are sorted, without duplicates, and empty if the part is missing.
  public internal(set) var months: [Int] = []
  /// BYWEEKNO, 1 to 53 or -1 to -53.
  public internal(set) var weekNumbers: [Int] = []
  /// BYYEARDAY, 1 to 366 or -1 to -366.
  public internal(set) var yearDays: [Int] = []
  /// BYMONTHDAY, 1 to 31 or -1 to -31.
  public internal(set) var monthDays: [Int] = []
  /// BYDAY.
  public internal(set) var days: [WeekdayNumber] = []
  /// BYHOUR, 0 to 23.
  public internal(set) var hours: [Int] = []
  /// BYMINUTE, 0 to 59.
  public internal(set) var minutes: [Int] = []
  /// BYSECOND, 0 to 59; a leap second, 60, is read as 59 (RFC 5545 §3.3.12).
  public internal(set) var seconds: [Int] = []
  /// BYSETPOS, 1 to 366 or -1 to -366.
  public internal(set) var positions: [Int] = []
  /// WKST.
  public internal(set) var weekStart = Weekday.monday
  /// SKIP, RFC 7529.
  public internal(set) var skip = Skip.omit

  init(unchecked frequency: Frequency) {
    self.frequency = frequency
  }

  /// Makes a rule from its parts; lists may be in any order. Throws code `rule`, naming the part at fault.
  public init(
    _ frequency: Frequency, interval: Int = 1, count: Int? = nil, until: Until? = nil, months: [Int] = [],
    weekNumbers: [Int] = [], yearDays: [Int] = [], monthDays: [Int] = [], days: [WeekdayNumber] = [], hours: [Int] = [],
    minutes: [Int] = [], seconds: [Int] = [], positions: [Int] = [], weekStart: Weekday = .monday, skip: Skip = .omit
  ) throws(TimeError) {
    self.frequency = frequency
    self.interval = interval
    self.count = count
    self.until = until
    self.months = months.sortedUnique()
    self.weekNumbers = weekNumbers.sortedUnique()
    self.yearDays = yearDays.sortedUnique()
    self.monthDays = monthDays.sortedUnique()
    self.days = days.sortedUnique()
    self.hours = hours.sortedUnique()
    self.minutes = minutes.sortedUnique()
    self.seconds = seconds.sortedUnique()
    self.positions = positions.sortedUnique()
    self.weekStart = weekStart
    self.skip = skip
    try checkRanges()
    try checkCombinations()
  }
}

extension Array where Element: Comparable {
  func sortedUnique() -> [Element] {
    sorted().reduce(into: []) { unique, element in
      if unique.last != element { unique.append(element) }
    }
  }
}
