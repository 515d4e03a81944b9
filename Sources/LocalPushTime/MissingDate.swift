/// A date that a rule names but the calendar does not have, such as 31 February: it does not fire and does not count.
public struct MissingDate: Hashable, Sendable, CustomStringConvertible {
  /// 1 to 9999.
  public let year: Int
  /// 1 to 12.
  public let month: Int
  /// Greater than the month is long.
  public let day: Int

  /// The text as a date would be written, `2026-02-31`.
  public var description: String {
    "\(year.padded(4))-\(month.padded(2))-\(day.padded(2))"
  }
}

extension RecurrenceSet {
  /// The dates left out between two dates because their month is too short; at most 100.
  ///
  /// Only for monthly and yearly rules that go by the day of the month and nothing else; with SKIP nothing is missing.
  public func missingDates(after first: CivilDate, before last: CivilDate) -> [MissingDate] {
    guard let rule = rule?.completed(by: start), let wallClock, rule.skip == .omit, rule.positions.isEmpty,
      rule.days.isEmpty, rule.weekNumbers.isEmpty, rule.yearDays.isEmpty, rule.monthDays.contains(where: { $0 > 28 })
    else { return [] }
    var missing: [MissingDate] = []
    var (year, month) = (first.year, first.month)
    while (year, month) <= (last.year, last.month), missing.count < 100 {
      if wallClock.counts(year: year, month: month) {
        let length = CivilDate.length(ofMonth: month, year: year)
        missing += rule.monthDays.filter { $0 > length }.map { MissingDate(year: year, month: month, day: $0) }
      }
      (year, month) = month == 12 ? (year + 1, 1) : (year, month + 1)
    }
    return missing.filter { (first.year, first.month, first.day) < ($0.year, $0.month, $0.day) }
      .filter { ($0.year, $0.month, $0.day) < (last.year, last.month, last.day) }
  }
}

extension WallClockRule {
  /// True if BYMONTH and INTERVAL of a monthly or yearly rule keep the month.
  fileprivate func counts(year: Int, month: Int) -> Bool {
    guard days.months.contains(month) else { return false }
    return counts(period: frequency == .yearly ? year : year * 12 + month - 1)
  }
}
