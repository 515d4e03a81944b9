import Foundation
import LocalPushTestSupport
import Testing

@testable import LocalPushTime

@Suite struct ZoneTests {
  @Test(
    "names, offsets and UTC are zones",
    arguments: [
      ("Asia/Shanghai", "Asia/Shanghai"), ("America/Argentina/Ushuaia", "America/Argentina/Ushuaia"), ("UTC", "UTC"),
      ("+08:00", "+08:00"), ("-0330", "-03:30"), ("+05", "+05:00"), ("Etc/GMT+2", "Etc/GMT+2"),
    ])
  func accepted(name: String, identifier: String) throws {
    #expect(try Zone(identifier: name).identifier == identifier)
  }

  static let refusedNames: [(String, String)] = [
    ("BST", "abbreviation"), ("IST", "abbreviation"), ("EST", "America/New_York"), ("CET", "abbreviation"),
    ("cest", "abbreviation"), ("Z", "UTC"), ("europe/berlin", "did you mean Europe/Berlin?"),
    ("Berlin", "did you mean Europe/Berlin?"), ("new york", "did you mean America/New_York?"),
    ("../../etc/passwd", "path"), ("/etc/passwd", "path"), ("Europe/../../../etc/passwd", "path"),
    ("W. Europe Standard Time", "Windows"), ("Eastern Standard Time", "Windows"), ("Mars/Olympus", "unknown zone"),
    ("", "unknown zone"), ("posix/Europe/Berlin", "unknown zone"), ("right/Europe/Berlin", "unknown zone"),
    ("localtime", "unknown zone"), ("Europe", "unknown zone"), ("zone.tab", "unknown zone"), ("+25:00", "unknown zone"),
    ("+8", "unknown zone"), ("Europe/Berlin\u{0}", "path"), ("Ünited/Kingdom", "path"), ("GMT+2", "unknown zone"),
  ]

  @Test("anything else is refused, saying what would be right", arguments: refusedNames)
  func refused(name: String, reason: String) throws {
    let error = try #require(throws: TimeError.self) { try Zone(identifier: name) }
    #expect(error.code == .zone)
    #expect(error.reason.contains(reason), "\(error)")
  }

  @Test("the offset of a fixed zone never changes")
  func fixed() throws {
    let zone = try Zone(identifier: "+05:30")
    #expect([Instant.distantPast, .distantFuture].map(zone.offset) == [19_800, 19_800])
    #expect(zone.civil(at: Instant(seconds: 0)).description == "1970-01-01T05:30:00")
  }

  @Test("civil times stay within the years that have a text form")
  func bounds() throws {
    let zone = try Zone(identifier: "-05:00")
    #expect(zone.civil(at: .distantPast).description == "0001-01-01T00:00:00")
    #expect(zone.civil(at: Instant(microseconds: .max)).description == "9999-12-31T23:59:59")
    #expect(zone.civil(at: Instant(microseconds: .min)).description == "0001-01-01T00:00:00")
  }

  @Test("after the listed changes the rule goes on for ever, the same every 400 years")
  func farFuture() throws {
    let berlin = try Zone.berlin()
    for year in [2024, 2424, 2824, 9624] {
      #expect(berlin.offset(at: try Instant(parsing: "\(year)-03-31T00:59:59Z")) == 3_600)
      #expect(berlin.offset(at: try Instant(parsing: "\(year)-03-31T01:00:00Z")) == 7_200)
      #expect(berlin.offset(at: try Instant(parsing: "\(year)-10-27T00:59:59Z")) == 7_200)
      #expect(berlin.offset(at: try Instant(parsing: "\(year)-10-27T01:00:00Z")) == 3_600)
    }
  }

  @Test("summer time all year round has no changes")
  func permanentSummer() throws {
    let zone = try Zone(rule: "XXX3EDT4,0/0,J365/23")
    #expect(zone.rules.transitions.count <= 3)
    let civil = try CivilDateTime(parsing: "2030-01-01 00:00")
    #expect(zone.resolve(civil).kind == .unique)
    #expect(zone.resolve(civil).instant.text(in: zone) == "2030-01-01T00:00:00-04:00")
  }

  @Test("zones with the same name are equal only if they say the same")
  func equality() throws {
    let old = Zone(identifier: "X", rules: try ZoneFileWriter.rules(first: 3_600))
    let new = Zone(identifier: "X", rules: try ZoneFileWriter.rules(first: 7_200))
    #expect(old != new)
    #expect(old == Zone(identifier: "X", rules: try ZoneFileWriter.rules(first: 3_600)))
  }

  @Test(
    "POSIX rules",
    arguments: [
      ("CET-1CEST,M3.5.0,M10.5.0/3", true), ("<+0330>-3:30", true), ("UTC0", true), ("EST5EDT", true),
      ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", true), ("EET-2EEST,M3.4.4/50,M10.4.4/50", true),
      ("XXX3EDT4,0/0,J365/23", true),
      ("CET", false), ("C-1", false), ("CET-1CEST,M13.5.0,M10.5.0", false), ("CET-1CEST,M3.5.0", false), ("", false),
      ("CET-1CEST,M3.5.0,M10.5.0/3x", false), ("<+03-3", false), ("CET-25", false),
    ])
  func posix(text: String, isValid: Bool) {
    #expect((PosixZone(parsing: text) != nil) == isValid)
  }

  @Test("damaged zone files are refused, never believed", arguments: 0..<400)
  func damaged(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var bytes = ZoneFileWriter.file(
      first: 3_600, changes: [(0, 7_200), (100_000_000, 3_600)], footer: ResolveTests.berlin)
    if generator.chance(50) { bytes.removeLast(generator.number(1...bytes.count)) }
    for _ in 0..<generator.number(0...8) where !bytes.isEmpty {
      bytes[generator.number(0...bytes.count - 1)] = UInt8(generator.number(0...255))
    }
    if let rules = ZoneFile.rules(in: bytes) {
      let zone = Zone(identifier: "damaged", rules: rules)
      _ = zone.resolve(zone.civil(at: Instant(seconds: Int64(generator.number(0...5_000_000_000)))))
    }
  }
}
