/// The short forms of a recurrence that users write, the `repeatInterval` of iOS.
public enum RepeatUnit: String, Hashable, Sendable, CaseIterable {
  case minute, hour, day, weekday, week, month, year

  /// The rule it stands for; `weekday` is Monday to Friday, and `month` from the 31st leaves out the shorter months.
  public var rule: RecurrenceRule {
    var rule = RecurrenceRule(unchecked: frequency)
    if self == .weekday {
      rule.days = [.monday, .tuesday, .wednesday, .thursday, .friday].map { WeekdayNumber($0) }
    }
    return rule
  }

  private var frequency: Frequency {
    switch self {
    case .minute: .minutely
    case .hour: .hourly
    case .day: .daily
    case .weekday, .week: .weekly
    case .month: .monthly
    case .year: .yearly
    }
  }
}
