import Testing

@testable import LocalPushTime

/// Times as users type them, read on Tuesday 2026-12-01 at 10:00 in Shanghai.
@Suite struct WhenExpressionTests {
  private static let now = "2026-12-01T02:00:00Z"

  private func parsed(_ text: String) throws -> ParsedTime {
    try WhenExpression(text).parsed(
      now: Instant(parsing: WhenExpressionTests.now), zone: Zone(identifier: "Asia/Shanghai"))
  }

  @Test(
    "times on the wall",
    arguments: [
      ("2026-12-01 09:00:00", "2026-12-01T09:00:00"), ("2026-12-01T09:00", "2026-12-01T09:00:00"),
      ("09:00", "2026-12-02T09:00:00"), ("11:00", "2026-12-01T11:00:00"), ("10:00", "2026-12-02T10:00:00"),
      ("10:00:01", "2026-12-01T10:00:01"), ("9pm", "2026-12-01T21:00:00"), ("9:30 PM", "2026-12-01T21:30:00"),
      ("12am", "2026-12-02T00:00:00"), ("12pm", "2026-12-01T12:00:00"), ("noon", "2026-12-01T12:00:00"),
      ("midnight", "2026-12-02T00:00:00"), ("today 18:00", "2026-12-01T18:00:00"),
      ("today 9:00", "2026-12-01T09:00:00"),
      ("tomorrow 9:00", "2026-12-02T09:00:00"), ("tomorrow 9:00 pm", "2026-12-02T21:00:00"),
      ("Tomorrow noon", "2026-12-02T12:00:00"),
      ("friday 18:30", "2026-12-04T18:30:00"), ("fri 6:30pm", "2026-12-04T18:30:00"),
      ("tuesday 11:00", "2026-12-01T11:00:00"), ("tuesday 9:00", "2026-12-08T09:00:00"),
      ("monday 00:00", "2026-12-07T00:00:00"), ("  09:00  ", "2026-12-02T09:00:00"),
    ])
  func civil(text: String, expected: String) throws {
    #expect(try parsed(text) == .civil(try CivilDateTime(parsing: expected), nil))
  }

  @Test(
    "moments",
    arguments: [
      ("2026-12-01T09:00:00+08:00", "2026-12-01T01:00:00Z"), ("2026-12-01 01:00Z", "2026-12-01T01:00:00Z"),
      ("2026-12-01T01:00:00.5Z", "2026-12-01T01:00:00.5Z"),
      ("2026-12-01T09:00:00+08:00[Asia/Shanghai]", "2026-12-01T01:00:00Z"),
      ("2026-12-01T01:00:00Z[Asia/Shanghai]", "2026-12-01T01:00:00Z"),
    ])
  func instant(text: String, expected: String) throws {
    #expect(try parsed(text) == .instant(try Instant(parsing: expected)))
  }

  @Test(
    "times on the wall of a zone in brackets",
    arguments: [
      ("2026-12-01 09:00[America/New_York]", "2026-12-01T09:00:00"),
      ("09:00 [America/New_York]", "2026-12-01T09:00:00"),
      ("21:30[America/New_York]", "2026-11-30T21:30:00"), ("tomorrow 9:00 [America/New_York]", "2026-12-01T09:00:00"),
      ("monday 22:00[America/New_York]", "2026-11-30T22:00:00"),
    ])
  func zoned(text: String, expected: String) throws {
    let zone = try Zone(identifier: "America/New_York")
    #expect(try parsed(text) == .civil(try CivilDateTime(parsing: expected), zone))
  }

  @Test("elapsed times", arguments: [("in 10m", "10m"), ("in 1h30m", "1h30m"), ("IN 1h 30m", "1h30m"), ("now", "0s")])
  func elapsed(text: String, expected: String) throws {
    #expect(try parsed(text) == .elapsed(try Duration(parsing: expected)))
  }

  @Test(
    "anything else is refused with what would be right",
    arguments: [
      ("", "write for example"), ("soon", "write for example"), ("2026-02-30 09:00", "there is no 30 February"),
      ("2026-12-01", "the time of day is missing"), ("tomorrow", "write for example tomorrow 9:00"),
      ("friday", "the time of day is missing"), ("25:00", "hours go from 0 to 23"), ("13pm", "hours go from 1 to 12"),
      ("0am", "hours go from 1 to 12"), ("in", "write for example"), ("in 10", "not a duration"),
      ("in -5m", "in the past"),
      ("2026-12-01 09:00[BST]", "abbreviation"), ("2026-12-01 09:00[Mars]", "unknown zone"),
      ("2026-12-01 09:00 BST", "not a"),
      ("2026-12-01T09:00:00+09:00[Asia/Shanghai]", "another offset"), ("in 10m [Asia/Shanghai]", "write for example"),
      ("9:00 tomorrow", "write for example"), ("9", "not a time of day"), ("2026-12-01 09:00:00.5", "not an instant"),
      ("10m", "not a time of day"),
    ])
  func refused(text: String, reason: String) throws {
    let error = try #require(throws: TimeError.self) { try parsed(text) }
    #expect(error.reason.contains(reason), "\(error)")
  }

  @Test("a parsed time resolves where the user is")
  func resolved() throws {
    let now = try Instant(parsing: WhenExpressionTests.now)
    let shanghai = try Zone(identifier: "Asia/Shanghai")
    #expect(try parsed("in 10m").resolved(now: now, in: shanghai).instant == now + .minutes(10))
    #expect(try parsed("11:00").resolved(now: now, in: shanghai).instant == now + .hours(1))
    #expect(try parsed("2026-12-01 11:00[UTC]").resolved(now: now, in: shanghai).instant == now + .hours(9))
  }
}
