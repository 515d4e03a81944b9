import LocalPushTestSupport
import Testing

@testable import LocalPushTime

/// Civil times around changes of the clock; the zones are files of the test's own.
@Suite struct ResolveTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let rule: String
    let civil: String
    let expected: String
    let kind: ResolvedTime.Kind

    init(_ rule: String, _ civil: String, _ expected: String, _ kind: ResolvedTime.Kind) {
      (self.rule, self.civil, self.expected, self.kind) = (rule, civil, expected, kind)
    }

    var testDescription: String { "\(civil) in \(rule)" }
  }

  static let berlin = "CET-1CEST,M3.5.0,M10.5.0/3"
  static let newYork = "EST5EDT,M3.2.0,M11.1.0"
  static let troll = "<+00>0<+02>-2,M3.5.0/1,M10.5.0/3"
  static let lordHowe = "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0"
  static let beirut = "EET-2EEST,M3.5.0/0,M10.5.0/0"
  static let santiago = "<-04>4<-03>,M9.1.6/24,M4.1.6/24"
  static let dublin = "IST-1GMT0,M10.5.0,M3.5.0/1"
  static let julian = "STD0DST,J60/0,300/0"
  static let nuuk = "<-02>2<-01>,M3.5.0/-1,M10.5.0/0"

  static let cases: [Case] = [
    Case(berlin, "2025-03-29 02:30", "2025-03-29T02:30:00+01:00", .unique),
    Case(berlin, "2025-03-30 01:59:59", "2025-03-30T01:59:59+01:00", .unique),
    Case(berlin, "2025-03-30 02:00", "2025-03-30T03:00:00+02:00", .gap(moved: .hours(1))),
    Case(berlin, "2025-03-30 02:30", "2025-03-30T03:30:00+02:00", .gap(moved: .hours(1))),
    Case(berlin, "2025-03-30 02:59:59", "2025-03-30T03:59:59+02:00", .gap(moved: .hours(1))),
    Case(berlin, "2025-03-30 03:00", "2025-03-30T03:00:00+02:00", .unique),
    Case(berlin, "2025-10-26 01:59:59", "2025-10-26T01:59:59+02:00", .unique),
    Case(berlin, "2025-10-26 02:00", "2025-10-26T02:00:00+02:00", .repeated),
    Case(berlin, "2025-10-26 02:30", "2025-10-26T02:30:00+02:00", .repeated),
    Case(berlin, "2025-10-26 02:59:59", "2025-10-26T02:59:59+02:00", .repeated),
    Case(berlin, "2025-10-26 03:00", "2025-10-26T03:00:00+01:00", .unique),
    Case(berlin, "2526-03-31 02:30", "2526-03-31T03:30:00+02:00", .gap(moved: .hours(1))),
    Case(berlin, "9999-03-28 02:30", "9999-03-28T03:30:00+02:00", .gap(moved: .hours(1))),
    Case(newYork, "2025-11-02 01:30", "2025-11-02T01:30:00-04:00", .repeated),
    Case(newYork, "2025-03-09 02:30", "2025-03-09T03:30:00-04:00", .gap(moved: .hours(1))),
    Case(troll, "2025-03-30 02:00", "2025-03-30T04:00:00+02:00", .gap(moved: .hours(2))),
    Case(troll, "2025-10-26 01:30", "2025-10-26T01:30:00+02:00", .repeated),
    Case(lordHowe, "2025-10-05 02:15", "2025-10-05T02:45:00+11:00", .gap(moved: .minutes(30))),
    Case(lordHowe, "2025-04-06 01:45", "2025-04-06T01:45:00+11:00", .repeated),
    Case(beirut, "2025-03-30 00:00", "2025-03-30T01:00:00+03:00", .gap(moved: .hours(1))),
    Case(santiago, "2022-09-04 00:00", "2022-09-04T01:00:00-03:00", .gap(moved: .hours(1))),
    Case(santiago, "2025-04-05 23:30", "2025-04-05T23:30:00-03:00", .repeated),
    Case(dublin, "2025-03-30 01:30", "2025-03-30T02:30:00+01:00", .gap(moved: .hours(1))),
    Case(dublin, "2025-10-26 01:30", "2025-10-26T01:30:00+01:00", .repeated),
    Case(julian, "2023-03-01 00:30", "2023-03-01T01:30:00+01:00", .gap(moved: .hours(1))),
    Case(julian, "2024-02-29 00:30", "2024-02-29T00:30:00+00:00", .unique),
    Case(julian, "2024-03-01 00:30", "2024-03-01T01:30:00+01:00", .gap(moved: .hours(1))),
    Case(julian, "2023-10-27 23:30", "2023-10-27T23:30:00+01:00", .repeated),
    Case(julian, "2024-10-26 23:30", "2024-10-26T23:30:00+01:00", .repeated),
    Case(nuuk, "2025-03-29 22:30", "2025-03-29T22:30:00-02:00", .unique),
    Case(nuuk, "2025-03-29 23:30", "2025-03-30T00:30:00-01:00", .gap(moved: .hours(1))),
  ]

  @Test("civil times resolve to the right instant", arguments: cases)
  func resolve(_ known: Case) throws {
    let zone = try Zone(rule: known.rule)
    let resolved = zone.resolve(try CivilDateTime(parsing: known.civil))
    #expect(resolved.instant.text(in: zone) == known.expected)
    #expect(resolved.kind == known.kind)
  }

  @Test("a whole day that a zone left out is a gap of 24 hours")
  func skippedDay() throws {
    let change = 1_325_239_200
    let rules = try ZoneFileWriter.rules(first: -36_000, changes: [(change, 50_400)])
    let zone = Zone(identifier: "Apia", rules: rules)
    let resolved = zone.resolve(try CivilDateTime(parsing: "2011-12-30 12:00"))
    #expect(resolved.instant.text(in: zone) == "2011-12-31T12:00:00+14:00")
    #expect(resolved.kind == .gap(moved: .days(1)))
    let after = zone.resolve(try CivilDateTime(parsing: "2011-12-31 00:00"))
    #expect(after == ResolvedTime(instant: Instant(seconds: Int64(change)), kind: .unique))
  }

  @Test("what the wall shows resolves to the same instant, or to the first of two")
  func roundTrip() throws {
    var generator = SeededGenerator(seed: 7)
    for rule in [ResolveTests.berlin, ResolveTests.lordHowe, ResolveTests.santiago, ResolveTests.nuuk] {
      let zone = try Zone(rule: rule)
      for _ in 0..<5_000 {
        let instant = Instant(seconds: Int64(generator.number(1_000_000_000...250_000_000_000)))
        let resolved = zone.resolve(zone.civil(at: instant))
        #expect(resolved.instant == instant || (resolved.kind == .repeated && resolved.instant < instant))
      }
    }
  }
}
