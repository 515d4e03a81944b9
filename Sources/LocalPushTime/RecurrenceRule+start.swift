extension RecurrenceRule {
  /// The rule with what it leaves open taken from the start, as RFC 5545 §3.3.10 says: the time, the day, the weekday.
  func completed(by start: CivilDateTime) -> RecurrenceRule {
    var rule = self
    rule.completeDays(start.date)
    if rule.frequency >= .daily {
      if hours.isEmpty { rule.hours = [start.time.hour] }
      if minutes.isEmpty { rule.minutes = [start.time.minute] }
      if seconds.isEmpty { rule.seconds = [start.time.second] }
    }
    return rule
  }

  private mutating func completeDays(_ date: CivilDate) {
    let picksDays = !monthDays.isEmpty || !yearDays.isEmpty || !days.isEmpty
    switch frequency {
    case .yearly where !picksDays && weekNumbers.isEmpty:
      if months.isEmpty { months = [date.month] }
      monthDays = [date.day]
    case .yearly where !picksDays, .weekly where !picksDays:
      days = [WeekdayNumber(date.weekday)]
    case .monthly where !picksDays:
      monthDays = [date.day]
    default:
      break
    }
  }
}
