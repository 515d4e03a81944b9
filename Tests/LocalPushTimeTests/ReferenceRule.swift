@testable import LocalPushTime

/// A second implementation of daily and longer rules, as plain and as slow as possible: every day from the start on is
/// held against every part, one by one.
struct ReferenceRule {
  private let rule: RecurrenceRule
  private let start: CivilDateTime

  init(_ rule: RecurrenceRule, start: CivilDateTime) {
    self.rule = rule.completed(by: start)
    self.start = start
  }

  /// The occurrences from the start through the day `lastDay`, at most `limit`.
  func occurrences(through lastDay: Int, limit: Int) -> [CivilDateTime] {
    var found: [CivilDateTime] = []
    let wanted = min(limit, rule.count ?? .max)
    var period: [CivilDate] = []
    var key: Int?
    for day in start.date.dayNumber - 400...lastDay + 400 {
      let date = CivilDate(uncheckedDayNumber: day)
      guard matches(date) else { continue }
      if key != self.key(of: date) {
        found += slots(of: period, key)
        if found.count >= wanted { break }
        period = []
        key = self.key(of: date)
      }
      period.append(date)
    }
    if found.count < wanted { found += slots(of: period, key) }
    return Array(found.prefix(wanted)).filter { $0.date.dayNumber <= lastDay }
  }

  /// The slots of one period, after BYSETPOS, from the start on; none if INTERVAL leaves the period out.
  private func slots(of days: [CivilDate], _ key: Int?) -> [CivilDateTime] {
    guard let key, (key - startKey) % rule.interval == 0 else { return [] }
    var all: [CivilDateTime] = []
    for date in days {
      for hour in rule.hours {
        for minute in rule.minutes {
          for second in rule.seconds {
            all.append(CivilDateTime(date: date, time: CivilTime(uncheckedHour: hour, minute: minute, second: second)))
          }
        }
      }
    }
    guard !rule.positions.isEmpty else { return all.filter { $0 >= start } }
    let indices = Set(rule.positions.map { $0 > 0 ? $0 - 1 : all.count + $0 })
    return all.indices.filter(indices.contains).map { all[$0] }.filter { $0 >= start }
  }

  /// True if all parts of a rule that look at the date let it through.
  static func allowsDate(_ rule: RecurrenceRule, _ date: CivilDate) -> Bool {
    ReferenceRule(asIs: rule, start: CivilDateTime(date: date, time: .midnight)).matches(date)
  }

  private init(asIs rule: RecurrenceRule, start: CivilDateTime) {
    self.rule = rule
    self.start = start
  }

  private var startKey: Int {
    rule.frequency == .yearly ? start.date.year : key(of: start.date)
  }

  private func key(of date: CivilDate) -> Int {
    switch rule.frequency {
    case .yearly: rule.weekNumbers.isEmpty ? date.year : weekYear(of: date)
    case .monthly: date.year * 12 + date.month
    case .weekly: weekStart(of: date) / 7
    default: date.dayNumber
    }
  }

  private func matches(_ date: CivilDate) -> Bool {
    let monthLength = CivilDate.length(ofMonth: date.month, year: date.year)
    let yearLength = CivilDate.length(ofYear: date.year)
    return allows(rule.months, date.month, length: 12)
      && allows(rule.monthDays, date.day, length: monthLength)
      && allows(rule.yearDays, date.dayOfYear, length: yearLength)
      && allows(rule.weekNumbers, weekNumber(of: date), length: weeks(in: weekYear(of: date)))
      && (rule.days.isEmpty || rule.days.contains { matches(date, $0) })
  }

  /// True if the list is empty, has the number, or has it counted from the end.
  private func allows(_ list: [Int], _ number: Int, length: Int) -> Bool {
    list.isEmpty || list.contains(number) || list.contains(number - length - 1)
  }

  private func matches(_ date: CivilDate, _ day: WeekdayNumber) -> Bool {
    guard date.weekday == day.weekday else { return false }
    guard let ordinal = day.ordinal else { return true }
    let inMonth = rule.frequency == .monthly || !rule.months.isEmpty
    let position = inMonth ? date.day : date.dayOfYear
    let length = inMonth ? CivilDate.length(ofMonth: date.month, year: date.year) : CivilDate.length(ofYear: date.year)
    return ordinal > 0 ? (position - 1) / 7 == ordinal - 1 : (length - position) / 7 == -ordinal - 1
  }

  /// The first day of the week that holds a date.
  private func weekStart(of date: CivilDate) -> Int {
    var day = date.dayNumber
    while Weekday(dayNumber: day) != rule.weekStart { day -= 1 }
    return day
  }

  /// The year that holds at least four days of the week of a date.
  private func weekYear(of date: CivilDate) -> Int {
    CivilDate(uncheckedDayNumber: weekStart(of: date) + 3).year
  }

  private func weekNumber(of date: CivilDate) -> Int {
    (CivilDate(uncheckedDayNumber: weekStart(of: date) + 3).dayOfYear - 1) / 7 + 1
  }

  private func weeks(in year: Int) -> Int {
    weekNumber(of: CivilDate(uncheckedYear: year, month: 12, day: 28))
  }
}
