/// Rules without BYSETPOS: every time on every day of the mask.
extension WallClockRule {
  func firstOfAll(from second: Int) -> Int? {
    let day = second.dividedDown(by: 86_400)
    let time = times.first(from: second - day * 86_400)
    guard let found = firstDay(from: time == nil ? day + 1 : day) else { return nil }
    let timeThere = found == day ? time ?? times.element(0) : times.element(0)
    return found * 86_400 + timeThere
  }

  func lastOfAll(through second: Int) -> Int? {
    let day = second.dividedDown(by: 86_400)
    let time = times.last(through: second - day * 86_400)
    guard let found = lastDay(through: time == nil ? day - 1 : day) else { return nil }
    let latest = times.element(times.count - 1)
    return found * 86_400 + (found == day ? time ?? latest : latest)
  }

  /// The first day of the rule that is at least `day`, whatever the start and the end are.
  func firstDay(from day: Int) -> Int? {
    var year = YearShape(dayNumber: day)
    if days.reachesIntoNeighbours { year = year.previous }
    let lastYear = min(lastYearOfInterest, interval == 1 ? year.number + WallClockRule.yearsUntilRepeat : .max)
    while year.number <= lastYear {
      if let found = mask(year).first(from: day - year.newYear) { return year.newYear + found }
      year = year.next
    }
    return nil
  }

  /// The last day of the rule that is at most `day`, whatever the start and the end are.
  func lastDay(through day: Int) -> Int? {
    var year = YearShape(dayNumber: day)
    if days.reachesIntoNeighbours { year = year.next }
    while year.number >= firstYearOfInterest {
      if let found = mask(year).last(through: day - year.newYear) { return year.newYear + found }
      year = year.previous
    }
    return nil
  }

  /// The days of the rule in the periods of one year.
  func mask(_ year: YearShape) -> DayMask {
    switch frequency {
    case .yearly:
      return counts(period: year.number) ? days.mask(year) : DayMask()
    case .monthly:
      return days.mask(year, months: countedMonths(of: year.number))
    default:
      guard interval > 1 else { return days.mask(year) }
      var mask = days.mask(year)
      if !mask.isEmpty { mask.formIntersection(countedDays(of: year)) }
      return mask
    }
  }

  private func countedMonths(of year: Int) -> NumberBits {
    guard interval > 1 else { return days.months }
    return NumberBits((1...12).filter { counts(period: year * 12 + $0 - 1) })
  }

  /// The days that INTERVAL keeps, for daily and weekly rules.
  private func countedDays(of year: YearShape) -> DayMask {
    let (length, bits): (Int, UInt64) = frequency == .weekly ? (7, 0x7F) : (1, 1)
    let newYearPeriod = period(of: year.newYear)
    let firstCounted = newYearPeriod + (firstPeriod - newYearPeriod).remainder(dividedDownBy: interval)
    var day = firstDay(ofPeriod: firstCounted) - year.newYear
    var mask = DayMask()
    while day < year.length {
      mask.insert(bits: bits, at: day)
      day += interval * length
    }
    return mask
  }

  /// The Gregorian calendar, weekdays included, repeats after 400 years: what has not come by then never does.
  private static let yearsUntilRepeat = 401

  var firstYearOfInterest: Int {
    CivilDate(uncheckedDayNumber: start.dividedDown(by: 86_400)).year - 1
  }

  var lastYearOfInterest: Int {
    CivilDate(uncheckedDayNumber: end.dividedDown(by: 86_400)).year + 1
  }
}
