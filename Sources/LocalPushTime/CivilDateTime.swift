/// A date and a time of day as a clock on the wall shows them, in no particular zone. Whole seconds.
public struct CivilDateTime: Hashable, Comparable, Sendable {
  /// The date that a calendar on the wall shows.
  public let date: CivilDate
  /// The time that a clock on the wall shows.
  public let time: CivilTime

  /// Puts a date and a time of day together.
  public init(date: CivilDate, time: CivilTime) {
    self.date = date
    self.time = time
  }

  /// Seconds since 1970-01-01T00:00:00 on the same wall clock, every day taken as 86 400 seconds.
  var secondNumber: Int {
    date.dayNumber * 86_400 + time.secondOfDay
  }

  /// The second numbers that have a text form: years 1 to 9999.
  static let secondNumbers =
    CivilDate.dayNumbers.lowerBound * 86_400...CivilDate.dayNumbers.upperBound * 86_400 + 86_399

  /// The inverse of `secondNumber`, for a number known to lie in a year that has a text form.
  init(uncheckedSecondNumber number: Int) {
    let day = number.dividedDown(by: 86_400)
    date = CivilDate(uncheckedDayNumber: day)
    time = CivilTime(uncheckedSecondOfDay: number - day * 86_400)
  }

  /// True if `left` is shown earlier.
  public static func < (left: CivilDateTime, right: CivilDateTime) -> Bool {
    (left.date, left.time) < (right.date, right.time)
  }
}
