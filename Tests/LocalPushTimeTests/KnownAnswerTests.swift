import Testing

@testable import LocalPushTime

/// Answers worked out elsewhere, one line each: rule, start, the first occurrences.
@Suite struct KnownAnswerTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let rule: String
    let start: String
    let expected: String

    init(_ rule: String, _ start: String, _ expected: String) {
      self.rule = rule
      self.start = start
      self.expected = expected
    }

    var testDescription: String { "\(rule) from \(start)" }
  }

  static let hazards = [
    Case("FREQ=MONTHLY;BYDAY=2TU", "2026-01-01", "2026-01-13 2026-02-10 2026-03-10 2026-04-14"),
    Case("FREQ=MONTHLY;BYDAY=-1FR", "2025-10-01", "2025-10-31 2025-11-28 2025-12-26 2026-01-30"),
    Case("FREQ=YEARLY;BYDAY=20MO", "1997-05-19", "1997-05-19 1998-05-18 1999-05-17"),
    Case("FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO", "2020-01-01", "2020-12-28 2026-12-28 2032-12-27 2037-12-28"),
    Case("FREQ=YEARLY;BYYEARDAY=366", "2024-01-01", "2024-12-31 2028-12-31 2032-12-31"),
    Case(
      "FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5", "2007-01-30",
      "2007-01-30 2007-02-15 2007-03-15 2007-03-30 2007-04-15 end"),
    Case("FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=31", "2025-01-31", "2025-01-31 2026-01-31 2027-01-31"),
    Case("FREQ=YEARLY", "2012-02-29", "2012-02-29 2016-02-29 2020-02-29 2024-02-29"),
    Case("FREQ=MONTHLY", "2026-01-31", "2026-01-31 2026-03-31 2026-05-31 2026-07-31 2026-08-31 2026-10-31"),
    Case("FREQ=MONTHLY;BYMONTHDAY=31,-1;BYSETPOS=1", "2026-01-31", "2026-01-31 2026-02-28 2026-03-31 2026-04-30"),
    Case("FREQ=WEEKLY;INTERVAL=2;BYDAY=TH", "2023-09-03", "2023-09-14 2023-09-28 2023-10-12"),
    Case("FREQ=WEEKLY;INTERVAL=2;BYDAY=TH;WKST=SU", "2023-09-03", "2023-09-07 2023-09-21"),
    Case("FREQ=WEEKLY;COUNT=3;BYDAY=WE", "2024-05-30", "2024-06-05 2024-06-12 2024-06-19 end"),
    Case("FREQ=YEARLY;SKIP=BACKWARD", "2024-02-29", "2024-02-29 2025-02-28 2026-02-28 2027-02-28 2028-02-29"),
    Case("FREQ=YEARLY;SKIP=FORWARD", "2024-02-29", "2024-02-29 2025-03-01 2026-03-01 2027-03-01 2028-02-29"),
  ]

  @Test("the hazards", arguments: hazards)
  func hazard(_ known: Case) throws {
    let start = try CivilDateTime(parsing: "\(known.start) 09:00")
    let set = try RecurrenceSet(start: start, rule: RecurrenceRule(parsing: known.rule))
    var found: [String] = []
    var after = Instant.distantPast
    let expected = known.expected.split(separator: " ").map(String.init)
    while found.count < expected.count {
      guard let next = set.next(after: after, in: .utc) else {
        found.append("end")
        break
      }
      found.append(next.slot.civil?.date.description ?? "no civil slot")
      after = next.instant
    }
    #expect(found == expected)
  }
}
