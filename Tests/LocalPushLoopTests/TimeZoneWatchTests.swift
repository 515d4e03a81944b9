import LocalPushLoop
import LocalPushTestSupport
import Testing

struct TimeZoneWatchTests {
  private let directory = TemporaryDirectory()

  private func waitForTelling(_ change: () -> Void) throws -> Bool {
    var isTold = false
    let watch = try TimeZoneWatch(path: directory.path("etc/localtime"), settle: 5) { isTold = true }
    change()
    defer { withExtendedLifetime(watch) {} }
    return serve(within: 200) { isTold }
  }

  private func installZones() {
    directory.makeDirectory("etc")
    directory.makeDirectory("zoneinfo")
    directory.write("zoneinfo/Berlin", "TZif Berlin")
    directory.write("zoneinfo/Tokyo", "TZif Tokyo")
    directory.link("etc/localtime", to: "../zoneinfo/Berlin")
  }

  @Test func `A link to another zone is told`() throws {
    installZones()
    #expect(
      try waitForTelling {
        directory.link("etc/localtime.new", to: "../zoneinfo/Tokyo")
        directory.rename("etc/localtime.new", to: "etc/localtime")
      })
  }

  @Test func `A link that goes and comes back as another is told`() throws {
    installZones()
    #expect(
      try waitForTelling {
        directory.remove("etc/localtime")
        directory.link("etc/localtime", to: "../zoneinfo/Tokyo")
      })
  }

  @Test func `New rules for the zone are told`() throws {
    installZones()
    #expect(
      try waitForTelling {
        directory.write("zoneinfo/Berlin.new", "TZif Berlin, by a new law")
        directory.rename("zoneinfo/Berlin.new", to: "zoneinfo/Berlin")
      })
  }

  @Test func `A copy that is written over is told`() throws {
    installZones()
    directory.remove("etc/localtime")
    directory.write("etc/localtime", "TZif Berlin")
    #expect(try waitForTelling { directory.write("etc/localtime", "TZif Tokyo") })
  }

  @Test func `Whatever else happens in the directory is not told`() throws {
    installZones()
    #expect(
      try !waitForTelling {
        directory.write("etc/passwd", "root")
        directory.write("zoneinfo/Tokyo", "TZif Tokyo, by a new law")
        directory.remove("etc/localtime")
        directory.link("etc/localtime", to: "../zoneinfo/Berlin")
      })
  }

  @Test func `A zone that nobody has set yet is told when it is`() throws {
    directory.makeDirectory("zoneinfo")
    directory.write("zoneinfo/Tokyo", "TZif Tokyo")
    #expect(
      try waitForTelling {
        directory.makeDirectory("etc")
        directory.link("etc/localtime", to: "../zoneinfo/Tokyo")
      })
  }
}
