import LocalPushBus
import LocalPushTestSupport
import Testing

@MainActor
@Suite("The command", .serialized)
struct CommandTests {
  @Test("add prints the id alone on the first line, list shows it, cancel takes it away")
  func addListCancel() throws {
    let session = try DaemonSession()
    let added = try session.localpush("add", "喝水", "一杯", "--in", "1h", "--data", "n=1", "--action", "ok=好")
    #expect(added.status == 0 && added.errors == "")
    let id = String(added.output.split(separator: "\n").first ?? "")
    #expect(try session.pending() == [id])
    let list = try session.localpush("list")
    #expect(list.output.contains("\(id)  喝水"))
    #expect(list.output.contains("in 59 min 5"))
    let json = try session.localpush("list", "--json")
    #expect(json.output.contains(#""user-info":{"n":"1"}"#) && json.output.hasPrefix("{"))
    #expect(try session.localpush("cancel", id).status == 0)
    #expect(try session.localpush("cancel", id).status == 1)
    #expect(try session.localpush("list").output.hasPrefix("nothing is scheduled"))
  }

  @Test(
    "wrong words are a usage error that names them",
    arguments: [
      ["add"], ["add", "T"], ["add", "T", "--in", "1m", "--at", "09:00"], ["add", "a", "b", "c", "--in", "1m"],
      ["add", "T", "--colour", "red"], ["frobnicate"],
      ["list", "extra"],
      ["cancel"], ["cancel", "x", "--all"], ["add", "T", "--in", "1m", "--data", "novalue"], ["respond", "x"],
      ["import", "f", "--format", "xml"], ["add", "T", "--in", "1m", "--user-info", "{"], ["next", "--repeat", "day"],
    ])
  func usage(arguments: [String]) throws {
    let session = try DaemonSession(starts: false)
    let result = try session.localpush(arguments)
    #expect(result.status == 2)
    #expect(result.errors.hasPrefix("localpush: "))
    #expect(result.output == "")
  }

  @Test(
    "what is refused says why, with status 1",
    arguments: [
      (["add", "T", "--at", "2020-01-01 09:00"], "expired"), (["add", "T", "--at", "2026-02-30 09:00"], "2026-02-30"),
      (["add", "T", "--at", "09:00", "--zone", "BST"], "BST"),
      (["show", "x"], "there is no message"),
      (["add", "T", "--in", "1m", "--on", "default=command:rm"], "config file"), (["skip", "x"], "nothing of it"),
      (["import", "/no/such/file"], "cannot be read"),
      (["next", "--rule", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", "--start", "2026-01-01 09:00"], "never fires"),
    ])
  func refused(arguments: [String], words: String) throws {
    let session = try DaemonSession()
    let result = try session.localpush(arguments)
    #expect(result.status == 1)
    #expect(result.errors.contains(words), "\(result.errors)")
  }

  @Test("without a daemon, or without a bus, the status is 3")
  func noDaemon() throws {
    let session = try DaemonSession(starts: false)
    #expect(try session.localpush("list").status == 3)
    session.bus.stop()
    let result = try session.localpush("list")
    #expect(result.status == 3)
    #expect(result.errors.hasPrefix("localpush: list: "))
  }

  @Test("an option may look like text after --, and every text is taken in the C locale")
  func dashes() throws {
    let session = try DaemonSession()
    #expect(try session.localpush("add", "--in", "1h", "--id", "dash", "--", "- [ ] plän").status == 0)
    #expect(try session.localpush("list").output.contains("- [ ] plän"))
    #expect(try session.localpush("badge", "-1").output == "0\n")
    #expect(try session.localpush("badge", "+2").output == "2\n")
  }

  @Test("importing a feed twice adds once, names what is refused, and leaves others alone")
  func importing() throws {
    let session = try DaemonSession()
    session.home.write(
      "feed.json",
      #"""
      [{"title":"A","msg":"a","image":"","url":"https://example.org","icon":"","send_time":"2099-12-01 09:00:00","user_sid":"u","msg_id":"1"},
       {"title":"B","msg":"b","send_time":"2001-12-01 09:00:00","user_sid":"u","msg_id":"2"},
       {"title":"C","msg":"c","send_time":"2099-02-30 09:00:00","user_sid":"u","msg_id":"3"}]
      """#)
    try session.schedule([("id", "other"), ("title", "O"), ("in", "1h")])
    let first = try session.localpush("import", session.home.path("feed.json"))
    #expect(first.output == "1 added, 0 updated, 0 unchanged, 1 expired, 0 removed, 1 refused\n")
    #expect(first.status == 1)
    #expect(first.errors.contains("feed.json:3: item 3 send_time: 2099-02-30"), "\(first.errors)")
    let second = try session.localpush("import", session.home.path("feed.json"))
    #expect(second.output == "0 added, 0 updated, 1 unchanged, 1 expired, 0 removed, 1 refused\n")
    session.home.write("feed.json", "[]")
    let third = try session.localpush("import", session.home.path("feed.json"), "--sync")
    #expect(third.output == "0 added, 0 updated, 0 unchanged, 0 expired, 1 removed, 0 refused\n")
    #expect(try session.pending() == ["other"])
  }

  @Test("a push payload is shown at once, as its app's message")
  func payload() throws {
    let session = try DaemonSession()
    let server = try FakeNotificationServer(bus: session.bus)
    session.home.write(
      "push.apns", #"{"aps":{"alert":{"title":"T","body":"B"},"badge":2},"Simulator Target Bundle":"org.example.App"}"#)
    let result = try session.localpush("import", session.home.path("push.apns"))
    #expect(result.output == "1 added, 0 updated, 0 unchanged, 0 expired, 0 removed, 0 refused\n", "\(result.errors)")
    #expect(serve { server.received.count == 1 })
    #expect(server.received.first?.summary == "T")
    #expect(server.received.first?.hints["desktop-entry"] == .string("org.example.App"))
  }

  @Test("watch prints events as they happen, also those of a daemon that was killed and started again")
  func watch() throws {
    let session = try DaemonSession()
    let server = try FakeNotificationServer(bus: session.bus)
    let watcher = try session.startLocalpush("watch", "--json", output: "watched")
    defer { watcher.end() }
    hear("before", on: session, server)
    try session.kill9()
    try session.start()
    hear("after", on: session, server)
    let first = (session.home.read("watched") ?? "").split(separator: "\n").first ?? ""
    #expect(
      first.hasPrefix(#"{"event":"presented","app":"org.example.App","id":"before"#) && first.contains(#""title":"喝水""#)
    )
    withExtendedLifetime(server) {}
  }

  /// Has messages shown until the watcher has told of one; it subscribes in its own time.
  private func hear(_ id: String, on session: DaemonSession, _ server: FakeNotificationServer) {
    var rounds = 0
    while session.home.read("watched")?.contains("\"id\":\"\(id)") != true, rounds < 100 {
      rounds += 1
      let count = server.received.count
      #expect(throws: Never.self) {
        try session.schedule([("id", .string("\(id)\(rounds)")), ("title", "喝水"), ("in", "0s")])
      }
      #expect(serveRepeatedly { server.received.count > count })
    }
    #expect(rounds < 100)
  }

  @Test("respond does what a press does")
  func respond() throws {
    let session = try DaemonSession()
    let server = try FakeNotificationServer(bus: session.bus)
    _ = try session.localpush("add", "T", "--in", "10ms", "--id", "m", "--action", "ok=OK", "--action", "no=No")
    #expect(serveRepeatedly { (try? session.states()["m"]) == "shown" })
    #expect(try session.localpush("respond", "m", "maybe").status == 1)
    #expect(try session.localpush("respond", "m", "no").status == 0)
    #expect(try session.states()["m"] == "answered")
    #expect(serve { server.closeRequests == [1] })
    let explained = try session.localpush("explain", "m").output
    #expect(explained.contains("answered") && explained.contains("on time"))
  }

  @Test("check names every fault with file, line and key")
  func check() throws {
    let session = try DaemonSession(
      config: "[message good]\ntitle=G\nat=2099-01-01 09:00\n[message bad]\ntitle=B\nat=2099-02-30 09:00\n",
      starts: false)
    let result = try session.localpush("check")
    #expect(result.status == 1)
    #expect(result.output.contains("messages.conf:6: [message bad] at: 2099-02-30"), "\(result.output)")
    #expect(result.output.contains("good  2099-01-01T09:00:00+09:00"))
  }

  @Test("every change answers in JSON where it is asked to")
  func json() throws {
    let session = try DaemonSession()
    _ = try session.localpush("add", "T", "--at", "2099-01-01 09:00", "--repeat", "day", "--id", "m")
    #expect(
      try session.localpush("skip", "m", "--json").output == "{\"id\":\"m\",\"skipped\":\"2099-01-01T09:00:00\"}\n")
    #expect(try session.localpush("off", "--json").output == "{\"app\":\"\",\"enabled\":false}\n")
    #expect(try session.localpush("badge", "3", "--json").output == "{\"badge\":3}\n")
  }

  @Test(
    "the manual page and every completion name each command and each of its options",
    arguments: [
      "data/man/localpush.1", "data/completions/localpush.bash", "data/completions/_localpush",
      "data/completions/localpush.fish",
    ])
  func documented(file: String) throws {
    let session = try DaemonSession(starts: false)
    let text = try String(contentsOf: DaemonSession.root.appending(path: file), encoding: .utf8)
    let overview = try session.localpush("--help").output
    let commands = overview.split(separator: "\n").filter { $0.hasPrefix("  ") }.compactMap {
      $0.split(separator: " ").first
    }
    #expect(commands.count >= 17)
    for command in commands {
      #expect(text.contains(command), "\(file) does not name the command \(command)")
      let help = try session.localpush(String(command), "--help").output
      for line in help.split(separator: "\n") where line.hasPrefix("  --") {
        let option = line.dropFirst(4).prefix { $0.isLetter || $0 == "-" }
        let isNamed = ["--\(option)", "-l \(option)", "Fl -\(option)"].contains { text.contains($0) }
        #expect(isNamed, "\(file) does not name --\(option) of \(command)")
      }
    }
  }

  @Test("a title cannot drive the terminal")
  func terminal() throws {
    let session = try DaemonSession()
    _ = try session.localpush("add", "a\u{1B}[31mb\u{9B}c\u{202E}d", "--in", "1h", "--id", "m")
    #expect(try session.localpush("list").output.hasSuffix("m  a\u{FFFD}[31mb\u{FFFD}cd\n"))
  }

  @Test("the config in the README is right as it stands there")
  func readme() throws {
    let readme = try String(contentsOf: DaemonSession.root.appending(path: "README.md"), encoding: .utf8)
    let block = readme.components(separatedBy: "\n\n").drop { !$0.contains("[message drink-water]") }
      .prefix { $0.hasPrefix("    ") }.joined(separator: "\n")
    let config = block.split(separator: "\n", omittingEmptySubsequences: false).map { $0.dropFirst(4) }.joined(
      separator: "\n")
    let session = try DaemonSession(config: config, starts: false)
    let result = try session.localpush("check")
    #expect(result.output.contains("2 messages, 0 faults"), "\(result.output)")
  }

  @Test("next prints moments with their notes and needs no daemon")
  func next() throws {
    let session = try DaemonSession(starts: false)
    let result = try session.localpush(
      "next", "--repeat", "day", "--start", "2026-03-28 02:30", "--zone", "Europe/Berlin", "--count", "3")
    #expect(
      result.output == """
        2026-03-28T02:30:00+01:00
        2026-03-29T03:30:00+02:00  moved: 02:30 does not exist
        2026-03-30T02:30:00+02:00

        """)
    let monthly = try session.localpush(
      "next", "--rule", "FREQ=MONTHLY", "--start", "2026-01-31 09:00", "--count", "2", "--zone", "Etc/UTC", "--json")
    #expect(
      monthly.output == #"""
        {"at":"2026-01-31T09:00:00+00:00","slot":"2026-01-31T09:00:00"}
        {"at":"2026-03-31T09:00:00+00:00","slot":"2026-03-31T09:00:00","note":"skipped: 2026-02-31 does not exist"}

        """#)
    #expect(monthly.errors.contains("SKIP=BACKWARD"))
  }
}
