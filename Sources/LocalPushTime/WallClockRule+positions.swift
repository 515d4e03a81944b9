/// Rules with BYSETPOS: of all times in a period, in order, the ones at these positions.
extension WallClockRule {
  func firstChosen(from second: Int) -> Int? {
    var period = firstCountedPeriod(for: second)
    for _ in 0..<periodsUntilRepeat {
      guard firstDay(ofPeriod: period) * 86_400 <= end + margin else { return nil }
      if let found = chosen(in: period, where: { $0 >= second }, better: <) { return found }
      period += interval
    }
    return nil
  }

  func lastChosen(through second: Int) -> Int? {
    var period = lastCountedPeriod(for: second)
    let earliest = days.reachesIntoNeighbours ? firstPeriod - 1 : firstPeriod
    while period >= earliest {
      if let found = chosen(in: period, where: { $0 <= second }, better: >) { return found }
      period -= interval
    }
    return nil
  }

  /// How many periods there are until the days repeat: 400 years are 4 800 months, or 20 871 weeks.
  private var periodsUntilRepeat: Int {
    switch frequency {
    case .weekly: 20_872
    case .monthly: 4_801
    default: 401
    }
  }

  /// Days of a period can lie this many seconds outside it.
  private var margin: Int {
    days.reachesIntoNeighbours ? DayMask.margin * 86_400 : 0
  }

  private func firstCountedPeriod(for second: Int) -> Int {
    let period = period(of: (second - margin).dividedDown(by: 86_400))
    return period - (period - firstPeriod).remainder(dividedDownBy: interval)
  }

  private func lastCountedPeriod(for second: Int) -> Int {
    let period = period(of: (second + margin).dividedDown(by: 86_400))
    return period - (period - firstPeriod).remainder(dividedDownBy: interval)
  }

  /// Of the times BYSETPOS chooses in a period and `isWanted` lets through, the best.
  private func chosen(in period: Int, where isWanted: (Int) -> Bool, better: (Int, Int) -> Bool) -> Int? {
    let mask = mask(ofPeriod: period)
    let total = mask.days.count * times.count
    var best: Int?
    for position in positions {
      let index = position > 0 ? position - 1 : total + position
      guard (0..<total).contains(index) else { continue }
      let (day, time) = index.quotientAndRemainder(dividingBy: times.count)
      let second = (mask.origin + mask.days.element(day)) * 86_400 + times.element(time)
      if isWanted(second), best.map({ better(second, $0) }) ?? true { best = second }
    }
    return best
  }

  /// The days of a period, counted from the day `origin`.
  private func mask(ofPeriod period: Int) -> (origin: Int, days: DayMask) {
    let first = firstDay(ofPeriod: period)
    switch frequency {
    case .weekly:
      return (first, weekMask(from: first))
    case .monthly:
      let year = YearShape(period / 12)
      return (year.newYear, days.mask(year, months: NumberBits([period % 12 + 1])))
    default:
      return (first, days.mask(YearShape(period)))
    }
  }

  private func weekMask(from first: Int) -> DayMask {
    var mask = DayMask()
    for day in 0..<7 {
      let month = CivilDate(uncheckedDayNumber: first + day).month
      if days.allows(month: month, weekday: (weekStart + day) % 7) { mask.insert(day) }
    }
    return mask
  }
}
