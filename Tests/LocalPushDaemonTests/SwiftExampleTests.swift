import Foundation
import LocalPushBus
import LocalPushTestSupport
import Testing

@MainActor
@Suite("The example todo-reminder", .serialized, .timeLimit(.minutes(20)))
struct TodoReminderTests {
  private static let app = "org.localpush.TodoReminder"
  private static let program = DaemonSession.root.appending(path: ".build/debug/todo-reminder").path

  private func installed() throws -> (DaemonSession, FakeNotificationServer) {
    let session = try DaemonSession(starts: false)
    session.home.makeDirectory("data/applications")
    session.home.makeDirectory("bin")
    // what a person would see in a terminal or a window
    session.home.write(
      "bin/todo-reminder",
      """
      #!/bin/sh
      '\(Self.program)' >'\(session.home.path("started.new"))' 2>&1
      mv '\(session.home.path("started.new"))' '\(session.home.path("started"))'
      """)
    session.home.makeExecutable("bin/todo-reminder")
    session.pathFolder = session.home.path("bin")
    let file = "Tests/Examples/todo-reminder/\(Self.app).desktop"
    let desktopFile = try String(contentsOf: DaemonSession.root.appending(path: file), encoding: .utf8)
    session.home.write("data/applications/\(Self.app).desktop", desktopFile)
    let server = try FakeNotificationServer(bus: session.bus)
    try session.start()
    return (session, server)
  }

  @Test("schedules, quits, is started by a press on 查看, shows the item and clears the badge")
  func wholeLife() throws {
    let (session, server) = try installed()
    let added = try session.run(Self.program, "add", "Buy milk", "0.3")
    #expect(added.status == 0 && added.errors.isEmpty, "\(added.errors)")
    #expect(serve { server.shown.count == 1 })
    #expect(server.received.first?.actions == ["default", "查看", "VIEW", "查看", "DONE", "Done"])
    #expect(serveRepeatedly { (try? session.states()["Buy milk"]) == "shown" })
    #expect(try session.call("SetBadge", [.string(Self.app), ""]) == [.int64(1)])
    try server.press("VIEW", of: 1, token: "token-1")
    #expect(serveRepeatedly { session.home.read("started") != nil })
    #expect(
      session.home.read("started") == """
        started by VIEW
        item: {"title":"Buy milk","delay":0.3,"tags":["todo","文"],"parent":null}

        """)
    #expect(try session.call("SetBadge", [.string(Self.app), ""]) == [.int64(0)])
    #expect(try session.call("TakeResponses", [.string(Self.app), .uint64(0)]) == [.vardicts([])])
  }

  @Test("a press that is no reason to start it waits for its next start")
  func background() throws {
    let (session, server) = try installed()
    _ = try session.run(Self.program, "add", "Buy milk", "0.05")
    #expect(serveRepeatedly { (try? session.states()["Buy milk"]) == "shown" })
    try server.press("DONE", of: 1)
    #expect(serveRepeatedly { (try? session.states()["Buy milk"]) == "answered" })
    #expect(session.home.read("started") == nil)
    #expect(try session.run(Self.program).output == "done: Buy milk\n")
    #expect(try session.run(Self.program).output == "")
  }

  @Test("a reminder that repeats is listed with its next time")
  func list() throws {
    let (session, _) = try installed()
    _ = try session.run(Self.program, "add", "Buy milk", "3600")
    #expect(try session.run(Self.program, "list").output.hasPrefix("Buy milk 20"))
  }
}

@MainActor
@Suite("The listing in the README", .serialized, .timeLimit(.minutes(20)))
struct ReadmeTests {
  @Test("is the example inbox, letter for letter")
  func isExample() throws {
    let readme = try String(contentsOf: DaemonSession.root.appending(path: "README.md"), encoding: .utf8)
    let path = "Tests/Examples/inbox/main.swift"
    let example = try String(contentsOf: DaemonSession.root.appending(path: path), encoding: .utf8)
    #expect(readme.contains("```swift\n\(example)```\n"))
  }

  @Test("schedules, hears of the press, and clears the badge")
  func runs() throws {
    let session = try DaemonSession()
    let server = try FakeNotificationServer(bus: session.bus)
    let program = DaemonSession.root.appending(path: ".build/debug/inbox").path
    let running = try session.startProgram("stdbuf", "-oL", program, output: "inbox")
    #expect(serve { server.shown.count == 1 })
    #expect(serveRepeatedly { (try? session.states()["inbox"]) == "shown" })
    try server.press("VIEW", of: 1)
    #expect(serveRepeatedly { session.home.read("inbox") == "VIEW https://example.org/inbox\n" })
    #expect(serveRepeatedly { (try? session.call("SetBadge", ["org.example.Inbox", ""])) == [.int64(0)] })
    running.end()
  }
}
