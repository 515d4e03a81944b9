import Foundation
import LocalPushBus
import LocalPushTestSupport
import Testing

/// A message that is due almost at once.
private func soon(_ id: String, sound: String?) -> [(String, BusValue)] {
  [("id", .string(id)), ("title", .string(id)), ("in", "50ms")] + (sound.map { [("sound", .string($0))] } ?? [])
}

/// A session with players that write down what they are to play, and a server that plays nothing.
@MainActor
private struct Fixture {
  let session: DaemonSession
  let server: FakeNotificationServer

  init(players: [String], then: String = "") throws {
    session = try DaemonSession(starts: false)
    session.home.makeDirectory("bin")
    for player in players {
      session.home.write(
        "bin/\(player)", "#!/bin/sh\necho \"${0##*/} $*\" >>'\(session.home.path("played"))'\n\(then)\n")
      session.home.makeExecutable("bin/\(player)")
    }
    session.pathFolder = session.home.path("bin")
    session.hasOnlyPathFolder = true
    server = try FakeNotificationServer(bus: session.bus)
    server.capabilities = ["actions", "body", "inhibitions"]
    try session.start()
  }

  var played: [String] { (session.home.read("played") ?? "").split(separator: "\n").map(String.init) }

  /// The process ids of those that play now.
  var players: [Int32] {
    guard let daemon = session.daemon?.identifier else { return [] }
    let text = try? String(contentsOfFile: "/proc/\(daemon)/task/\(daemon)/children", encoding: .utf8)
    return (text ?? "").split(separator: " ").compactMap { Int32($0) }
  }

  func isShown(_ id: String) -> Bool { (try? session.states()[id]) == "shown" }
}

@MainActor
@Suite("Sounds where the server has none", .serialized)
struct SoundTests {
  @Test(
    "canberra-gtk-play gets a name or a file",
    arguments: [("bell", "--id=bell"), ("/a b/c.oga", "--file=/a b/c.oga"), ("--loop=9", "--id=--loop=9")])
  func canberra(sound: String, argument: String) throws {
    let fixture = try Fixture(players: ["pw-play", "canberra-gtk-play"])
    try fixture.session.schedule(soon("m", sound: sound))
    #expect(serveRepeatedly { fixture.played == ["canberra-gtk-play \(argument)"] })
    #expect(serveRepeatedly { fixture.isShown("m") })
  }

  @Test(
    "without it a player of files gets the file, also that of a name in the theme",
    arguments: [
      (["paplay", "aplay"], "/s.oga", "paplay /s.oga"), (["pw-play", "paplay"], "/s.oga", "pw-play /s.oga"),
      (["aplay"], "/s.wav", "aplay --quiet /s.wav"),
      (["paplay"], "bell", "paplay @/sounds/freedesktop/stereo/bell.oga"),
    ])
  func files(players: [String], sound: String, command: String) throws {
    let fixture = try Fixture(players: players)
    let folder = "data/sounds/freedesktop/stereo"
    for part in ["data", "data/sounds", "data/sounds/freedesktop", folder] { fixture.session.home.makeDirectory(part) }
    fixture.session.home.write("\(folder)/bell.oga", "")
    try fixture.session.schedule(soon("m", sound: sound))
    let data = fixture.session.home.path("data")
    #expect(serveRepeatedly { fixture.played == [command.replacing("@", with: data)] })
  }

  @Test("nothing is to be heard of what is silent, refused, discarded, drawn again or shown in do-not-disturb")
  func silence() throws {
    let fixture = try Fixture(players: ["canberra-gtk-play"])
    let (session, server) = (fixture.session, fixture.server)
    for (id, sound) in [("none", nil), ("silent", "silent")] {
      try session.schedule(soon(id, sound: sound))
      #expect(serveRepeatedly { fixture.isShown(id) })
    }
    server.isInhibited = true
    #expect(serveRepeatedly { (try? session.call("Status").first?["do-not-disturb"]) == .boolean(true) })
    try session.schedule(soon("inhibited", sound: "1"))
    #expect(serveRepeatedly { fixture.isShown("inhibited") })
    server.isInhibited = false
    #expect(serveRepeatedly { (try? session.call("Status").first?["do-not-disturb"]) == .boolean(false) })
    server.reaction = .discard
    try session.schedule(soon("discarded", sound: "2"))
    #expect(serveRepeatedly { fixture.isShown("discarded") })
    server.reaction = .refuse(BusError(name: "org.example.No", message: "no"))
    try session.schedule(soon("refused", sound: "3"))
    #expect(serve { server.received.last?.summary == "refused" })
    try session.call("Cancel", ["org.example.App", .strings(["refused"])])
    server.reaction = .show
    server.capabilities.append("sound")
    try server.restart()
    #expect(
      serveRepeatedly { (try? session.call("Status").first?["capabilities"]?.stringsValue?.contains("sound")) == true })
    try session.schedule(soon("by the server", sound: "4"))
    #expect(serveRepeatedly { fixture.isShown("by the server") })
    server.capabilities.removeLast()
    try server.restart()
    #expect(
      serveRepeatedly { (try? session.call("Status").first?["capabilities"]?.stringsValue?.contains("sound")) == false }
    )
    try session.schedule(soon("heard", sound: "heard"))
    #expect(serveRepeatedly { fixture.played == ["canberra-gtk-play --id=heard"] })
  }

  @Test("players that never end hold up nothing, and are few")
  func hangingPlayers() throws {
    let fixture = try Fixture(players: ["canberra-gtk-play"], then: "exec /bin/sleep 60")
    for number in 1...8 { try fixture.session.schedule(soon("\(number)", sound: "bell")) }
    #expect(serveRepeatedly { (1...8).allSatisfy { fixture.isShown("\($0)") } })
    #expect(fixture.players.count == 4)
    for player in fixture.players { kill(player, SIGKILL) }
    #expect(serveRepeatedly { fixture.players.isEmpty })
    try fixture.session.schedule(soon("after", sound: "after"))
    #expect(serveRepeatedly { fixture.played.last == "canberra-gtk-play --id=after" })
    for player in fixture.players { kill(player, SIGKILL) }
  }

  @Test("without any player messages come as ever")
  func noPlayer() throws {
    let fixture = try Fixture(players: [])
    try fixture.session.schedule(soon("m", sound: "bell"))
    #expect(serveRepeatedly { fixture.isShown("m") })
  }
}
