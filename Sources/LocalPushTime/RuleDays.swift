/// Which days of a year the BY parts of a rule pick.
///
/// Whether RFC 5545 calls a part "expand" or "limit", the days left are those that satisfy every part there is; only the
/// meaning of `2TU` differs: the second of the month if months count, of the year otherwise.
struct RuleDays: Hashable, Sendable {
  let months: NumberBits
  private let monthDays: NumberBits
  /// Bit n for BYMONTHDAY=-n.
  private let monthDaysFromEnd: NumberBits
  private let yearDays: [Int]
  private let weekNumbers: [Int]
  /// The weekdays of BYDAY without a number, 0 for Monday.
  let weekdays: NumberBits
  private let ordinals: [WeekdayNumber]
  private let ordinalsCountInMonth: Bool
  private let weekStart: Int
  private let skip: Skip

  static let allMonths = NumberBits(1...12)

  /// Takes a rule whose missing parts were filled in from its start.
  init(_ rule: RecurrenceRule) {
    months = rule.months.isEmpty ? RuleDays.allMonths : NumberBits(rule.months)
    monthDays = NumberBits(rule.monthDays.filter { $0 > 0 })
    monthDaysFromEnd = NumberBits(rule.monthDays.filter { $0 < 0 }.map { -$0 })
    yearDays = rule.yearDays
    weekNumbers = rule.weekNumbers
    weekdays = NumberBits(rule.days.filter { $0.ordinal == nil }.map(\.weekday.index))
    ordinals = rule.days.filter { $0.ordinal != nil }
    ordinalsCountInMonth = rule.frequency == .monthly || !rule.months.isEmpty
    weekStart = rule.weekStart.index
    skip = rule.frequency >= .monthly ? rule.skip : .omit
  }

  /// True if days of one year can lie in its neighbours.
  var reachesIntoNeighbours: Bool {
    !weekNumbers.isEmpty || skip != .omit
  }

  /// The days picked in a year, looking only at some of its months.
  func mask(_ year: YearShape, months: NumberBits) -> DayMask {
    var mask = monthMask(year, months: months.intersection(self.months))
    if !(weekdays.isEmpty && ordinals.isEmpty) { mask.formIntersection(weekdayMask(year)) }
    if !yearDays.isEmpty { mask.formIntersection(yearDayMask(year)) }
    if !weekNumbers.isEmpty { mask.formIntersection(weekMask(year)) }
    return mask
  }

  func mask(_ year: YearShape) -> DayMask {
    mask(year, months: months)
  }

  /// True if BYMONTH and BYDAY, the only parts that weekly rules have, pick the day.
  func allows(month: Int, weekday: Int) -> Bool {
    months.contains(month) && (weekdays.isEmpty || weekdays.contains(weekday))
  }

  /// BYMONTH and BYMONTHDAY.
  private func monthMask(_ year: YearShape, months: NumberBits) -> DayMask {
    let picksMonthDays = !monthDays.isEmpty || !monthDaysFromEnd.isEmpty
    if months == RuleDays.allMonths, !picksMonthDays {
      let othersDecide = !weekNumbers.isEmpty || (!yearDays.isEmpty && skip != .omit)
      return DayMask(days: othersDecide ? DayMask.range : 0..<year.length)
    }
    var mask = DayMask()
    var month = months.first(from: 1)
    while let number = month {
      insert(month: year.month(number), of: year, into: &mask, picksMonthDays)
      month = months.first(from: number + 1)
    }
    guard !weekNumbers.isEmpty else { return mask }
    if months.contains(12) { insert(month: (start: -31, length: 31), of: year, into: &mask, picksMonthDays) }
    if months.contains(1) { insert(month: (start: year.length, length: 31), of: year, into: &mask, picksMonthDays) }
    return mask
  }

  private func insert(
    month: (start: Int, length: Int), of year: YearShape, into mask: inout DayMask, _ picksMonthDays: Bool
  ) {
    let bits = picksMonthDays ? pickedDays(monthLength: month.length) : NumberBits(1...month.length)
    mask.insert(bits: bits.word, at: month.start - 1)
  }

  /// BYMONTHDAY in a month of that length, after SKIP: bit 1 for the 1st, bit 0 and the bit after the last for neighbours.
  private func pickedDays(monthLength length: Int) -> NumberBits {
    let existing = NumberBits(1...length)
    var picked = monthDays.intersection(existing)
    if monthDays != picked, skip != .omit { picked.word |= 1 << UInt64(skip == .backward ? length : length + 1) }
    var fromEnd = monthDaysFromEnd.first(from: 1)
    while let number = fromEnd {
      if number <= length {
        picked.word |= 1 << UInt64(length + 1 - number)
      } else if skip != .omit {
        picked.word |= skip == .backward ? 1 : 2
      }
      fromEnd = monthDaysFromEnd.first(from: number + 1)
    }
    return picked
  }

  /// BYDAY.
  private func weekdayMask(_ year: YearShape) -> DayMask {
    var mask = DayMask(weekdays: weekdays.word, firstWeekday: year.firstWeekday)
    for day in ordinals {
      guard ordinalsCountInMonth else {
        insert(day, start: 0, length: year.length, year, into: &mask)
        continue
      }
      for number in 1...12 where months.contains(number) {
        let month = year.month(number)
        insert(day, start: month.start, length: month.length, year, into: &mask)
      }
    }
    return mask
  }

  private func insert(_ day: WeekdayNumber, start: Int, length: Int, _ year: YearShape, into mask: inout DayMask) {
    guard let ordinal = day.ordinal else { return }
    let first = (day.weekday.index - year.firstWeekday - start).remainder(dividedDownBy: 7)
    let total = (length - first + 6) / 7
    let index = ordinal > 0 ? ordinal - 1 : total + ordinal
    if (0..<total).contains(index) { mask.insert(start + first + index * 7) }
  }

  /// BYYEARDAY. Beside BYWEEKNO also the days of the neighbouring years, which its weeks reach into.
  private func yearDayMask(_ year: YearShape) -> DayMask {
    var mask = DayMask()
    insertYearDays(start: 0, length: year.length, into: &mask)
    guard !weekNumbers.isEmpty else { return mask }
    let previous = CivilDate.length(ofYear: year.number - 1)
    insertYearDays(start: -previous, length: previous, into: &mask)
    insertYearDays(start: year.length, length: CivilDate.length(ofYear: year.number + 1), into: &mask)
    return mask
  }

  private func insertYearDays(start: Int, length: Int, into mask: inout DayMask) {
    for number in yearDays {
      let day = number > 0 ? number - 1 : length + number
      if (0..<length).contains(day) {
        mask.insert(start + day)
      } else if skip != .omit {
        let dayBefore = start + (number > 0 ? length : 0) - 1
        mask.insert(skip == .backward ? dayBefore : dayBefore + 1)
      }
    }
  }

  /// BYWEEKNO: whole weeks, also where they reach into the neighbouring years.
  private func weekMask(_ year: YearShape) -> DayMask {
    let first = RuleDays.firstWeek(firstWeekday: year.firstWeekday, weekStart: weekStart)
    let nextFirst = RuleDays.firstWeek(firstWeekday: (year.firstWeekday + year.length) % 7, weekStart: weekStart)
    let total = (year.length + nextFirst - first) / 7
    var mask = DayMask()
    for number in weekNumbers {
      let index = number > 0 ? number - 1 : total + number
      if (0..<total).contains(index) { mask.insert(bits: 0x7F, at: first + index * 7) }
    }
    return mask
  }

  /// The day on which week 1 begins, the first with at least four days in the year: -3 to 3.
  private static func firstWeek(firstWeekday: Int, weekStart: Int) -> Int {
    let daysIntoWeek = (firstWeekday - weekStart).remainder(dividedDownBy: 7)
    return daysIntoWeek <= 3 ? -daysIntoWeek : 7 - daysIntoWeek
  }
}
