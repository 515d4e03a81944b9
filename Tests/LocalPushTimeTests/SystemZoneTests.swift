import Foundation
import Testing

@testable import LocalPushTime

/// Finding the zone of the user's clock; each test has a folder of its own.
@Suite final class SystemZoneTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("zone-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  private var localtime: URL { folder.appendingPathComponent("localtime") }

  private func link(to target: String) throws {
    try? FileManager.default.removeItem(at: localtime)
    try FileManager.default.createSymbolicLink(atPath: localtime.path, withDestinationPath: target)
  }

  @Test("a link names the zone, absolute or relative")
  func linked() throws {
    try link(to: "/usr/share/zoneinfo/Europe/Berlin")
    #expect(Zone.system(variable: nil, localtime: localtime.path).identifier == "Europe/Berlin")
    for path in ["zoneinfo/Asia", "zoneinfo/posix/Asia"] {
      let directory = folder.appendingPathComponent(path)
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      try Data(ZoneFileWriter.file(first: 32_400)).write(to: directory.appendingPathComponent("Tokyo"))
      try link(to: "\(path)/Tokyo")
      #expect(Zone.system(variable: nil, localtime: localtime.path).identifier == "Asia/Tokyo")
    }
  }

  @Test("the zone is read again after a change")
  func changed() throws {
    try link(to: "/usr/share/zoneinfo/Europe/Berlin")
    let before = Zone.system(variable: nil, localtime: localtime.path)
    try link(to: "/usr/share/zoneinfo/Asia/Tokyo")
    let after = Zone.system(variable: nil, localtime: localtime.path)
    #expect(before != after)
    #expect(after.offset(at: Instant(seconds: 1_750_000_000)) == 32_400)
  }

  @Test("a plain file has no name but all the rest")
  func plain() throws {
    try Data(ZoneFileWriter.file(first: 3_600, changes: [(0, 3_601)], footer: ResolveTests.berlin)).write(to: localtime)
    let zone = Zone.system(variable: nil, localtime: localtime.path)
    #expect(zone.identifier == "localtime")
    #expect(!zone.isFallback)
    #expect(zone.offset(at: try Instant(parsing: "2025-07-01T00:00:00Z")) == 7_200)
  }

  @Test("nothing usable is UTC, and says that it stands in", arguments: ["missing", "garbage", "dangling"])
  func fallback(kind: String) throws {
    if kind == "garbage" { try Data("not a zone".utf8).write(to: localtime) }
    if kind == "dangling" { try link(to: "/usr/share/zoneinfo/Nowhere/AtAll") }
    let zone = Zone.system(variable: nil, localtime: localtime.path)
    #expect(zone.identifier == "UTC")
    #expect(zone.isFallback)
  }

  @Test(
    "TZ decides if it is set",
    arguments: [
      ("Asia/Tokyo", "Asia/Tokyo", 32_400), (":Asia/Tokyo", "Asia/Tokyo", 32_400),
      ("/usr/share/zoneinfo/Asia/Tokyo", "Asia/Tokyo", 32_400),
      ("CET-1CEST,M3.5.0,M10.5.0/3", "CET-1CEST,M3.5.0,M10.5.0/3", 7_200),
      ("", "UTC", 0), (":", "UTC", 0), ("<+0330>-3:30", "<+0330>-3:30", 12_600), ("EST5EDT", "EST5EDT", -14_400),
      ("nonsense", "UTC", 0),
      ("../../etc/passwd", "UTC", 0),
    ])
  func variable(text: String, identifier: String, offset: Int) throws {
    try link(to: "/usr/share/zoneinfo/Europe/Berlin")
    let zone = Zone.system(variable: text, localtime: localtime.path)
    #expect(zone.identifier == identifier)
    #expect(zone.offset(at: try Instant(parsing: "2025-07-01T00:00:00Z")) == offset)
  }

  @Test("the system itself has a zone")
  func real() {
    #expect(!Zone.system().identifier.isEmpty)
  }
}
