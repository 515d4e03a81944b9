import Foundation
import LocalPushBus
import LocalPushTestSupport
import Testing

@MainActor
@Suite("add --wait", .serialized)
struct WaitTests {
  /// What ends a message, and what the command prints and returns then.
  enum End: CaseIterable {
    case press, body, reply, dismissal, timeOut, cancel, cancelBefore, skip

    var printed: String {
      switch self {
      case .press: "no"
      case .body: "yes"
      case .reply: "answer on my way"
      case .dismissal: "dismissed"
      case .timeOut: "expired"
      case .cancel, .cancelBefore: "cancelled"
      case .skip: "skipped"
      }
    }

    var status: Int32 {
      switch self {
      case .press, .body, .reply: 0
      default: 1
      }
    }

    /// It comes before the message is shown.
    var isEarly: Bool { self == .cancelBefore || self == .skip }
  }

  @Test("prints the action and ends, or says how the message ended with status 1", arguments: End.allCases)
  func ends(by end: End) throws {
    let session = try DaemonSession()
    let server = try FakeNotificationServer(bus: session.bus)
    server.capabilities.append("inline-reply")
    let waiter = try session.startLocalpush(
      "add", "Sure?", "--id", "m", "--in", end.isEarly ? "1h" : "0s", "--action", "yes=Yes", "--action", "no=No",
      "--action", "answer=Answer", "--reply", "answer=…", "--wait", output: "answer")
    if end.isEarly {
      #expect(serveRepeatedly { session.home.read("answer")?.contains("added") == true })
    } else {
      #expect(serveRepeatedly { (try? session.states()["m"]) == "shown" })
    }
    switch end {
    case .press: try server.press("no", of: 1)
    case .body: try server.press("default", of: 1)
    case .reply: _ = try session.localpush("respond", "m", "answer", "on my way")
    case .dismissal: try server.close(1, reason: 2)
    case .timeOut: try server.close(1, reason: 1)
    case .cancel, .cancelBefore: _ = try session.localpush("cancel", "m")
    case .skip: _ = try session.localpush("skip", "m")
    }
    #expect(serveRepeatedly { !waiter.isRunning })
    #expect(waiter.status?.code == end.status)
    #expect(session.home.read("answer")?.split(separator: "\n").last.map(String.init) == end.printed)
  }

  @Test("hears of an answer that came while the daemon was started anew")
  func restart() throws {
    let session = try DaemonSession()
    let server = try FakeNotificationServer(bus: session.bus)
    let waiter = try session.startLocalpush(
      "add", "Sure?", "--id", "m", "--in", "0s", "--action", "yes=Yes", "--wait", "--json", output: "answer")
    #expect(serveRepeatedly { (try? session.states()["m"]) == "shown" })
    try session.kill9()
    try session.start()
    #expect(try session.localpush("respond", "m", "yes").status == 0)
    #expect(serveRepeatedly { !waiter.isRunning })
    #expect(waiter.status?.code == 0)
    let last = session.home.read("answer")?.split(separator: "\n").last ?? ""
    #expect(last.contains(#""action":"yes""#), "\(last)")
    withExtendedLifetime(server) {}
  }

  @Test("does not take the end of the message that it replaces for its own")
  func replaced() throws {
    let session = try DaemonSession()
    let server = try FakeNotificationServer(bus: session.bus)
    _ = try session.localpush("add", "Old", "--id", "m", "--in", "0s", "--action", "yes=Yes")
    #expect(serveRepeatedly { (try? session.states()["m"]) == "shown" })
    let waiter = try session.startLocalpush(
      "add", "New", "--id", "m", "--in", "0s", "--action", "yes=Yes", "--wait", output: "answer")
    #expect(serveRepeatedly { server.shown.values.contains { $0.summary == "New" } })
    #expect(waiter.isRunning)
    let newest = try #require(server.shown.keys.max())
    try server.press("yes", of: newest)
    #expect(serveRepeatedly { !waiter.isRunning })
    #expect(session.home.read("answer")?.hasSuffix("\nyes\n") == true)
  }

  @Test("Ctrl-C ends the waiting and leaves the message alone")
  func interrupted() throws {
    let session = try DaemonSession()
    let waiter = try session.startLocalpush("add", "Sure?", "--id", "m", "--in", "1h", "--wait", output: "answer")
    #expect(serveRepeatedly { session.home.read("answer")?.contains("added") == true })
    waiter.interrupt()
    #expect(serveRepeatedly { !waiter.isRunning })
    #expect(waiter.status?.signal == SIGINT)
    #expect(try session.pending() == ["m"])
  }

  @Test("the bus going away is status 3")
  func noBus() throws {
    let session = try DaemonSession()
    let waiter = try session.startLocalpush("add", "Sure?", "--id", "m", "--in", "1h", "--wait", output: "answer")
    #expect(serveRepeatedly { session.home.read("answer")?.contains("added") == true })
    session.bus.stop()
    #expect(serveRepeatedly { !waiter.isRunning })
    #expect(waiter.status?.code == 3)
  }
}

@MainActor
@Suite("watch in scripts", .serialized)
struct WatchTests {
  @Test("ends when its reader has gone, though nothing happens any more")
  func closedPipe() throws {
    let session = try DaemonSession()
    let server = try FakeNotificationServer(bus: session.bus)
    session.pathFolder = DaemonSession.programs
    let pipe = try session.startProgram(
      "sh", "-c", "localpush watch --json | head -n 1", output: "watched")
    var rounds = 0
    while session.home.read("watched")?.contains("presented") != true, rounds < 200 {
      rounds += 1
      let count = server.received.count
      try session.schedule([("id", .string("m\(rounds)")), ("title", "T"), ("in", "0s")])
      #expect(serveRepeatedly { server.received.count > count })
    }
    // head has ended with its line; a watch that only noticed when it writes would keep the shell waiting
    #expect(serveRepeatedly { !pipe.isRunning })
    #expect(session.home.read("watched")?.split(separator: "\n").count == 1)
  }

  @Test("Ctrl-C ends it")
  func interrupted() throws {
    let session = try DaemonSession()
    let watcher = try session.startLocalpush("watch", output: "watched")
    watcher.interrupt()
    #expect(serveRepeatedly { !watcher.isRunning })
    #expect(watcher.status?.signal == SIGINT)
  }

  @Test("tells of what was cancelled and skipped")
  func cancelled() throws {
    let session = try DaemonSession()
    let watcher = try session.startLocalpush("watch", "--json", output: "watched")
    defer { watcher.end() }
    var rounds = 0
    while session.home.read("watched")?.contains(#""state":"cancelled""#) != true, rounds < 200 {
      rounds += 1
      _ = try session.localpush("add", "T", "--in", "1h", "--id", "m")
      _ = try session.localpush("cancel", "m")
    }
    _ = try session.localpush("add", "T", "--in", "1h", "--id", "n")
    _ = try session.localpush("skip", "n")
    #expect(serveRepeatedly { session.home.read("watched")?.contains(#""state":"skipped""#) == true })
  }
}

@MainActor
@Suite("respond and a press", .serialized)
struct RespondTests {
  @Test("do the same, whatever the button does", arguments: ["default", "plain", "later", "finish", "close"])
  func same(action: String) throws {
    let session = try DaemonSession()
    let server = try FakeNotificationServer(bus: session.bus)
    for id in ["pressed", "answered"] {
      try session.schedule([
        ("id", .string(id)), ("title", "T"), ("in", "0s"), ("action.plain", "Plain"),
        ("action.later", "Later"), ("on.later", "snooze:1h"), ("action.finish", "Done"), ("on.finish", "done"),
        ("action.close", "Close"), ("on.close", "dismiss"), ("user-info", .vardict([("n", .int64(1))])),
      ])
      #expect(serveRepeatedly { (try? session.states()[id]) == "shown" })
    }
    let identifiers = server.shown.keys.sorted()
    try server.press(action, of: identifiers[0])
    #expect(serveRepeatedly { (try? session.states()["pressed"]) != "shown" })
    let answer = try session.localpush("respond", "answered", action, "--app", "org.example.App")
    #expect(answer.status == 0, "\(answer.errors)")
    #expect(serveRepeatedly { server.closeRequests.count == 2 || server.shown.isEmpty })
    let facts = try ["pressed", "answered"].map { id in
      let steps = try session.call("Explain", ["org.example.App", .string(id)]).first?.arrayValue ?? []
      let responses = try session.call("TakeResponses", ["org.example.App", .uint64(0)]).first?.arrayValue ?? []
      return steps.map { "\($0["state"]?.stringValue ?? "") \($0["reason"]?.stringValue ?? "")" }
        + responses.filter { $0["id"]?.stringValue == id }.map {
          "\($0["action"]?.stringValue ?? "") \($0["text"]?.stringValue ?? "") \($0["user-info"].debugDescription)"
        }
    }
    #expect(facts[0] == facts[1])
    #expect(facts[0].count >= 4)
  }
}
