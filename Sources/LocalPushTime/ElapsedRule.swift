/// An hourly, minutely or secondly rule with its start: instants a constant time apart.
///
/// The steps are counted in elapsed time from the start, so both passes of a repeated hour have occurrences and a
/// skipped hour has none. What the wall shows at a step decides whether BYHOUR and the like let it through. BYMINUTE of
/// an hourly rule, and BYSECOND of an hourly or minutely one, put several occurrences into the wall clock hour or minute
/// of the step.
struct ElapsedRule: Hashable, Sendable {
  /// Elapsed seconds between two steps.
  let step: Int
  let start: CivilDateTime
  /// How much of the wall clock a step stands for: 1 second, or the minute or hour that the step lies in.
  let window: Int
  /// The occurrences within a window, in seconds from its beginning.
  let times: TimesOfDay
  /// The seconds on the wall that all BY parts with a limiting effect let through, as a daily rule; nil if all are.
  let limits: WallClockRule?
  let count: Int?
  let until: Until?

  init?(_ rule: RecurrenceRule, start: CivilDateTime) {
    guard let unit = rule.frequency.seconds else { return nil }
    step = unit * rule.interval
    self.start = start
    let expandsMinutes = rule.frequency == .hourly && !rule.minutes.isEmpty
    let expandsSeconds = rule.frequency >= .minutely && !rule.seconds.isEmpty
    window = expandsMinutes ? 3_600 : expandsSeconds ? 60 : 1
    times = TimesOfDay(
      hours: NumberBits([0]),
      minutes: NumberBits(expandsMinutes ? rule.minutes : [0]),
      seconds: NumberBits(expandsSeconds ? rule.seconds : expandsMinutes ? [start.time.second] : [0]),
      positions: rule.positions)
    limits = ElapsedRule.limits(of: rule)
    count = rule.count
    until = rule.until
  }

  private static func limits(of rule: RecurrenceRule) -> WallClockRule? {
    var daily = RecurrenceRule(unchecked: .daily)
    daily.months = rule.months
    daily.yearDays = rule.yearDays
    daily.monthDays = rule.monthDays
    daily.days = rule.days
    daily.hours = rule.hours
    daily.minutes = rule.frequency < .hourly ? rule.minutes : []
    daily.seconds = rule.frequency < .minutely ? rule.seconds : []
    guard daily != RecurrenceRule(unchecked: .daily) else { return nil }
    if daily.hours.isEmpty { daily.hours = Array(0...23) }
    if daily.minutes.isEmpty { daily.minutes = Array(0...59) }
    if daily.seconds.isEmpty { daily.seconds = Array(0...59) }
    return WallClockRule(daily, start: CivilDateTime(uncheckedSecondNumber: CivilDateTime.secondNumbers.lowerBound))
  }

  /// True if no zone could make it fire, since no date or no time satisfies the BY parts.
  var isImpossible: Bool {
    times.count == 0 || limits.map { $0.firstOfAll(from: start.secondNumber) == nil } ?? false
  }
}
