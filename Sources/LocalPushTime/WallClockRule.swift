/// A daily, weekly, monthly or yearly rule with its start: a set of times on the wall that no zone has a say in.
///
/// The rule is not walked from its start: the days of any one year are a mask made from the rule alone, so that the next
/// occurrence is the next bit of the mask of this year or of one soon after.
struct WallClockRule: Hashable, Sendable {
  let frequency: Frequency
  let interval: Int
  let days: RuleDays
  let times: TimesOfDay
  /// BYSETPOS where it chooses among several days; within a single day `times` has seen to it.
  let positions: [Int]
  let weekStart: Int
  /// The period that holds the start, by number.
  let firstPeriod: Int
  /// The first second that counts, on the wall.
  let start: Int
  /// The last second that counts, on the wall: from COUNT, UNTIL and the end of the year 9999.
  private(set) var end: Int

  init(_ rule: RecurrenceRule, start: CivilDateTime) {
    let complete = rule.completed(by: start)
    frequency = complete.frequency
    interval = complete.interval
    days = RuleDays(complete)
    times = TimesOfDay(
      hours: NumberBits(complete.hours), minutes: NumberBits(complete.minutes), seconds: NumberBits(complete.seconds),
      positions: complete.frequency == .daily ? complete.positions : [])
    positions = complete.frequency == .daily ? [] : complete.positions
    weekStart = complete.weekStart.index
    self.start = start.secondNumber
    firstPeriod = WallClockRule.period(of: start.date.dayNumber, frequency, weekStart: weekStart)
    end = CivilDateTime.secondNumbers.upperBound
    if let until = complete.until { end = min(end, until.latestSecondNumber) }
    if let count = complete.count { end = min(end, lastSecond(ofCount: count)) }
  }

  /// The number of the period a day lies in: day, week, month or year, counted without a gap.
  static func period(of dayNumber: Int, _ frequency: Frequency, weekStart: Int) -> Int {
    switch frequency {
    case .weekly:
      return (dayNumber + 3 - weekStart).dividedDown(by: 7)
    case .monthly:
      let date = CivilDate(uncheckedDayNumber: dayNumber)
      return date.year * 12 + date.month - 1
    case .yearly:
      return CivilDate(uncheckedDayNumber: dayNumber).year
    default:
      return dayNumber
    }
  }

  func period(of dayNumber: Int) -> Int {
    WallClockRule.period(of: dayNumber, frequency, weekStart: weekStart)
  }

  /// The first day of a period, counted from 1970-01-01.
  func firstDay(ofPeriod period: Int) -> Int {
    switch frequency {
    case .weekly: period * 7 - 3 + weekStart
    case .monthly: CivilDate.dayNumber(year: period / 12, month: period % 12 + 1, day: 1)
    case .yearly: CivilDate.dayNumber(year: period, month: 1, day: 1)
    default: period
    }
  }

  /// True if INTERVAL keeps the period.
  func counts(period: Int) -> Bool {
    interval == 1 || (period - firstPeriod) % interval == 0
  }
}

extension WallClockRule: CivilSlots {
  func first(from second: Int) -> Int? {
    guard times.count > 0 else { return nil }
    let from = max(second, start)
    guard from <= end else { return nil }
    let found = positions.isEmpty ? firstOfAll(from: from) : firstChosen(from: from)
    return found.flatMap { $0 <= end ? $0 : nil }
  }

  func last(through second: Int) -> Int? {
    guard times.count > 0 else { return nil }
    let through = min(second, end)
    guard through >= start else { return nil }
    let found = positions.isEmpty ? lastOfAll(through: through) : lastChosen(through: through)
    return found.flatMap { $0 >= start ? $0 : nil }
  }
}
