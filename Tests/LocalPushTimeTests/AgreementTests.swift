import Testing

@testable import LocalPushTime

/// The real rules against the slow ones.
@Suite struct AgreementTests {
  static let seeds: Range<UInt64> = 0..<3_000

  @Test("daily and longer rules give what a day by day walk gives")
  func walk() throws {
    for seed in AgreementTests.seeds {
      let random = RandomRule(seed: seed, among: [.daily, .weekly, .monthly, .yearly])
      let rule = try RecurrenceRule(parsing: random.text)
      let lastDay = random.start.date.dayNumber + 4_000
      let expected = ReferenceRule(rule, start: random.start).occurrences(through: lastDay, limit: 20)
      let real = WallClockRule(rule, start: random.start)
      var found: [CivilDateTime] = []
      var second = random.start.secondNumber
      while found.count < 20, let next = real.first(from: second), next < (lastDay + 1) * 86_400 {
        found.append(CivilDateTime(uncheckedSecondNumber: next))
        second = next + 1
      }
      #expect(found == expected, "\(random)")
    }
  }
}

extension CivilDate {
  static let epoch = CivilDate(uncheckedDayNumber: 0)
}
