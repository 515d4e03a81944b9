/// Everything that says when a message repeats: a start on the wall, a rule, and dates added and left out.
///
/// The set is that of RFC 5545 §3.8.5: what the rule yields from the start on, plus `dates`, minus `exceptions`. The
/// start itself counts if it satisfies the rule, or if there is no rule; RFC 5545 leaves the other case undefined, and
/// a start that does not match is only where the rule begins. Two occurrences at one instant are one.
public struct RecurrenceSet: Hashable, Sendable {
  /// DTSTART, on the wall of whatever zone is asked about.
  public let start: CivilDateTime
  /// RRULE; without one the start and the dates are the whole set.
  public let rule: RecurrenceRule?
  /// RDATE.
  public let dates: [Slot]
  /// EXDATE; matched by instant, however it is written.
  public let exceptions: [Slot]
  /// EXDATE without a time: nothing fires on that day.
  public let exceptionDates: [CivilDate]
  /// Ends the whole set, dates included, beside what the rule itself says.
  public let until: Until?

  let wallClock: WallClockRule?
  let elapsed: ElapsedRule?
  let listed: ListedCivilSlots
  let listedInstants: [Instant]
  let excluded: ListedCivilSlots
  let excludedInstants: [Instant]

  /// The most dates, and the most exceptions, that one set may have.
  public static let longestList = 1_000

  /// Makes a set; throws code `never-fires`, saying why, if it can have no occurrence, and `rule` for lists too long.
  public init(
    start: CivilDateTime, rule: RecurrenceRule?, dates: [Slot] = [], exceptions: [Slot] = [],
    exceptionDates: [CivilDate] = [], until: Until? = nil
  ) throws(TimeError) {
    self.start = start
    self.rule = rule
    self.dates = dates
    self.exceptions = exceptions
    self.exceptionDates = exceptionDates.sortedUnique()
    self.until = until
    wallClock = rule.flatMap { $0.frequency >= .daily ? WallClockRule($0, start: start) : nil }
    elapsed = rule.flatMap { ElapsedRule($0, start: start) }
    listed = ListedCivilSlots(dates.compactMap(\.civil) + (rule == nil ? [start] : []))
    listedInstants = dates.compactMap(\.instant).sortedUnique()
    excluded = ListedCivilSlots(exceptions.compactMap(\.civil))
    excludedInstants = exceptions.compactMap(\.instant).sortedUnique()
    try check()
  }

  private func check() throws(TimeError) {
    let longest = RecurrenceSet.longestList
    guard dates.count <= longest, exceptions.count <= longest, exceptionDates.count <= longest else {
      throw TimeError(.rule, "RDATE, EXDATE", "more than \(longest) dates")
    }
    try checkEnd()
    let canFire = !listed.seconds.isEmpty || !listedInstants.isEmpty || ruleCanFire
    guard canFire else { throw neverFires("no date from \(start) on satisfies every part of the rule") }
    guard elapsed != nil || next(after: Instant(microseconds: .min), in: .utc) != nil else {
      throw neverFires("every occurrence is left out again or comes after the end")
    }
  }

  private var ruleCanFire: Bool {
    if let elapsed { return !elapsed.isImpossible }
    return wallClock?.first(from: start.secondNumber) != nil
  }

  private func checkEnd() throws(TimeError) {
    for end in [rule?.until, until].compactMap({ $0 }) where end.latestSecondNumber < start.secondNumber {
      throw neverFires("it ends at \(end), before it starts at \(start)")
    }
  }

  private func neverFires(_ reason: String) -> TimeError {
    TimeError(.neverFires, rule?.description ?? start.description, "never fires: \(reason)")
  }
}

extension Slot {
  /// The civil time, if it is one.
  public var civil: CivilDateTime? {
    if case .civil(let civil) = self { civil } else { nil }
  }

  /// The instant, if it is one.
  public var instant: Instant? {
    if case .instant(let instant) = self { instant } else { nil }
  }
}
