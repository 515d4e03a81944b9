import Testing

@testable import LocalPushTime

/// Nothing takes long, however old the rule, however far the answer, and however bad the intention.
///
/// The limits are a hundred times what is measured in a release build, since tests run unoptimised and beside others.
@Suite struct CostTests {
  static let rules = [
    "FREQ=SECONDLY", "FREQ=MINUTELY", "FREQ=HOURLY;INTERVAL=7", "FREQ=DAILY", "FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,FR",
    "FREQ=MONTHLY;BYDAY=-1FR", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO", "FREQ=DAILY;INTERVAL=999999999",
    "FREQ=YEARLY;INTERVAL=7;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
    "FREQ=SECONDLY;INTERVAL=86399;BYHOUR=9;BYMINUTE=0;BYSECOND=0", "FREQ=SECONDLY;INTERVAL=86399;BYHOUR=9",
    "FREQ=SECONDLY;INTERVAL=86399;BYSECOND=1,3,5,7,9,11;BYMINUTE=7;BYHOUR=3", "FREQ=HOURLY;INTERVAL=24;BYHOUR=10",
    "FREQ=MINUTELY;INTERVAL=2;BYMINUTE=1,3,5", "FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO;BYHOUR=3",
    "FREQ=HOURLY;INTERVAL=168;BYDAY=TU", "FREQ=DAILY;COUNT=1000000000", "FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO",
  ]

  @Test("the next occurrence of a rule from the year 1 takes no time", arguments: rules)
  func old(text: String) throws {
    let start = try CivilDateTime(parsing: "0001-01-01 00:00")
    let set = try RecurrenceSet(start: start, rule: RecurrenceRule(parsing: text))
    let now = try Instant(parsing: "2026-12-01T10:00:00Z")
    for zone in [Zone.utc, try .berlin()] {
      let duration = ContinuousClock().measure {
        _ = set.next(after: now, in: zone)
        _ = set.previous(before: now, in: zone)
      }
      #expect(duration < .milliseconds(500), "\(text) in \(zone.identifier)")
    }
  }

  static let impossible = [
    "FREQ=DAILY;INTERVAL=7;BYDAY=SU", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", "FREQ=WEEKLY;BYDAY=MO;BYSETPOS=2",
    "FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=11,-11", "FREQ=YEARLY;BYMONTH=4,6,9,11;BYMONTHDAY=31",
    "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=WEEKLY;INTERVAL=1000;BYMONTH=2;BYDAY=MO;BYSETPOS=3",
    "FREQ=MONTHLY;INTERVAL=12;BYMONTH=2", "FREQ=YEARLY;INTERVAL=4;BYYEARDAY=366",
  ]

  @Test("a rule that never fires is found out at once", arguments: impossible)
  func never(text: String) throws {
    let start = try CivilDateTime(parsing: "2027-01-04 09:00")
    let rule = try RecurrenceRule(parsing: text)
    let duration = ContinuousClock().measure {
      let error = #expect(throws: TimeError.self) { try RecurrenceSet(start: start, rule: rule) }
      #expect(error?.code == .neverFires)
    }
    #expect(duration < .milliseconds(1_000))
  }

  @Test("a thousand dates and exceptions are no burden")
  func lists() throws {
    let start = try CivilDateTime(parsing: "2026-01-01 09:00")
    let days = (0..<1_000).map { CivilDateTime(uncheckedSecondNumber: start.secondNumber + $0 * 86_400) }
    let set = try RecurrenceSet(
      start: start, rule: RepeatUnit.day.rule, dates: days.map(Slot.civil), exceptions: days.map(Slot.civil))
    var next: PlannedOccurrence?
    let duration = ContinuousClock().measure { next = set.next(after: .distantPast, in: .utc) }
    #expect(next?.slot.description == "2028-09-27T09:00:00")
    #expect(duration < .milliseconds(500))
  }
}
