import LocalPushBus
import LocalPushLoop
import LocalPushTestSupport
import Testing

/// The commands of `localpush --help`.
private let commands = [
  "add", "list", "show", "explain", "history", "cancel", "skip", "snooze", "respond", "import", "on", "off", "badge",
  "watch", "check", "next", "status", "backup", "doctor",
]

@MainActor
@Suite("The help of the command", .serialized)
struct HelpTests {
  @Test("the examples in the help of each command work as they stand there", arguments: commands)
  func examples(command: String) throws {
    let examples = try examples(of: command)
    #expect(!examples.isEmpty)
    for example in examples { try run(example, of: command) }
  }

  private func run(_ example: String, of command: String) throws {
    let session = try DaemonSession()
    session.pathFolder = DaemonSession.programs
    let server = try FakeNotificationServer(bus: session.bus)
    let user = Timeout(milliseconds: 20, repeats: true) { self.press(server) }
    defer { user.cancel() }
    try prepare(session)
    // a watch goes on until it is ended
    let line = command == "watch" ? "timeout --preserve-status 1 \(example)" : example
    let result = try session.run("sh", "-c", "cd; \(line)")
    #expect(result.status == (command == "watch" ? 143 : 0), "\(example): \(result.output)\(result.errors)")
  }

  /// What stands behind "Examples:", with lines that go on put together.
  private func examples(of command: String) throws -> [String] {
    let session = try DaemonSession(starts: false)
    let help = try session.localpush(command, "--help").output
    let text = help.components(separatedBy: "Examples:\n").last ?? ""
    return text.replacing(#/ \\\n +/#, with: " ").split(separator: "\n").map { String($0.drop { $0 == " " }) }
  }

  /// The messages and files that the examples speak of.
  private func prepare(_ session: DaemonSession) throws {
    session.home.write(
      "feed.json", #"[{"title":"A","msg":"a","send_time":"2099-12-01 09:00:00","user_sid":"u","msg_id":"1"}]"#)
    session.home.write(
      "calendar.ics",
      """
      BEGIN:VCALENDAR
      VERSION:2.0
      PRODID:-//LocalPush//EN
      BEGIN:VEVENT
      UID:1@example.org
      DTSTAMP:20260101T000000Z
      DTSTART:20991201T090000Z
      SUMMARY:Tea
      END:VEVENT
      END:VCALENDAR

      """)
    session.home.write("push.apns", #"{"aps":{"alert":{"title":"T","body":"B"}}}"#)
    session.home.write(
      "calendar.ics",
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:e\nSUMMARY:E\nDTSTART:20991201T090000Z\nEND:VEVENT\nEND:VCALENDAR\n")
    let shown = [
      ["Tea", "--id", "tea"], ["Question", "--id", "question", "--action", "yes=Yes"],
      ["Letter", "--id", "letter", "--action", "reply=Reply", "--reply", "reply="],
    ]
    for message in shown {
      #expect(try session.localpush(["add"] + message + ["--in", "0s"]).status == 0)
      #expect(serveRepeatedly { (try? session.states()[message[2]]) == "shown" })
    }
    let coming = [["Stand-up", "--id", "standup"], ["Water", "--data", "glass=1"]]
    for message in coming {
      #expect(try session.localpush(["add"] + message + ["--at", "2099-01-01 09:00", "--repeat", "day"]).status == 0)
    }
  }

  private func press(_ server: FakeNotificationServer) {
    for (identifier, notification) in server.shown {
      switch notification.summary {
      case "Back up now?": try? server.press("yes", of: identifier)
      case "LocalPush works": try? server.press("works", of: identifier)
      default: break
      }
    }
  }
}
