import Testing

@testable import LocalPushTime

/// Every example of RFC 5545 §3.8.5.3, in its order, in its zone, with its dates.
@Suite struct RFCExampleTests {
  static let daily: [RuleCase] = [
    RuleCase("FREQ=DAILY;COUNT=10", "1997-09-02 09:00", "1997 Sep 2,3,4,5,6,7,8,9,10,11 end"),
    RuleCase(
      "FREQ=DAILY;UNTIL=19971224T000000Z", "1997-09-02 09:00",
      """
      1997 Sep 2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30 \
      Oct 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31 \
      Nov 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30 \
      Dec 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23 end
      """),
    RuleCase(
      "FREQ=DAILY;INTERVAL=2", "1997-09-02 09:00",
      """
      1997 Sep 2,4,6,8,10,12,14,16,18,20,22,24,26,28,30 Oct 2,4,6,8,10,12,14,16,18,20,22,24,26,28,30 \
      Nov 1,3,5,7,9,11,13,15,17,19,21,23,25,27,29 Dec 1,3
      """),
    RuleCase("FREQ=DAILY;INTERVAL=10;COUNT=5", "1997-09-02 09:00", "1997 Sep 2,12,22 Oct 2,12 end"),
    RuleCase(
      "FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA", "1998-01-01 09:00", everyDayInJanuary),
    RuleCase("FREQ=DAILY;UNTIL=20000131T140000Z;BYMONTH=1", "1998-01-01 09:00", everyDayInJanuary),
  ]

  private static let everyDayInJanuary: String = {
    let days = (1...31).map(String.init).joined(separator: ",")
    return "1998 Jan \(days) 1999 Jan \(days) 2000 Jan \(days) end"
  }()

  static let weekly: [RuleCase] = [
    RuleCase("FREQ=WEEKLY;COUNT=10", "1997-09-02 09:00", "1997 Sep 2,9,16,23,30 Oct 7,14,21,28 Nov 4 end"),
    RuleCase(
      "FREQ=WEEKLY;UNTIL=19971224T000000Z", "1997-09-02 09:00",
      "1997 Sep 2,9,16,23,30 Oct 7,14,21,28 Nov 4,11,18,25 Dec 2,9,16,23 end"),
    RuleCase(
      "FREQ=WEEKLY;INTERVAL=2;WKST=SU", "1997-09-02 09:00",
      "1997 Sep 2,16,30 Oct 14,28 Nov 11,25 Dec 9,23 1998 Jan 6,20 Feb 3,17"),
    RuleCase(
      "FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH", "1997-09-02 09:00",
      "1997 Sep 2,4,9,11,16,18,23,25,30 Oct 2 end"),
    RuleCase(
      "FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH", "1997-09-02 09:00", "1997 Sep 2,4,9,11,16,18,23,25,30 Oct 2 end"),
    RuleCase(
      "FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR", "1997-09-01 09:00",
      "1997 Sep 1,3,5,15,17,19,29 Oct 1,3,13,15,17,27,29,31 Nov 10,12,14,24,26,28 Dec 8,10,12,22 end"),
    RuleCase(
      "FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH", "1997-09-02 09:00", "1997 Sep 2,4,16,18,30 Oct 2,14,16 end"),
    RuleCase("FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO", "1997-08-05 09:00", "1997 Aug 5,10,19,24 end"),
    RuleCase("FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU", "1997-08-05 09:00", "1997 Aug 5,17,19,31 end"),
  ]

  static let monthly: [RuleCase] = [
    RuleCase(
      "FREQ=MONTHLY;COUNT=10;BYDAY=1FR", "1997-09-05 09:00",
      "1997 Sep 5 Oct 3 Nov 7 Dec 5 1998 Jan 2 Feb 6 Mar 6 Apr 3 May 1 Jun 5 end"),
    RuleCase(
      "FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR", "1997-09-05 09:00", "1997 Sep 5 Oct 3 Nov 7 Dec 5 end"),
    RuleCase(
      "FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU", "1997-09-07 09:00",
      "1997 Sep 7,28 Nov 2,30 1998 Jan 4,25 Mar 1,29 May 3,31 end"),
    RuleCase(
      "FREQ=MONTHLY;COUNT=6;BYDAY=-2MO", "1997-09-22 09:00", "1997 Sep 22 Oct 20 Nov 17 Dec 22 1998 Jan 19 Feb 16 end"),
    RuleCase("FREQ=MONTHLY;BYMONTHDAY=-3", "1997-09-28 09:00", "1997 Sep 28 Oct 29 Nov 28 Dec 29 1998 Jan 29 Feb 26"),
    RuleCase(
      "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15", "1997-09-02 09:00",
      "1997 Sep 2,15 Oct 2,15 Nov 2,15 Dec 2,15 1998 Jan 2,15 end"),
    RuleCase(
      "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1", "1997-09-30 09:00",
      "1997 Sep 30 Oct 1,31 Nov 1,30 Dec 1,31 1998 Jan 1,31 Feb 1 end"),
    RuleCase(
      "FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15", "1997-09-10 09:00",
      "1997 Sep 10,11,12,13,14,15 1999 Mar 10,11,12,13 end"),
    RuleCase(
      "FREQ=MONTHLY;INTERVAL=2;BYDAY=TU", "1997-09-02 09:00",
      "1997 Sep 2,9,16,23,30 Nov 4,11,18,25 1998 Jan 6,13,20,27 Mar 3,10,17,24,31"),
    RuleCase(
      "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "1997-09-02 09:00", "1998 Feb 13 Mar 13 Nov 13 1999 Aug 13 2000 Oct 13",
      without: "1997-09-02T09:00:00"),
    RuleCase(
      "FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13", "1997-09-13 09:00",
      "1997 Sep 13 Oct 11 Nov 8 Dec 13 1998 Jan 10 Feb 7 Mar 7 Apr 11 May 9 Jun 13"),
    RuleCase("FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3", "1997-09-04 09:00", "1997 Sep 4 Oct 7 Nov 6 end"),
    RuleCase(
      "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2", "1997-09-29 09:00",
      "1997 Sep 29 Oct 30 Nov 27 Dec 30 1998 Jan 29 Feb 26 Mar 30"),
    RuleCase("FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5", "2007-01-15 09:00", "2007 Jan 15,30 Feb 15 Mar 15,30 end"),
  ]

  static let yearly: [RuleCase] = [
    RuleCase(
      "FREQ=YEARLY;COUNT=10;BYMONTH=6,7", "1997-06-10 09:00",
      "1997 Jun 10 Jul 10 1998 Jun 10 Jul 10 1999 Jun 10 Jul 10 2000 Jun 10 Jul 10 2001 Jun 10 Jul 10 end"),
    RuleCase(
      "FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3", "1997-03-10 09:00",
      "1997 Mar 10 1999 Jan 10 Feb 10 Mar 10 2001 Jan 10 Feb 10 Mar 10 2003 Jan 10 Feb 10 Mar 10 end"),
    RuleCase(
      "FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200", "1997-01-01 09:00",
      "1997 Jan 1 Apr 10 Jul 19 2000 Jan 1 Apr 9 Jul 18 2003 Jan 1 Apr 10 Jul 19 2006 Jan 1 end"),
    RuleCase("FREQ=YEARLY;BYDAY=20MO", "1997-05-19 09:00", "1997 May 19 1998 May 18 1999 May 17"),
    RuleCase("FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", "1997-05-12 09:00", "1997 May 12 1998 May 11 1999 May 17"),
    RuleCase(
      "FREQ=YEARLY;BYMONTH=3;BYDAY=TH", "1997-03-13 09:00", "1997 Mar 13,20,27 1998 Mar 5,12,19,26 1999 Mar 4,11,18,25"),
    RuleCase(
      "FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8", "1997-06-05 09:00",
      """
      1997 Jun 5,12,19,26 Jul 3,10,17,24,31 Aug 7,14,21,28 1998 Jun 4,11,18,25 Jul 2,9,16,23,30 Aug 6,13,20,27 \
      1999 Jun 3,10,17,24 Jul 1,8,15,22,29 Aug 5,12,19,26
      """),
    RuleCase(
      "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8", "1996-11-05 09:00",
      "1996 Nov 5 2000 Nov 7 2004 Nov 2"),
  ]

  /// The RFC prints 09:00, 12:00 and 15:00 for the first, with an UNTIL that is 13:00 in New York; the second has the
  /// UNTIL that was meant.
  static let withinDays: [RuleCase] = [
    RuleCase("FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T170000Z", "1997-09-02 09:00", "1997 Sep 2 9:00,12:00 end"),
    RuleCase("FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T210000Z", "1997-09-02 09:00", "1997 Sep 2 9:00,12:00,15:00 end"),
    RuleCase(
      "FREQ=MINUTELY;INTERVAL=15;COUNT=6", "1997-09-02 09:00", "1997 Sep 2 9:00,9:15,9:30,9:45,10:00,10:15 end"),
    RuleCase("FREQ=MINUTELY;INTERVAL=90;COUNT=4", "1997-09-02 09:00", "1997 Sep 2 9:00,10:30,12:00,13:30 end"),
    RuleCase("FREQ=DAILY;BYHOUR=9,10,11,12,13,14,15,16;BYMINUTE=0,20,40", "1997-09-02 09:00", everyTwentyMinutes),
    RuleCase("FREQ=MINUTELY;INTERVAL=20;BYHOUR=9,10,11,12,13,14,15,16", "1997-09-02 09:00", everyTwentyMinutes),
  ]

  private static let everyTwentyMinutes: String = {
    let times = (9...16).flatMap { hour in ["00", "20", "40"].map { "\(hour):\($0)" } }.joined(separator: ",")
    return "1997 Sep 2 \(times) 3 \(times)"
  }()

  @Test("RFC 5545 §3.8.5.3", arguments: daily + weekly + monthly + yearly + withinDays)
  func example(_ example: RuleCase) throws {
    try example.check(in: Zone(identifier: "America/New_York"))
  }

  @Test("RFC 5545 §3.8.5.3: forever daily")
  func forever() throws {
    let set = try RuleCase("FREQ=DAILY", "1997-09-02 09:00", "").set()
    let last = try Instant(parsing: "9999-12-31T08:59:59Z")
    #expect(set.next(after: last, in: .utc)?.slot.description == "9999-12-31T09:00:00")
    #expect(set.next(after: last + .hours(1), in: .utc) == nil)
  }
}
