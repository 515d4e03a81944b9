import Foundation
import LocalPushBus
import LocalPushTestSupport
import LocalPushWire
import Testing

private func mode(_ path: String) throws -> Int {
  let attributes = try FileManager.default.attributesOfItem(atPath: path)
  return try #require(attributes[.posixPermissions] as? NSNumber).intValue
}

@MainActor
@Suite("The life of the daemon", .serialized)
struct LifeTests {
  @Test("killed at any moment, it goes on where it was: nothing lost, nothing twice")
  func killed() throws {
    let session = try DaemonSession()
    let server = try FakeNotificationServer(bus: session.bus)
    try session.schedule([("id", "shown"), ("title", "S"), ("in", "20ms")])
    try session.schedule([("id", "kept"), ("title", "K"), ("in", "1h")])
    #expect(serveRepeatedly { (try? session.states()["shown"]) == "shown" })
    try session.kill9()
    try session.start()
    #expect(try session.pending() == ["kept"])
    #expect(try session.states()["shown"] == "shown")
    #expect(server.received.count == 1)
    #expect(serveRepeatedly { (try? session.call("Status").first?["server"]?.stringValue) == "fake 1.0" })
    try server.press("default", of: 1)
    #expect(serveRepeatedly { (try? session.states()["shown"]) == "answered" })
  }

  @Test("the schedule is for its owner's eyes only")
  func modes() throws {
    let session = try DaemonSession()
    try session.schedule([("id", "m"), ("title", "M"), ("in", "1h")])
    #expect(try mode(session.home.path("state/localpush")) == 0o700)
    #expect(try mode(session.home.path("state/localpush/messages.db")) == 0o600)
  }

  @Test("a second daemon leaves quietly")
  func secondDaemon() throws {
    let session = try DaemonSession()
    let second = try DaemonSession(starts: false)
    _ = second
    try session.start(waits: false)
    #expect(serve { session.exitStatus != nil })
    #expect(session.exitStatus?.code == 0)
    #expect(try session.pending() == [])
  }

  @Test("a damaged schedule is set aside and told, and the daemon runs")
  func damaged() throws {
    let session = try DaemonSession(starts: false)
    let server = try FakeNotificationServer(bus: session.bus)
    session.home.makeDirectory("state/localpush")
    session.home.write("state/localpush/messages.db", String(repeating: "not a database ", count: 1000))
    try session.start()
    #expect(serve { server.received.count == 1 })
    #expect(server.received.first?.body.contains("messages.db.damaged") == true)
    #expect(session.home.read("state/localpush/messages.db.damaged")?.hasPrefix("not a database") == true)
  }

  @Test("it ends on SIGTERM with status 0")
  func ends() throws {
    let session = try DaemonSession()
    try session.call("Status")
    session.end()
    #expect(session.exitStatus?.code == 0)
  }

  @Test(
    "an edit of the config re-plans what changed and nothing else", arguments: ["messages.conf", "messages.d/a.conf"])
  func edits(file: String) throws {
    let session = try DaemonSession(starts: false)
    session.write(config: "[message a]\ntitle=A\nin=1h\n[message b]\ntitle=B\nin=2h\n", to: file)
    try session.start()
    #expect(try session.pending() == ["a", "b"])
    let next = try session.call("Get", [.string("org.localpush.LocalPush"), "a"]).first?["next"]
    session.write(config: "[message a]\ntitle=A\nin=1h\n[message c]\ntitle=C\nin=3h\n", to: file)
    #expect(serveRepeatedly { (try? session.pending()) == ["a", "c"] })
    #expect(try session.call("Get", [.string("org.localpush.LocalPush"), "a"]).first?["next"] == next)
    session.home.remove("config/localpush/\(file)")
    #expect(serveRepeatedly { (try? session.pending()) == [] })
  }

  @Test(
    "a broken config keeps the last good schedule and says so",
    arguments: [
      "[message a\ntitle=A\n", "garbage", "[message a]\ntitle=A\nat=2026-02-30 09:00\n",
      "[message a]\ntitle=\u{FF}\nin=1h\n",
    ])
  func broken(text: String) throws {
    let session = try DaemonSession(config: "[message a]\ntitle=A\nin=1h\n")
    #expect(try session.pending() == ["a"])
    session.write(config: text + "\n[message b]\ntitle=B\nin=2h\n")
    #expect(serveRepeatedly { (try? session.pending())?.contains("b") == true || text == "garbage" })
    #expect(
      serveRepeatedly {
        (try? session.call("Status").first?["faults"]?.stringsValue?.isEmpty) == false || text.contains("\u{FF}")
      })
    #expect(try session.pending().contains("a"))
  }

  @Test("a message that moves from one file to another is kept")
  func moves() throws {
    let session = try DaemonSession(starts: false)
    session.write(config: "[message a]\ntitle=A\nin=1h\n")
    session.write(config: "[message b]\ntitle=B\nin=2h\n", to: "messages.d/x.conf")
    try session.start()
    #expect(try session.pending() == ["a", "b"])
    session.write(config: "[message c]\ntitle=C\nin=3h\n", to: "messages.d/x.conf")
    session.write(config: "[message a]\ntitle=A\nin=1h\n[message b]\ntitle=B\nin=2h\n")
    #expect(serveRepeatedly { (try? session.pending()) == ["a", "b", "c"] })
  }

  @Test("a config folder that is not there keeps the messages; it may not be mounted yet")
  func folderGone() throws {
    let session = try DaemonSession(config: "[message a]\ntitle=A\nin=1h\n")
    #expect(try session.pending() == ["a"])
    session.home.rename("config", to: "elsewhere")
    try session.kill9()
    try session.start()
    try session.call("Status")
    #expect(try session.pending() == ["a"])
  }

  @Test("switched off in the config, it says why it stays off, and the change is told")
  func offInConfig() throws {
    let session = try DaemonSession(config: "[settings]\nenabled=false\n")
    let error = #expect(throws: BusError.self) { try session.call("SetEnabled", ["", .boolean(true)]) }
    #expect(error?.message.contains("[settings]") == true)
    var isOn: Bool?
    let subscription = try session.client.subscribe(
      interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged"
    ) { isOn = $0.arguments[1]["Enabled"]?.boolValue ?? isOn }
    session.write(config: "[settings]\nenabled=true\n")
    #expect(serve { isOn == true })
    withExtendedLifetime(subscription) {}
  }

  @Test("a feed that the config names is kept in step with its file")
  func feed() throws {
    let session = try DaemonSession(starts: false)
    session.home.makeDirectory("feeds")
    session.home.write("feeds/work.json", #"[{"msg_id":"1","title":"T","send_time":"2099-12-01 09:00:00"}]"#)
    session.write(config: "[feed work]\npath=~/feeds/work.json\n")
    try session.start()
    #expect(try session.pending() == ["1"])
    session.home.write("feeds/new.json", #"[{"msg_id":"2","title":"T","send_time":"2099-12-01 09:00:00"}]"#)
    session.home.rename("feeds/new.json", to: "feeds/work.json")
    #expect(serveRepeatedly { (try? session.pending()) == ["2"] })
  }
}
