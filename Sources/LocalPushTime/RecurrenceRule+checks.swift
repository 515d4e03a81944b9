extension RecurrenceRule {
  /// The largest INTERVAL and COUNT; more than the seconds of 30 years make no sense for either.
  static let largestNumber = 1_000_000_000

  /// The largest COUNT of rules whose occurrences cannot be counted by year.
  static let largestCountOneByOne = 10_000

  /// Every number in its range, RFC 5545 §3.3.10.
  func checkRanges() throws(TimeError) {
    try RecurrenceRule.check("INTERVAL", [interval], in: 1...RecurrenceRule.largestNumber)
    try RecurrenceRule.check("COUNT", count.map { [$0] } ?? [], in: 1...RecurrenceRule.largestNumber)
    try RecurrenceRule.check("BYMONTH", months, in: 1...12)
    try RecurrenceRule.checkSigned("BYWEEKNO", weekNumbers, upTo: 53)
    try RecurrenceRule.checkSigned("BYYEARDAY", yearDays, upTo: 366)
    try RecurrenceRule.checkSigned("BYMONTHDAY", monthDays, upTo: 31)
    try RecurrenceRule.checkSigned("BYDAY", days.compactMap(\.ordinal), upTo: 53)
    try RecurrenceRule.check("BYHOUR", hours, in: 0...23)
    try RecurrenceRule.check("BYMINUTE", minutes, in: 0...59)
    try RecurrenceRule.check("BYSECOND", seconds, in: 0...59)
    try RecurrenceRule.checkSigned("BYSETPOS", positions, upTo: 366)
  }

  /// The parts that must not meet, RFC 5545 §3.3.10.
  func checkCombinations() throws(TimeError) {
    if count != nil, until != nil {
      throw TimeError(.rule, "COUNT, UNTIL", "a rule ends by one of them, not by both")
    }
    if let count, count > RecurrenceRule.largestCountOneByOne, needsCountingOneByOne {
      let largest = RecurrenceRule.largestCountOneByOne
      throw TimeError(.rule, "COUNT=\(count)", "must be at most \(largest) beside these BY parts; use UNTIL")
    }
    if !weekNumbers.isEmpty, frequency != .yearly {
      throw forbidden("BYWEEKNO", "works only with FREQ=YEARLY")
    }
    if !yearDays.isEmpty, [.daily, .weekly, .monthly].contains(frequency) {
      throw forbidden("BYYEARDAY", "does not work with FREQ=\(frequency.rawValue); use FREQ=YEARLY")
    }
    if !monthDays.isEmpty, frequency == .weekly {
      throw forbidden("BYMONTHDAY", "does not work with FREQ=WEEKLY; use FREQ=MONTHLY or FREQ=DAILY")
    }
    if days.contains(where: { $0.ordinal != nil }) { try checkOrdinals() }
    if !positions.isEmpty, !hasPartsToChooseFrom {
      throw forbidden("BYSETPOS", "needs another BY part to choose from")
    }
  }

  private func checkOrdinals() throws(TimeError) {
    guard frequency >= .monthly else {
      throw forbidden("BYDAY", "numbers such as 2TU work only with FREQ=MONTHLY and FREQ=YEARLY")
    }
    if !weekNumbers.isEmpty { throw forbidden("BYDAY", "numbers such as 2TU do not work beside BYWEEKNO") }
  }

  private var needsCountingOneByOne: Bool {
    frequency < .daily ? hasPartsToChooseFrom : frequency > .daily && !positions.isEmpty
  }

  private var hasPartsToChooseFrom: Bool {
    let lists = [months, weekNumbers, yearDays, monthDays, hours, minutes, seconds]
    return !days.isEmpty || lists.contains { !$0.isEmpty }
  }

  private func forbidden(_ part: String, _ reason: String) -> TimeError {
    TimeError(.rule, part, reason)
  }

  private static func check(_ part: String, _ numbers: [Int], in range: ClosedRange<Int>) throws(TimeError) {
    guard let wrong = numbers.first(where: { !range.contains($0) }) else { return }
    throw TimeError(.rule, "\(part)=\(wrong)", "must be from \(range.lowerBound) to \(range.upperBound)")
  }

  private static func checkSigned(_ part: String, _ numbers: [Int], upTo limit: Int) throws(TimeError) {
    guard let wrong = numbers.first(where: { $0 == 0 || !(-limit...limit).contains($0) }) else { return }
    throw TimeError(.rule, "\(part)=\(wrong)", "must be from 1 to \(limit), or from -\(limit) to -1")
  }
}
