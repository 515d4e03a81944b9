/// Where the days of one year lie: its length, the weekday it begins with, and its months.
struct YearShape {
  let number: Int
  /// 1 January, as days since 1970-01-01.
  let newYear: Int
  let length: Int
  /// The weekday of 1 January, 0 for Monday.
  let firstWeekday: Int

  init(_ year: Int) {
    self.init(year, newYear: CivilDate.dayNumber(year: year, month: 1, day: 1))
  }

  private init(_ year: Int, newYear: Int) {
    number = year
    self.newYear = newYear
    length = CivilDate.length(ofYear: year)
    firstWeekday = (newYear + 3).remainder(dividedDownBy: 7)
  }

  init(dayNumber: Int) {
    self.init(CivilDate(uncheckedDayNumber: dayNumber).year)
  }

  var next: YearShape {
    YearShape(number + 1, newYear: newYear + length)
  }

  var previous: YearShape {
    YearShape(number - 1, newYear: newYear - CivilDate.length(ofYear: number - 1))
  }

  /// The first day of a month, counted from 1 January as 0, and its length.
  func month(_ month: Int) -> (start: Int, length: Int) {
    let leapDay = length - 365
    let start = YearShape.monthStarts[month - 1] + (month > 2 ? leapDay : 0)
    let end = YearShape.monthStarts[month] + (month > 1 ? leapDay : 0)
    return (start, end - start)
  }

  private static let monthStarts: InlineArray<13, Int> = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365]
}
