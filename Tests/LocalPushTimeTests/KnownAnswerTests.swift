import Testing

@testable import LocalPushTime

/// Answers from the reports of people who met a fault elsewhere, and worked out by hand.
@Suite struct KnownAnswerTests {
  static let hazards: [RuleCase] = [
    RuleCase("FREQ=MONTHLY;BYDAY=2TU", "2026-01-01 09:00", "2026 Jan 13 Feb 10 Mar 10 Apr 14"),
    RuleCase("FREQ=MONTHLY;BYDAY=-1FR", "2025-10-01 09:00", "2025 Oct 31 Nov 28 Dec 26 2026 Jan 30"),
    RuleCase("FREQ=YEARLY;BYDAY=20MO", "1997-05-19 09:00", "1997 May 19 1998 May 18 1999 May 17"),
    RuleCase("FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO", "2020-01-01 09:00", "2020 Dec 28 2026 Dec 28 2032 Dec 27 2037 Dec 28"),
    RuleCase("FREQ=YEARLY;BYYEARDAY=366", "2024-01-01 09:00", "2024 Dec 31 2028 Dec 31 2032 Dec 31"),
    RuleCase("FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5", "2007-01-30 09:00", "2007 Jan 30 Feb 15 Mar 15,30 Apr 15 end"),
    RuleCase("FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=31", "2025-01-31 09:00", "2025 Jan 31 2026 Jan 31 2027 Jan 31"),
    RuleCase("FREQ=YEARLY", "2012-02-29 09:00", "2012 Feb 29 2016 Feb 29 2020 Feb 29 2024 Feb 29 2028 Feb 29"),
    RuleCase("FREQ=MONTHLY", "2026-01-31 09:00", "2026 Jan 31 Mar 31 May 31 Jul 31 Aug 31 Oct 31"),
    RuleCase("FREQ=MONTHLY;BYMONTHDAY=31,-1;BYSETPOS=1", "2026-01-31 09:00", "2026 Jan 31 Feb 28 Mar 31 Apr 30"),
    RuleCase(
      "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1", "2024-02-29 09:00",
      "2024 Feb 29 2025 Feb 28 2026 Feb 28 2027 Feb 28 2028 Feb 29"),
    RuleCase("FREQ=WEEKLY;INTERVAL=2;BYDAY=TH", "2023-09-03 15:00", "2023 Sep 14,28 Oct 12"),
    RuleCase("FREQ=WEEKLY;INTERVAL=2;BYDAY=TH;WKST=SU", "2023-09-03 15:00", "2023 Sep 7,21"),
    RuleCase("FREQ=WEEKLY;COUNT=3;BYDAY=WE", "2024-05-30 20:00", "2024 Jun 5,12,19 end"),
    RuleCase("FREQ=DAILY;INTERVAL=7", "2016-08-19 09:00", "2016 Aug 19,26 Sep 2,9,16,23,30 Oct 7,14,21,28 Nov 4"),
    RuleCase(
      "FREQ=DAILY;INTERVAL=2;COUNT=5", "1997-09-02 09:00", "1997 Sep 2,4,8,10 end", without: "1997-09-06T09:00:00"),
  ]

  static let skips: [RuleCase] = [
    RuleCase(
      "FREQ=YEARLY;SKIP=BACKWARD", "2024-02-29 09:00", "2024 Feb 29 2025 Feb 28 2026 Feb 28 2027 Feb 28 2028 Feb 29"),
    RuleCase(
      "FREQ=YEARLY;SKIP=FORWARD", "2024-02-29 09:00", "2024 Feb 29 2025 Mar 1 2026 Mar 1 2027 Mar 1 2028 Feb 29"),
    RuleCase("FREQ=YEARLY;SKIP=OMIT", "2024-02-29 09:00", "2024 Feb 29 2028 Feb 29"),
    RuleCase("FREQ=MONTHLY;SKIP=BACKWARD", "2026-01-31 09:00", "2026 Jan 31 Feb 28 Mar 31 Apr 30 May 31"),
    RuleCase("FREQ=MONTHLY;SKIP=FORWARD", "2026-01-31 09:00", "2026 Jan 31 Mar 1,31 May 1,31 Jul 1"),
    RuleCase(
      "FREQ=MONTHLY;SKIP=FORWARD;BYMONTHDAY=1,31", "2026-01-31 09:00", "2026 Jan 31 Feb 1 Mar 1,31 Apr 1 May 1,31"),
    RuleCase("FREQ=MONTHLY;SKIP=FORWARD;COUNT=3", "2026-01-31 09:00", "2026 Jan 31 Mar 1,31 end"),
    RuleCase("FREQ=MONTHLY;INTERVAL=2;SKIP=FORWARD;BYMONTHDAY=31", "2026-02-01 09:00", "2026 Mar 1 May 1 Jul 1 Aug 31"),
    RuleCase("FREQ=YEARLY;BYYEARDAY=366;SKIP=BACKWARD", "2024-01-01 09:00", "2024 Dec 31 2025 Dec 31 2026 Dec 31"),
    RuleCase(
      "FREQ=YEARLY;BYYEARDAY=366;SKIP=FORWARD", "2024-01-01 09:00",
      "2024 Jan 1 Dec 31 2026 Jan 1 2027 Jan 1 2028 Jan 1 Dec 31"),
    RuleCase(
      "FREQ=YEARLY;BYYEARDAY=1,366;SKIP=FORWARD;COUNT=4", "2025-01-01 09:00",
      "2025 Jan 1 2026 Jan 1 2027 Jan 1 2028 Jan 1 end"),
    RuleCase("FREQ=MONTHLY;BYMONTHDAY=30,31;SKIP=BACKWARD", "2026-02-01 09:00", "2026 Feb 28 Mar 30,31 Apr 30"),
    RuleCase(
      "FREQ=MONTHLY;BYMONTHDAY=30,31;SKIP=BACKWARD;BYSETPOS=-1", "2026-02-01 09:00", "2026 Feb 28 Mar 31 Apr 30"),
  ]

  static let edges: [RuleCase] = [
    RuleCase("FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO", "2024-01-01 09:00", "2024 Jan 1 Dec 30 2025 Dec 29 2027 Jan 4"),
    RuleCase("FREQ=YEARLY;INTERVAL=2;BYWEEKNO=1;BYDAY=MO", "2025-01-01 09:00", "2027 Jan 4 2029 Jan 1"),
    RuleCase("FREQ=YEARLY;BYWEEKNO=53;BYDAY=FR", "2027-01-01 09:00", "2027 Jan 1 2032 Dec 31"),
    RuleCase("FREQ=YEARLY;BYWEEKNO=20", "2026-05-13 09:00", "2026 May 13 2027 May 19 2028 May 17"),
    RuleCase("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO", "2024-01-01 09:00", "2044 Feb 29 2072 Feb 29 2112 Feb 29"),
    RuleCase(
      "FREQ=YEARLY;BYDAY=4TH;BYMONTHDAY=24;BYMONTH=11", "2026-01-01 09:00", "2033 Nov 24 2039 Nov 24 2044 Nov 24"),
    RuleCase("FREQ=MONTHLY;BYDAY=1MO,WE", "2026-06-01 09:00", "2026 Jun 1,3,10,17,24 Jul 1,6"),
    RuleCase(
      "FREQ=DAILY;BYHOUR=8,20;BYMINUTE=0,30;BYSETPOS=2,-1", "2026-06-01 09:00", "2026 Jun 1 20:30 2 8:30,20:30 3 8:30"),
    RuleCase("FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=-1", "2026-06-01 09:00", "2026 Jun 5,12,19"),
    RuleCase("FREQ=HOURLY;BYMINUTE=0,30;BYSETPOS=2", "2026-06-01 09:00", "2026 Jun 1 9:30,10:30"),
    RuleCase("FREQ=HOURLY;BYMINUTE=0,30", "2026-06-01 09:10", "2026 Jun 1 9:30,10:00,10:30"),
    RuleCase("FREQ=MINUTELY;BYSECOND=0,30;COUNT=3", "2026-06-01 09:10", "2026 Jun 1 9:10:00,9:10:30,9:11:00 end"),
    RuleCase("FREQ=DAILY;BYSECOND=60", "2026-06-01 09:10", "2026 Jun 1 9:10:59"),
    RuleCase("FREQ=DAILY;UNTIL=20260603", "2026-06-01 09:00", "2026 Jun 1,2,3 end"),
    RuleCase("FREQ=DAILY;UNTIL=20260603T090000", "2026-06-01 09:00", "2026 Jun 1,2,3 end"),
    RuleCase("FREQ=DAILY;UNTIL=20260603T085959", "2026-06-01 09:00", "2026 Jun 1,2 end"),
    RuleCase("FREQ=DAILY;UNTIL=20260603T090000Z", "2026-06-01 09:00", "2026 Jun 1,2,3 end"),
    RuleCase("FREQ=MINUTELY;INTERVAL=25;COUNT=3;BYHOUR=9", "2026-06-01 09:00", "2026 Jun 1 9:00,9:25,9:50 end"),
    RuleCase(
      "FREQ=SECONDLY;INTERVAL=86399;BYHOUR=8;BYMINUTE=59;BYSECOND=58", "2026-06-01 09:00",
      "2026 Jun 3 8:59:58 2262 Dec 22 8:59:58"),
  ]

  @Test("known answers", arguments: hazards + skips + edges)
  func answer(_ known: RuleCase) throws {
    try known.check(in: .utc)
  }

  static let impossible = [
    ("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", "2026-01-01 09:00"),
    ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "2026-01-01 09:00"),
    ("FREQ=MONTHLY;BYDAY=2TU;BYSETPOS=2", "2026-01-01 09:00"),
    ("FREQ=YEARLY;BYDAY=4TH;BYMONTHDAY=21;BYMONTH=11", "2026-01-01 09:00"),
    ("FREQ=MONTHLY;BYDAY=20MO", "2026-01-01 09:00"),
    ("FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=31", "2026-02-01 09:00"),
    ("FREQ=DAILY;INTERVAL=7;BYDAY=TU", "2026-06-01 09:00"),
    ("FREQ=WEEKLY;INTERVAL=3;BYDAY=MO;BYSETPOS=2", "2026-06-01 09:00"),
    ("FREQ=YEARLY;INTERVAL=2;BYMONTH=2;BYMONTHDAY=29", "2025-01-01 09:00"),
    ("FREQ=SECONDLY;BYMONTH=4;BYMONTHDAY=31", "2026-01-01 09:00"),
    ("FREQ=HOURLY;BYMINUTE=5;BYSETPOS=2", "2026-01-01 09:00"),
    ("FREQ=DAILY;UNTIL=20251231", "2026-01-01 09:00"),
    ("FREQ=YEARLY;BYMONTH=12;UNTIL=20261130", "2026-01-01 09:00"),
  ]

  @Test("a rule that never matches says so when it is added", arguments: impossible)
  func never(rule: String, start: String) throws {
    let error = try #require(throws: TimeError.self) { try RuleCase(rule, start, "").set() }
    #expect(error.code == .neverFires)
    #expect(error.description.contains("never fires: "))
  }
}
