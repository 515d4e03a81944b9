import Testing

@testable import LocalPushTime

/// Recurrences in zones whose clocks change: what fires when, and under which slot.
@Suite struct RecurrenceSetTests {
  private func set(
    _ rule: String?, _ start: String, dates: [String] = [], exceptions: [String] = [], days: [String] = [],
    until: String? = nil
  ) throws -> RecurrenceSet {
    try RecurrenceSet(
      start: CivilDateTime(parsing: start), rule: rule.map { try RecurrenceRule(parsing: $0) },
      dates: dates.map { try Slot(parsing: $0) }, exceptions: exceptions.map { try Slot(parsing: $0) },
      exceptionDates: days.map { try CivilDate(parsing: $0) }, until: until.map { try Until(parsing: $0) })
  }

  /// The first occurrences, each as `slot -> moment`, and again backwards as a check.
  private func occurrences(
    of set: RecurrenceSet, in zone: Zone, from first: String = "0001-01-01T00:00:00Z", count: Int
  ) throws -> [String] {
    var found: [PlannedOccurrence] = []
    var after = try Instant(parsing: first)
    while found.count < count, let next = set.next(after: after, in: zone) {
      found.append(next)
      after = next.instant
    }
    var backwards: [PlannedOccurrence] = []
    var before = after + .seconds(1)
    while backwards.count < found.count, let previous = set.previous(before: before, in: zone) {
      backwards.insert(previous, at: 0)
      before = previous.instant
    }
    #expect(found == backwards)
    return found.map { "\($0.slot) -> \($0.instant.text(in: zone))" }
  }

  @Test("a daily time in the gap moves forward once, counts, and is back the next day")
  func gap() throws {
    let found = try occurrences(of: set("FREQ=DAILY;COUNT=4", "2025-03-29 02:30"), in: .berlin(), count: 9)
    #expect(
      found == [
        "2025-03-29T02:30:00 -> 2025-03-29T02:30:00+01:00", "2025-03-30T02:30:00 -> 2025-03-30T03:30:00+02:00",
        "2025-03-31T02:30:00 -> 2025-03-31T02:30:00+02:00", "2025-04-01T02:30:00 -> 2025-04-01T02:30:00+02:00",
      ])
  }

  @Test("a daily time that clocks show twice fires once, the first time")
  func repeated() throws {
    let found = try occurrences(of: set("FREQ=DAILY", "2025-10-25 02:30"), in: .berlin(), count: 3)
    #expect(
      found == [
        "2025-10-25T02:30:00 -> 2025-10-25T02:30:00+02:00", "2025-10-26T02:30:00 -> 2025-10-26T02:30:00+02:00",
        "2025-10-27T02:30:00 -> 2025-10-27T02:30:00+01:00",
      ])
  }

  @Test("between the two passes of a repeated hour nothing daily fires again")
  func betweenPasses() throws {
    let set = try set("FREQ=DAILY;BYMINUTE=0,30;BYHOUR=2", "2025-10-25 02:30")
    let next = set.next(after: try Instant(parsing: "2025-10-26T01:10:00Z"), in: try .berlin())
    #expect(next?.slot.description == "2025-10-27T02:00:00")
    let previous = set.previous(before: try Instant(parsing: "2025-10-26T01:10:00Z"), in: try .berlin())
    #expect(previous?.slot.description == "2025-10-26T02:30:00")
  }

  @Test("times from the gap and times after it come in the order of the clock, each moment once")
  func gapOrder() throws {
    let set = try set("FREQ=DAILY;BYHOUR=2,3;BYMINUTE=0,15,30", "2025-03-30 00:00")
    let found = try occurrences(of: set, in: .berlin(), count: 4)
    #expect(
      found == [
        "2025-03-30T03:00:00 -> 2025-03-30T03:00:00+02:00", "2025-03-30T03:15:00 -> 2025-03-30T03:15:00+02:00",
        "2025-03-30T03:30:00 -> 2025-03-30T03:30:00+02:00", "2025-03-31T02:00:00 -> 2025-03-31T02:00:00+02:00",
      ])
    let mixed = try self.set(
      "FREQ=DAILY;BYHOUR=2,3;BYMINUTE=10,50", "2025-03-30 00:00", exceptions: ["2025-03-30T03:10:00"])
    #expect(
      try occurrences(of: mixed, in: .berlin(), count: 2) == [
        "2025-03-30T03:50:00 -> 2025-03-30T03:50:00+02:00", "2025-03-31T02:10:00 -> 2025-03-31T02:10:00+02:00",
      ])
  }

  @Test("a minutely rule has occurrences in both passes, an hourly one keeps its distance")
  func elapsed() throws {
    let minutely = try set("FREQ=MINUTELY;INTERVAL=30", "2025-10-26 01:30")
    #expect(
      try occurrences(of: minutely, in: .berlin(), count: 6) == [
        "2025-10-25T23:30:00Z -> 2025-10-26T01:30:00+02:00", "2025-10-26T00:00:00Z -> 2025-10-26T02:00:00+02:00",
        "2025-10-26T00:30:00Z -> 2025-10-26T02:30:00+02:00", "2025-10-26T01:00:00Z -> 2025-10-26T02:00:00+01:00",
        "2025-10-26T01:30:00Z -> 2025-10-26T02:30:00+01:00", "2025-10-26T02:00:00Z -> 2025-10-26T03:00:00+01:00",
      ])
    let hourly = try set("FREQ=HOURLY;INTERVAL=4", "2025-03-29 22:30")
    #expect(
      try occurrences(of: hourly, in: .berlin(), count: 3) == [
        "2025-03-29T21:30:00Z -> 2025-03-29T22:30:00+01:00", "2025-03-30T01:30:00Z -> 2025-03-30T03:30:00+02:00",
        "2025-03-30T05:30:00Z -> 2025-03-30T07:30:00+02:00",
      ])
  }

  @Test("BYHOUR of a minutely rule looks at the wall: both passes of 02, and nothing in the gap")
  func elapsedLimits() throws {
    let set = try set("FREQ=MINUTELY;INTERVAL=30;BYHOUR=2", "2025-03-29 02:00")
    let spring = try occurrences(of: set, in: .berlin(), from: "2025-03-29T01:00:00Z", count: 2)
    #expect(spring.last == "2025-03-31T00:00:00Z -> 2025-03-31T02:00:00+02:00")
    let autumn = try occurrences(of: set, in: .berlin(), from: "2025-10-25T12:00:00Z", count: 5)
    #expect(
      autumn.map { $0.suffix(14) } == [
        "02:00:00+02:00", "02:30:00+02:00", "02:00:00+01:00", "02:30:00+01:00", "02:00:00+01:00",
      ])
  }

  @Test("of a half hour that is skipped, a minutely rule keeps what comes right after it")
  func halfHourGap() throws {
    let set = try set("FREQ=MINUTELY;BYHOUR=2;BYMINUTE=10,35", "2025-10-05 01:50")
    let found = try occurrences(of: set, in: Zone(rule: ResolveTests.lordHowe), count: 2)
    #expect(found.map { $0.suffix(25) } == ["2025-10-05T02:35:00+11:00", "2025-10-06T02:10:00+11:00"])
  }

  @Test("midnight that a zone skips is the first moment of the day")
  func midnightGap() throws {
    let zone = try Zone(rule: ResolveTests.beirut)
    let found = try occurrences(of: set("FREQ=DAILY", "2025-03-29 00:00"), in: zone, count: 3)
    #expect(
      found.map { $0.suffix(25) } == [
        "2025-03-29T00:00:00+02:00", "2025-03-30T01:00:00+03:00", "2025-03-31T00:00:00+03:00",
      ])
  }

  @Test("the wall time stays the same across a change, so the moments do not")
  func wallTime() throws {
    let zone = try Zone(rule: ResolveTests.newYork)
    let spring = try occurrences(of: set("FREQ=DAILY", "2025-03-08 09:00"), in: zone, count: 3)
    #expect(spring.map { $0.suffix(6) } == ["-05:00", "-04:00", "-04:00"])
    let autumn = try occurrences(of: set("FREQ=DAILY", "2025-11-01 09:00"), in: zone, count: 3)
    #expect(autumn.map { $0.suffix(6) } == ["-04:00", "-05:00", "-05:00"])
  }

  @Test("dates are added and exceptions taken away last, compared by moment")
  func datesAndExceptions() throws {
    let zone = try Zone.berlin()
    let set = try set(
      "FREQ=DAILY;COUNT=4", "2026-06-01 09:00",
      dates: ["2026-06-02T12:00:00", "2026-06-10T07:00:00Z", "2026-06-03T09:00:00"],
      exceptions: ["2026-06-02T07:00:00Z", "2026-06-04T07:00:00Z"])
    #expect(
      try occurrences(of: set, in: zone, count: 9) == [
        "2026-06-01T09:00:00 -> 2026-06-01T09:00:00+02:00", "2026-06-02T12:00:00 -> 2026-06-02T12:00:00+02:00",
        "2026-06-03T09:00:00 -> 2026-06-03T09:00:00+02:00", "2026-06-10T07:00:00Z -> 2026-06-10T09:00:00+02:00",
      ])
  }

  @Test("an exception on the wall leaves out the moment it means, so of a repeated hour the first pass only")
  func wallExceptions() throws {
    let set = try set("FREQ=HOURLY", "2025-10-26 01:30", exceptions: ["2025-10-26T02:30:00", "2025-10-26T03:30:00"])
    #expect(
      try occurrences(of: set, in: .berlin(), count: 3).map { $0.suffix(25) } == [
        "2025-10-26T01:30:00+02:00", "2025-10-26T02:30:00+01:00", "2025-10-26T04:30:00+01:00",
      ])
  }

  @Test("an exception without a time leaves out the whole day, of rules within days too")
  func exceptionDates() throws {
    let daily = try set("FREQ=DAILY;BYHOUR=9,17;COUNT=6", "2026-06-01 09:00", days: ["2026-06-02"])
    #expect(
      try occurrences(of: daily, in: .berlin(), count: 9).map { $0.prefix(13) } == [
        "2026-06-01T09", "2026-06-01T17", "2026-06-03T09", "2026-06-03T17",
      ])
    let minutely = try set("FREQ=MINUTELY", "2026-06-01 23:58", days: ["2026-06-02"])
    #expect(
      try occurrences(of: minutely, in: .berlin(), count: 4).map { $0.suffix(25) } == [
        "2026-06-01T23:58:00+02:00", "2026-06-01T23:59:00+02:00", "2026-06-03T00:00:00+02:00",
        "2026-06-03T00:01:00+02:00",
      ])
  }

  @Test("without a rule the start and the dates are the set")
  func noRule() throws {
    let set = try set(
      nil, "2026-06-01 09:00", dates: ["2026-06-05T09:00:00", "2026-05-05T09:00:00", "2026-06-01T07:00:00Z"])
    #expect(
      try occurrences(of: set, in: .berlin(), count: 9).map { $0.prefix(10) } == [
        "2026-05-05", "2026-06-01", "2026-06-05",
      ])
  }

  @Test("fractions of a second in added moments are kept")
  func fractions() throws {
    let set = try set(nil, "2026-06-01 09:00", dates: ["2026-06-01T07:00:00.25Z", "2026-06-01T07:00:00.5Z"])
    let slots = try occurrences(of: set, in: .berlin(), count: 9).map { $0.prefix { $0 != ">" } }
    #expect(slots == ["2026-06-01T09:00:00 -", "2026-06-01T07:00:00.25Z -", "2026-06-01T07:00:00.5Z -"])
  }

  @Test(
    "every form of an end includes the end itself",
    arguments: [
      ("2026-06-03", 3), ("2026-06-03T09:00:00", 3), ("2026-06-03T08:59:59", 2), ("2026-06-03T07:00:00Z", 3),
      ("2026-06-03T06:59:59Z", 2), ("2026-06-03T09:00:00+02:00", 3),
    ])
  func until(text: String, count: Int) throws {
    let set = try set("FREQ=DAILY", "2026-06-01 09:00", until: text)
    #expect(try occurrences(of: set, in: .berlin(), count: 9).count == count)
    let hourly = try self.set("FREQ=HOURLY;INTERVAL=24", "2026-06-01 09:00", until: text)
    #expect(try occurrences(of: hourly, in: .berlin(), count: 9).count == count)
  }

  @Test("COUNT below a day counts what BY parts let through")
  func countWithLimits() throws {
    let set = try set("FREQ=MINUTELY;INTERVAL=30;BYHOUR=9;COUNT=5", "2026-06-01 09:00")
    #expect(
      try occurrences(of: set, in: .berlin(), count: 9).map { $0.prefix(17) } == [
        "2026-06-01T07:00:", "2026-06-01T07:30:", "2026-06-02T07:00:", "2026-06-02T07:30:", "2026-06-03T07:00:",
      ])
  }

  @Test("a floating recurrence asked in another zone has the same slots at other moments")
  func floating() throws {
    let set = try set("FREQ=DAILY", "2026-06-01 15:00")
    let after = try Instant(parsing: "2026-06-10T12:00:00Z")
    let berlin = try #require(set.next(after: after, in: .berlin()))
    let newYork = try #require(set.next(after: after, in: Zone(rule: ResolveTests.newYork)))
    #expect(berlin.slot == newYork.slot)
    #expect(newYork.instant - berlin.instant == .hours(6))
  }

  @Test("exceptions that leave nothing are said at once, lists that are too long too")
  func empty() throws {
    let error = try #require(throws: TimeError.self) {
      try set("FREQ=DAILY;COUNT=2", "2026-06-01 09:00", days: ["2026-06-01", "2026-06-02"])
    }
    #expect(error.code == .neverFires)
    let days = (0...1_000).map { CivilDate(uncheckedDayNumber: 20_000 + $0).description }
    #expect(throws: TimeError.self) { try set("FREQ=DAILY", "2026-06-01 09:00", days: days) }
  }

  @Test("all slots of a daily rule come at their moments, whatever clocks do", arguments: AgreementTests.zones)
  func allMoments(name: String) throws {
    let zone = try Zone(identifier: name)
    for change in zone.rules.transitions.filter({ (0...1_900_000_000).contains($0) }).suffix(12) {
      let start = zone.civil(at: Instant(seconds: Int64(change - 86_400)))
      let rule = try RecurrenceRule(parsing: "FREQ=DAILY;BYHOUR=0,1,2,3,4,22,23;BYMINUTE=0,20,30,45;COUNT=84")
      let slots = ReferenceRule(rule, start: start).occurrences(through: start.date.dayNumber + 9, limit: 84)
      let expected = slots.map { zone.resolve($0).instant }.sortedUnique()
      let set = try RecurrenceSet(start: start, rule: rule)
      var found: [Instant] = []
      while let next = set.next(after: found.last ?? .distantPast, in: zone) { found.append(next.instant) }
      #expect(found == expected, "\(start) in \(name)")
      var backwards: [Instant] = []
      while let previous = set.previous(before: backwards.last ?? .distantFuture, in: zone) {
        backwards.append(previous.instant)
      }
      #expect(backwards.reversed() == expected, "\(start) in \(name)")
    }
  }
}
