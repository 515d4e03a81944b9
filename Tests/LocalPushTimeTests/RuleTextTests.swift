import LocalPushTestSupport
import Testing

@testable import LocalPushTime

@Suite struct RuleTextTests {
  @Test(
    "rules print canonically",
    arguments: [
      ("FREQ=DAILY", "FREQ=DAILY"), ("freq=weekly;byday=we,mo,mo", "FREQ=WEEKLY;BYDAY=MO,WE"),
      ("RRULE:FREQ=DAILY;INTERVAL=1", "FREQ=DAILY"), ("INTERVAL=2;FREQ=DAILY", "FREQ=DAILY;INTERVAL=2"),
      ("FREQ=WEEKLY;WKST=MO", "FREQ=WEEKLY"), ("FREQ=WEEKLY;WKST=SU", "FREQ=WEEKLY;WKST=SU"),
      ("FREQ=MONTHLY;BYDAY=+1MO,-1FR,TU", "FREQ=MONTHLY;BYDAY=-1FR,TU,1MO"),
      ("FREQ=YEARLY;SKIP=BACKWARD", "RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=BACKWARD"),
      ("RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=OMIT", "FREQ=YEARLY"),
      ("FREQ=DAILY;BYSECOND=60,5", "FREQ=DAILY;BYSECOND=5,59"),
      ("FREQ=DAILY;UNTIL=20270101T090000Z", "FREQ=DAILY;UNTIL=20270101T090000Z"),
      ("FREQ=DAILY;UNTIL=20270101T090000", "FREQ=DAILY;UNTIL=20270101T090000"),
      ("FREQ=DAILY;UNTIL=20270101", "FREQ=DAILY;UNTIL=20270101"), ("FREQ=DAILY;COUNT=0010", "FREQ=DAILY;COUNT=10"),
    ])
  func canonical(text: String, canonical: String) throws {
    let rule = try RecurrenceRule(parsing: text)
    #expect(rule.description == canonical)
    #expect(try RecurrenceRule(parsing: canonical) == rule)
  }

  static let faults: [(String, String, String)] = [
    ("", "", "not a part"), ("DAILY", "DAILY", "not a part"), ("INTERVAL=2", "INTERVAL=2", "FREQ is missing"),
    ("FREQ=FORTNIGHTLY", "FREQ=FORTNIGHTLY", "must be one of SECONDLY"), ("FREQ=DAILY;", "(empty)", "not a part"),
    ("FREQ=DAILY;INTERVAL=0", "INTERVAL=0", "from 1"), ("FREQ=DAILY;INTERVAL=-1", "INTERVAL=-1", "must be a number"),
    ("FREQ=DAILY;INTERVAL=x", "INTERVAL=X", "must be a number"), ("FREQ=DAILY;COUNT=0", "COUNT=0", "from 1"),
    ("FREQ=DAILY;COUNT=99999999999999999999", "COUNT=99999999999999999999", "must be a number"),
    ("FREQ=DAILY;INTERVAL=1000000001", "INTERVAL=1000000001", "from 1"),
    ("FREQ=DAILY;COUNT=2;UNTIL=20270101", "COUNT, UNTIL", "not by both"),
    ("FREQ=DAILY;UNTIL=soon", "UNTIL=SOON", "not a date"),
    ("FREQ=DAILY;UNTIL=20270230", "UNTIL=20270230", "there is no 30 February"),
    ("FREQ=DAILY;UNTIL=20270101T250000Z", "UNTIL=20270101T250000Z", "hours go"),
    ("FREQ=MINUTELY;BYHOUR=9;COUNT=10001", "COUNT=10001", "at most 10000"),
    ("FREQ=WEEKLY;BYDAY=MO,TU;BYSETPOS=1;COUNT=10001", "COUNT=10001", "use UNTIL"),
    ("FREQ=DAILY;FREQ=DAILY", "FREQ=DAILY", "there twice"), ("FREQ=DAILY;BYMONTH=13", "BYMONTH=13", "from 1 to 12"),
    ("FREQ=DAILY;BYMONTH=", "BYMONTH=", "must be numbers"), ("FREQ=DAILY;BYMONTH=1,", "BYMONTH=1,", "must be numbers"),
    ("FREQ=DAILY;BYHOUR=24", "BYHOUR=24", "from 0 to 23"), ("FREQ=DAILY;BYHOUR=-1", "BYHOUR=-1", "from 0 to 23"),
    ("FREQ=DAILY;BYMINUTE=60", "BYMINUTE=60", "from 0 to 59"),
    ("FREQ=DAILY;BYSECOND=61", "BYSECOND=61", "from 0 to 59"),
    ("FREQ=MONTHLY;BYMONTHDAY=0", "BYMONTHDAY=0", "from 1 to 31, or from -31 to -1"),
    ("FREQ=MONTHLY;BYMONTHDAY=32", "BYMONTHDAY=32", "from 1 to 31"),
    ("FREQ=YEARLY;BYYEARDAY=367", "BYYEARDAY=367", "366"),
    ("FREQ=YEARLY;BYWEEKNO=54", "BYWEEKNO=54", "53"), ("FREQ=MONTHLY;BYDAY=0MO", "BYDAY=0", "from 1 to 53"),
    ("FREQ=MONTHLY;BYDAY=54MO", "BYDAY=54", "from 1 to 53"), ("FREQ=WEEKLY;BYDAY=XX", "BYDAY=XX", "must be weekdays"),
    ("FREQ=WEEKLY;BYDAY=MO WE", "BYDAY=MO WE", "must be weekdays"),
    ("FREQ=WEEKLY;BYDAY=2MO", "BYDAY", "only with FREQ=MONTHLY"),
    ("FREQ=DAILY;BYDAY=2MO", "BYDAY", "only with FREQ=MONTHLY"),
    ("FREQ=YEARLY;BYWEEKNO=2;BYDAY=2MO", "BYDAY", "beside BYWEEKNO"),
    ("FREQ=MONTHLY;BYWEEKNO=2", "BYWEEKNO", "only with FREQ=YEARLY"),
    ("FREQ=MONTHLY;BYYEARDAY=2", "BYYEARDAY", "FREQ=MONTHLY"),
    ("FREQ=WEEKLY;BYMONTHDAY=2", "BYMONTHDAY", "FREQ=WEEKLY"),
    ("FREQ=MONTHLY;BYSETPOS=1", "BYSETPOS", "needs another BY part"),
    ("FREQ=MONTHLY;BYDAY=MO;BYSETPOS=0", "BYSETPOS=0", "366"),
    ("FREQ=WEEKLY;WKST=XX", "WKST=XX", "must be one of MO"), ("FREQ=DAILY;BYEASTER=0", "BYEASTER=0", "no such part"),
    ("FREQ=DAILY;X-FOO=1", "X-FOO=1", "no such part"),
    ("FREQ=YEARLY;RSCALE=CHINESE", "RSCALE=CHINESE", "only GREGORIAN"),
    ("FREQ=YEARLY;SKIP=MAYBE", "SKIP=MAYBE", "must be one of OMIT"),
    ("FREQ=DAILY BYHOUR=9", "FREQ=DAILY BYHOUR=9", "must be one of"),
  ]

  @Test("a fault names the part and says what would be right", arguments: faults)
  func fault(text: String, part: String, reason: String) throws {
    let error = try #require(throws: TimeError.self) { try RecurrenceRule(parsing: text) }
    #expect(error.code == .rule)
    #expect(error.text == (part.isEmpty ? "(empty)" : part))
    #expect(error.reason.contains(reason), "\(error)")
  }

  @Test("a rule longer than 4096 bytes is refused")
  func tooLong() {
    let text = "FREQ=DAILY;BYHOUR=" + String(repeating: "1,", count: 3_000) + "1"
    #expect(throws: TimeError.self) { try RecurrenceRule(parsing: text) }
  }

  @Test("random rules print what reads back as the same rule")
  func roundTrip() throws {
    for seed in UInt64(0)..<3_000 {
      let rule = try RecurrenceRule(parsing: RandomRule(seed: seed, among: Frequency.allCases).text)
      #expect(try RecurrenceRule(parsing: rule.description) == rule)
    }
  }

  @Test("random bytes never crash the parser", arguments: 0..<500)
  func fuzz(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var bytes = Array(RandomRule(seed: seed, among: Frequency.allCases).text.utf8)
    for _ in 0..<generator.number(1...6) {
      bytes[generator.number(0...bytes.count - 1)] = UInt8(generator.number(0...255))
    }
    let start = CivilDateTime(uncheckedSecondNumber: 1_700_000_000)
    guard let rule = try? RecurrenceRule(parsing: String(decoding: bytes, as: UTF8.self)) else { return }
    _ = try? RecurrenceSet(start: start, rule: rule).next(after: .distantPast, in: .utc)
  }

  @Test("a rule made in code is checked like a text")
  func made() throws {
    let rule = try RecurrenceRule(.weekly, interval: 2, days: [WeekdayNumber(.friday), WeekdayNumber(.monday)])
    #expect(rule.description == "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR")
    #expect(throws: TimeError.self) { try RecurrenceRule(.daily, interval: 0) }
    #expect(throws: TimeError.self) { try RecurrenceRule(.daily, hours: [24]) }
  }

  @Test(
    "the short forms are rules",
    arguments: [
      (RepeatUnit.minute, "FREQ=MINUTELY"), (.hour, "FREQ=HOURLY"), (.day, "FREQ=DAILY"),
      (.weekday, "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"), (.week, "FREQ=WEEKLY"), (.month, "FREQ=MONTHLY"),
      (.year, "FREQ=YEARLY"),
    ])
  func units(unit: RepeatUnit, text: String) {
    #expect(unit.rule.description == text)
  }

  private func set(_ rule: String, _ start: String) throws -> RecurrenceSet {
    try RecurrenceSet(start: CivilDateTime(parsing: start), rule: RecurrenceRule(parsing: rule))
  }

  @Test(
    "what may not be meant is said",
    arguments: [
      ("FREQ=WEEKLY;BYDAY=WE", "2024-05-30 20:00", "does not match the rule"),
      ("FREQ=DAILY;UNTIL=20270101", "2026-01-01 09:00", "end of that day"),
      ("FREQ=DAILY;UNTIL=20270101T000000", "2026-01-01 09:00", "on the wall"),
      ("FREQ=MONTHLY", "2026-01-31 09:00", "day 31 are left out"),
      ("FREQ=YEARLY", "2024-02-29 09:00", "day 29 are left out"),
    ])
  func warning(rule: String, start: String, text: String) throws {
    let warnings = try set(rule, start).warnings
    #expect(warnings.count == 1)
    #expect(warnings.first?.contains(text) == true)
  }

  @Test(
    "usual rules are not warned about",
    arguments: [
      ("FREQ=DAILY", "2026-01-31 09:00"), ("FREQ=MONTHLY", "2026-01-28 09:00"),
      ("FREQ=MONTHLY;SKIP=BACKWARD", "2026-01-31 09:00"),
      ("FREQ=MONTHLY;BYMONTHDAY=-1", "2026-01-31 09:00"), ("FREQ=YEARLY", "2026-12-31 09:00"),
      ("FREQ=HOURLY", "2026-01-31 09:00"),
    ])
  func noWarning(rule: String, start: String) throws {
    #expect(try set(rule, start).warnings == [])
  }

  @Test("dates that months lack are listed")
  func missing() throws {
    let monthly = try set("FREQ=MONTHLY;BYMONTHDAY=30,31", "2026-01-30 09:00")
    let dates = try monthly.missingDates(
      after: CivilDate(parsing: "2026-01-31"), before: CivilDate(parsing: "2026-05-01"))
    #expect(dates.map(\.description) == ["2026-02-30", "2026-02-31", "2026-04-31"])
    let yearly = try set("FREQ=YEARLY", "2024-02-29 09:00")
    let years = try yearly.missingDates(
      after: CivilDate(parsing: "2024-02-29"), before: CivilDate(parsing: "2028-02-29"))
    #expect(years.map(\.description) == ["2025-02-29", "2026-02-29", "2027-02-29"])
  }

  @Test("notes say what was decided")
  func notes() throws {
    let daily = try set("FREQ=DAILY", "2025-03-30 02:30")
    #expect(daily.next(after: .distantPast, in: try .berlin())?.note == "moved: 02:30 does not exist")
    let autumn = try set("FREQ=DAILY", "2025-10-26 02:30")
    #expect(
      autumn.next(after: .distantPast, in: try .berlin())?.note == "repeated: 02:30 comes twice, this is the first")
    #expect(try set("FREQ=DAILY", "2025-10-27 02:30").next(after: .distantPast, in: try .berlin())?.note == nil)
  }
}
