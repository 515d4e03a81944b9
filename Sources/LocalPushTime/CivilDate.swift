/// A date of the proleptic Gregorian calendar, years 1 to 9999, in no particular zone.
public struct CivilDate: Hashable, Comparable, Sendable {
  /// 1 to 9999.
  public let year: Int
  /// 1 to 12.
  public let month: Int
  /// 1 to 31.
  public let day: Int

  /// Makes a date, or throws code `date` naming what does not exist.
  public init(year: Int, month: Int, day: Int) throws(TimeError) {
    var text: String { "\(year.padded(4))-\(month.padded(2))-\(day.padded(2))" }
    guard CivilDate.years.contains(year) else {
      throw TimeError(.date, text, "the year must be between 1 and 9999")
    }
    guard (1...12).contains(month) else {
      throw TimeError(.date, text, "there is no month \(month)")
    }
    let length = CivilDate.length(ofMonth: month, year: year)
    guard (1...length).contains(day) else {
      let name = CivilDate.monthNames[month - 1]
      throw TimeError(.date, text, "there is no \(day) \(name) in \(year), the month has \(length) days")
    }
    self.init(uncheckedYear: year, month: month, day: day)
  }

  init(uncheckedYear year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// Days since 1970-01-01, negative before.
  public var dayNumber: Int {
    CivilDate.dayNumber(year: year, month: month, day: day)
  }

  /// Makes the date `dayNumber` days after 1970-01-01, or nil outside the years 1 to 9999.
  public init?(dayNumber: Int) {
    guard CivilDate.dayNumbers.contains(dayNumber) else { return nil }
    self.init(uncheckedDayNumber: dayNumber)
  }

  /// The day of the week.
  public var weekday: Weekday {
    Weekday(dayNumber: dayNumber)
  }

  /// The day of the year, 1 to 366.
  public var dayOfYear: Int {
    dayNumber - CivilDate.dayNumber(year: year, month: 1, day: 1) + 1
  }

  /// The date `days` later (earlier when negative), or nil outside the years 1 to 9999.
  public func adding(days: Int) -> CivilDate? {
    CivilDate(dayNumber: dayNumber + days)
  }

  /// True if `left` is earlier.
  public static func < (left: CivilDate, right: CivilDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}
