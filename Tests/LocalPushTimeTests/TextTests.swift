import LocalPushTestSupport
import Testing

@testable import LocalPushTime

/// Text forms both ways: parse, print, parse.
@Suite struct TextTests {
  @Test(
    "durations print canonically",
    arguments: [
      ("90s", "1m30s"), ("10m", "10m"), ("2h", "2h"), ("3d", "3d"), ("1w", "1w"), ("1h30m", "1h30m"),
      ("500ms", "500ms"),
      ("7d", "1w"), ("8d", "8d"), ("24h", "1d"), ("0s", "0s"), ("0m", "0s"), ("-10m", "-10m"), ("1w2d", "9d"),
      ("1500us", "1ms500us"), ("90m", "1h30m"), ("1d2h3m4s5ms6us", "1d2h3m4s5ms6us"), ("3660000d", "3660000d"),
    ])
  func duration(text: String, canonical: String) throws {
    let duration = try Duration(parsing: text)
    #expect(duration.description == canonical)
    #expect(try Duration(parsing: canonical) == duration)
  }

  @Test(
    "texts that are no durations are refused",
    arguments: [
      "", "10", "m", "10 m", "1m1h", "1h1h", "1.5h", "١٠m", "10M", "-", "99999999999999w", "3660001d", "1h-30m", "1y",
      "+5m",
    ])
  func noDuration(text: String) throws {
    let error = try #require(throws: TimeError.self) { try Duration(parsing: text) }
    #expect(error.code == .duration)
  }

  @Test(
    "dates that do not exist are refused by name",
    arguments: [
      ("2026-02-30", "there is no 30 February in 2026, the month has 28 days"),
      ("2025-02-29", "there is no 29 February in 2025, the month has 28 days"),
      ("2026-04-31", "there is no 31 April in 2026, the month has 30 days"),
      ("1900-02-29", "there is no 29 February in 1900, the month has 28 days"), ("2026-13-01", "there is no month 13"),
      ("2026-00-01", "there is no month 0"), ("2026-01-00", "there is no 0 January in 2026, the month has 31 days"),
      ("0000-01-01", "the year must be between 1 and 9999"), ("2026-1-1", "not a date; write it as 2026-12-01"),
      ("26-01-01", "not a date; write it as 2026-12-01"), ("2026-01-01x", "not a date; write it as 2026-12-01"),
      ("", "not a date; write it as 2026-12-01"), ("２０２６-01-01", "not a date; write it as 2026-12-01"),
    ])
  func noDate(text: String, reason: String) throws {
    let error = try #require(throws: TimeError.self) { try CivilDate(parsing: text) }
    #expect(error.code == .date)
    #expect(error.reason == reason)
  }

  @Test(
    "times that no clock shows are refused",
    arguments: [
      "24:00", "23:60", "23:59:60", "9", "", "09:0", "9:00:0", "09:00:00x", "-1:00", "09-00",
    ])
  func noTime(text: String) throws {
    let error = try #require(throws: TimeError.self) { try CivilTime(parsing: text) }
    #expect(error.code == .time)
  }

  @Test(
    "civil times",
    arguments: [
      ("2026-12-01 09:00:00", "2026-12-01T09:00:00"), ("2026-12-01T09:00:00", "2026-12-01T09:00:00"),
      ("2026-12-01 09:00", "2026-12-01T09:00:00"), ("2026-12-01 9:05", "2026-12-01T09:05:00"),
      ("0001-01-01T00:00:00", "0001-01-01T00:00:00"), ("9999-12-31T23:59:59", "9999-12-31T23:59:59"),
    ])
  func civil(text: String, canonical: String) throws {
    let civil = try CivilDateTime(parsing: text)
    #expect(civil.description == canonical)
    #expect(try CivilDateTime(parsing: canonical) == civil)
    #expect(try CivilDateTime(basic: civil.basicText) == civil)
  }

  @Test(
    "instants",
    arguments: [
      ("2026-12-01T09:00:00+08:00", "2026-12-01T01:00:00Z"), ("2026-12-01T01:00:00Z", "2026-12-01T01:00:00Z"),
      ("2026-12-01 01:00:00.250Z", "2026-12-01T01:00:00.25Z"),
      ("2026-12-01T01:00:00,000001Z", "2026-12-01T01:00:00.000001Z"),
      ("2026-12-01T01:00:00.1234567Z", "2026-12-01T01:00:00.123456Z"),
      ("1969-12-31T23:59:59.5Z", "1969-12-31T23:59:59.5Z"),
      ("2026-12-01T01:00Z", "2026-12-01T01:00:00Z"), ("1880-01-01T00:00:00+00:53:28", "1879-12-31T23:06:32Z"),
    ])
  func instant(text: String, canonical: String) throws {
    let instant = try Instant(parsing: text)
    #expect(instant.description == canonical)
    #expect(try Instant(parsing: canonical) == instant)
    #expect(try Slot(parsing: text) == .instant(instant))
  }

  @Test(
    "texts that are no instants are refused",
    arguments: [
      "2026-12-01T09:00:00", "2026-02-30T00:00:00Z", "2026-12-01T24:00:00Z", "2026-12-01T09:00:00.Z",
      "2026-12-01T09:00:00+8",
      "2026-12-01T09:00:00+24:00", "2026-12-01T09:00:00Z ", "2026-12-01T09:00:00z", "2026-12-01Z", "now", "",
    ])
  func noInstant(text: String) throws {
    #expect(throws: TimeError.self) { try Instant(parsing: text) }
  }

  @Test("an instant prints with the offset of a zone")
  func offset() throws {
    let instant = try Instant(parsing: "2026-03-29T01:30:00Z")
    #expect(instant.text(in: try .berlin()) == "2026-03-29T03:30:00+02:00")
    #expect(instant.text(in: .utc) == "2026-03-29T01:30:00Z")
    #expect(instant.text(in: try Zone(identifier: "+00:00")) == "2026-03-29T01:30:00+00:00")
  }

  @Test(
    "ends of recurrences",
    arguments: [
      ("2027-01-01", "20270101"), ("2027-01-01T09:00:00", "20270101T090000"),
      ("2027-01-01T09:00:00Z", "20270101T090000Z"),
    ])
  func until(text: String, basic: String) throws {
    let until = try Until(parsing: text)
    #expect(until.description == text)
    #expect(until.basicText == basic)
    #expect(try Until(basic: basic) == until)
  }

  @Test("whatever a random moment prints reads back as the same")
  func roundTrip() throws {
    var generator = SeededGenerator(seed: 11)
    let range = Instant.distantPast.microseconds...Instant.distantFuture.microseconds
    for _ in 0..<5_000 {
      let instant = Instant(microseconds: Int64.random(in: range, using: &generator))
      #expect(try Instant(parsing: instant.description) == instant)
      let civil = Zone.utc.civil(at: instant)
      #expect(try Slot(parsing: civil.description) == .civil(civil))
      let duration = Duration(microseconds: instant.microseconds)
      #expect(try Duration(parsing: duration.description) == duration)
      #expect(CivilDate(dayNumber: civil.date.dayNumber) == civil.date)
    }
  }

  @Test("errors show what was wrong without repeating all of it")
  func errors() throws {
    let long = String(repeating: "x", count: 500) + "\u{7}"
    let error = try #require(throws: TimeError.self) { try CivilDate(parsing: long) }
    #expect(error.text.count == 81)
    #expect(error.description == "\(error.text): not a date; write it as 2026-12-01")
    #expect(TimeError(.date, "a\u{1B}[31m\n", "no").text == "a\u{FFFD}[31m\u{FFFD}")
    #expect(TimeError(.date, "", "no").description == "(empty): no")
  }
}
