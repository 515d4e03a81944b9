import LocalPushBus
import LocalPushTestSupport
import Testing

/// A command line whose last word is completed, and what is offered for it.
private let lines: [(words: [String], offered: [String])] = [
  (["sh"], ["show"]), (["help", "ad"], ["add"]),
  (["show", ""], ["tea", "two words"]), (["show", "--app", "org.example.App", ""], ["other"]),
  (["show", "--app=org.example.App", ""], ["other"]),
  (["cancel", "tea", "tw"], ["two words"]), (["explain", ""], ["gone"]),
  (["respond", "tea", ""], ["a", "b", "default"]), (["snooze", "gone", "1"], ["10m", "1h", "1d"]),
  (["list", "--app", ""], ["org.example.App", "org.localpush.LocalPush"]),
  (["add", "T", "--rep"], ["--repeat", "--reply"]), (["add", "T", "--repeat", "mo"], ["month"]),
  (["add", "T", "--repeat=mo"], ["month"]), (["import", "--fo"], ["--format"]),
  (["back"], ["backup"]), (["backup", "--fo"], ["--force"]),
  (["add", "T", "--action", "view=View", "--on", ""], ["view=", "default="]),
  (["add", "T", "--on", "view=sn"], ["snooze:"]), (["add", "T", "--on", "view=do"], ["done"]),
  (["add", "T", "--on", "view=open:ht"], ["https://", "http://"]),
]

@MainActor
@Suite("Completion of words", .serialized)
struct CompletionTests {
  @Test("offers commands, options, ids, buttons and handlers", arguments: ["bash", "zsh", "fish"])
  func offers(shell: String) throws {
    let session = try DaemonSession()
    session.pathFolder = DaemonSession.programs
    for (id, app) in [("tea", ""), ("two words", ""), ("gone", ""), ("other", "org.example.App")] {
      try session.schedule(
        [
          ("id", .string(id)), ("title", "T"), ("at", "2099-01-01 09:00"), ("action.a", "A"), ("action.b", "B"),
        ], app: app.isEmpty ? "org.localpush.LocalPush" : app)
    }
    try session.call("Cancel", ["org.localpush.LocalPush", .strings(["gone"])])
    for (words, offered) in lines {
      let path = DaemonSession.root.appending(path: "Tests/completion").path
      let result = try session.run(["env", "ZCOMPDUMP=\(session.home.path("zcompdump"))", path, shell] + words)
      let printed = result.output.split(separator: "\n").map(String.init).filter { $0 != "''" }
      #expect(normal(printed, offered) == Set(offered), "\(words): \(printed) \(result.errors)")
    }
  }

  /// Shells write the same word in different ways: quoted, without what they keep, or with all before it.
  private func normal(_ printed: [String], _ offered: [String]) -> Set<String> {
    Set(
      printed.map { word in
        let word = word.replacing("\\", with: "")
        return offered.first { word == $0 || word.contains("=\($0)") || word.contains(":\($0)") || "\(word)=" == $0 }
          ?? word
      })
  }

  @Test("does not start the daemon, and says nothing where there is none")
  func quiet() throws {
    let session = try DaemonSession(starts: false)
    for what in ["apps", "pending", "history", "actions", "nonsense"] {
      let result = try session.localpush("complete", what)
      #expect(result.status == 0 && result.output == "" && result.errors == "")
    }
    session.bus.stop()
    #expect(try session.localpush("complete", "pending").status == 0)
  }
}
