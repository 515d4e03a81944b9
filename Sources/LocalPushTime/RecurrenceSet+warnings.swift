extension RecurrenceSet {
  /// What may not be what the writer of the recurrence meant, as sentences for a person; empty if nothing stands out.
  public var warnings: [String] {
    [startWarning, untilWarning, shortMonthWarning].compactMap { $0 }
  }

  private var startWarning: String? {
    guard let wallClock, let first = wallClock.first(from: wallClock.start), first != wallClock.start else {
      return nil
    }
    let time = CivilDateTime(uncheckedSecondNumber: first)
    return "the start \(start) does not match the rule and does not fire; the first time is \(time)"
  }

  private var untilWarning: String? {
    switch rule?.until {
    case .date(let date): "UNTIL=\(date.basicText) has no time of day; read as the end of that day"
    case .civil(let civil): "UNTIL=\(civil.basicText) has no Z; read as a time on the wall"
    case .instant, nil: nil
    }
  }

  private var shortMonthWarning: String? {
    guard let rule = rule?.completed(by: start), rule.skip == .omit, rule.positions.isEmpty, rule.days.isEmpty,
      rule.yearDays.isEmpty, rule.weekNumbers.isEmpty, rule.monthDays.allSatisfy({ $0 > 0 }),
      let day = rule.monthDays.last, let shortest = shortestMonth(of: rule), day > shortest
    else { return nil }
    return "months without a day \(day) are left out; add SKIP=BACKWARD to take their last day instead"
  }

  /// The number of days in the shortest month that a rule takes days from, in some year; nil if it has to do with none.
  private func shortestMonth(of rule: RecurrenceRule) -> Int? {
    guard rule.frequency >= .monthly, !rule.monthDays.isEmpty else { return nil }
    let months = rule.months.isEmpty ? Array(1...12) : rule.months
    let commonYear = 2001
    return months.map { CivilDate.length(ofMonth: $0, year: commonYear) }.min()
  }
}
