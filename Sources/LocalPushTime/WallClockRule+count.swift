/// COUNT as a last moment, found once when the rule is made; after that a counted rule costs no more than others.
///
/// Dates that do not exist are in no mask and so not counted; times that a zone skips are, as erratum 4271 to RFC 5545
/// says, since no zone is asked here.
extension WallClockRule {
  /// The second of the occurrence number `count`, or the end of the year 9999 if there are fewer.
  func lastSecond(ofCount count: Int) -> Int {
    guard times.count > 0 else { return end }
    return (positions.isEmpty ? secondByYears(count) : secondByOccurrences(count)) ?? end
  }

  private func secondByYears(_ count: Int) -> Int? {
    var day = start.dividedDown(by: 86_400)
    var year = YearShape(dayNumber: day)
    if days.reachesIntoNeighbours { year = year.previous }
    var rest = count
    if firstDay(from: day) == day { rest += times.count(before: start - day * 86_400) }
    while year.number <= lastYearOfInterest {
      var mask = mask(year)
      mask.remove(before: day - year.newYear)
      let found = mask.count * times.count
      guard rest > found else {
        let (index, time) = (rest - 1).quotientAndRemainder(dividingBy: times.count)
        return (year.newYear + mask.element(index)) * 86_400 + times.element(time)
      }
      rest -= found
      if let last = mask.last(through: DayMask.range.upperBound) { day = max(day, year.newYear + last + 1) }
      year = year.next
    }
    return nil
  }

  private func secondByOccurrences(_ count: Int) -> Int? {
    var second = start - 1
    for _ in 0..<count {
      guard let next = firstChosen(from: second + 1), next <= end else { return nil }
      second = next
    }
    return second
  }
}
