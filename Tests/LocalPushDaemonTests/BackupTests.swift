import Foundation
import LocalPushBus
import LocalPushStore
import LocalPushTestSupport
import LocalPushTime
import LocalPushWire
import Testing

@MainActor
@Suite("Backups of the schedule", .serialized)
struct BackupTests {
  private func path(_ session: DaemonSession) -> String {
    session.home.path("state/localpush/messages.backup.db")
  }

  private func add(_ id: String, to session: DaemonSession) throws {
    try session.schedule([("id", .string(id)), ("title", "T"), ("at", "2099-01-02 09:00")])
  }

  private func ids(in path: String) throws -> [String] {
    try Store(path: path).pendingMessages(app: nil).map(\.message.key.id).sorted()
  }

  private func mode(of path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  /// A backup as it stands in a folder of its own: to open one leaves files beside it.
  private func kept(_ path: String, _ session: DaemonSession) throws -> [String] {
    let copy = session.home.path("kept-\(UUID().uuidString).db")
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    return try ids(in: copy)
  }

  @Test("a backup is made while the daemon runs, and the next one replaces it")
  func replaced() throws {
    let session = try DaemonSession()
    try add("a", to: session)
    #expect(try session.call("BackUp") == [.string(path(session))])
    #expect(try kept(path(session), session) == ["a"])
    try add("b", to: session)
    try session.call("BackUp")
    #expect(try kept(path(session), session) == ["a", "b"])
    #expect(try mode(of: path(session)) == 0o600)
    #expect(try session.pending().count == 2)
    let folder = session.home.path("state/localpush")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.contains("backup") }
    #expect(files == ["messages.backup.db"])
  }

  @Test("calls that come at the same time all get a backup with what was accepted before them")
  func atOnce() throws {
    let session = try DaemonSession()
    var answers: [(ids: [String]?, number: Int)] = []
    for number in 0..<20 {
      let message = BusValue.vardict([
        ("id", .string("m\(number)")), ("title", "T"), ("at", "2099-01-02 09:00"),
      ])
      call("Schedule", ["org.example.App", .vardicts([message]), .vardict([])], of: session) { _ in }
      call("BackUp", [], of: session) { result in
        let path = (try? result.get())?.first?.stringValue
        answers.append((path.flatMap { try? self.kept($0, session) }, number))
      }
    }
    #expect(serve(within: 60_000) { answers.count == 20 })
    for answer in answers { #expect(answer.ids?.contains("m\(answer.number)") == true) }
  }

  private func call(
    _ member: String, _ arguments: [BusValue], of session: DaemonSession,
    onReply: @escaping (Result<[BusValue], BusError>) -> Void
  ) {
    session.client.call(
      MethodCall(
        destination: Contract.busName, path: Contract.path, interface: Contract.interface, member: member,
        arguments: arguments), reply: onReply)
  }

  @Test("messages are scheduled, cancelled and listed while a large backup is made, and what was said before is in it")
  func meanwhile() throws {
    let session = try DaemonSession(starts: false)
    session.home.makeDirectory("state/localpush")
    try session.start()
    for start in stride(from: 0, to: 10_000, by: 2_000) {
      let messages = (start..<start + 2_000).map { number in
        BusValue.vardict([
          ("id", .string("m\(number)")), ("title", "T"), ("at", "2099-01-02 09:00"),
          ("body", .string(String(repeating: "x", count: 500))),
        ])
      }
      try session.call("Schedule", ["org.example.App", .vardicts(messages), .vardict([])])
    }
    var path: String?
    call("BackUp", [], of: session) { path = (try? $0.get())?.first?.stringValue }
    var rounds = 0
    // the client sends its calls in order, so that the first of these comes to a copy that has just begun
    while path == nil, rounds < 1_000 {
      try add("late\(rounds)", to: session)
      rounds += 1
    }
    #expect(rounds > 2, "the backup held up every other call")
    let ids = try kept(#require(path), session)
    #expect(ids.filter { $0.hasPrefix("m") }.count == 10_000)
    #expect(ids.contains("late0"))
  }

  @Test("what a run left that died over a copy does not stand in the way")
  func stale() throws {
    let session = try DaemonSession()
    try add("a", to: session)
    session.home.write("state/localpush/messages.backup.db.new", "half of a page")
    session.home.write("state/localpush/messages.backup.db.new-journal", "something")
    try session.call("BackUp")
    #expect(try kept(path(session), session) == ["a"])
    session.home.write("state/localpush/messages.backup.db.new", "half of a page")
    session.end()
    try session.start()
    #expect(try session.pending() == ["a"])
    #expect(!FileManager.default.fileExists(atPath: path(session) + ".new"))
  }

  @Test("where it cannot be written, the reason is told and the last one is still there")
  func unwritable() throws {
    let session = try DaemonSession()
    try add("a", to: session)
    try session.call("BackUp")
    try add("b", to: session)
    session.home.makeDirectory("state/localpush/messages.backup.db.new")
    let error = #expect(throws: BusError.self) { try session.call("BackUp") }
    #expect(error?.name == Contract.ErrorName.storage)
    #expect(error?.message.contains("messages.backup.db.new cannot be removed: Is a directory") == true)
    #expect(try kept(path(session), session) == ["a"])
    let result = try session.localpush("backup")
    #expect(result.status == 1 && result.errors.contains("Is a directory"), "\(result.errors)")
    #expect(try session.pending().count == 2)
  }

  @Test("a disk without room is told, the last backup stays and nothing of the new one does")
  func noRoom() throws {
    let session = try DaemonSession()
    try add("a", to: session)
    try session.call("BackUp")
    let many = (0..<500).map { number in
      BusValue.vardict([
        ("id", .string("m\(number)")), ("title", "T"), ("at", "2099-01-02 09:00"),
        ("body", .string(String(repeating: "x", count: 4_000))),
      ])
    }
    try session.call("Schedule", ["org.example.App", .vardicts(many), .vardict([])])
    session.end()
    session.blocksPerFile = 1_000
    try session.start()
    let error = #expect(throws: BusError.self) { try session.call("BackUp") }
    #expect(error?.name == Contract.ErrorName.storage)
    #expect(error?.message.contains("The backup cannot be written: ") == true, "\(error?.message ?? "")")
    #expect(try kept(path(session), session) == ["a"])
    #expect(!FileManager.default.fileExists(atPath: path(session) + ".new"))
    #expect(session.exitStatus == nil)
  }

  @Test("the command copies the backup to a file, and replaces one only when it is told to")
  func command() throws {
    let session = try DaemonSession()
    try add("a", to: session)
    let file = session.home.path("copy.db")
    let first = try session.localpush("backup", file, "--json")
    let size = try #require(FileManager.default.attributesOfItem(atPath: file)[.size] as? Int)
    #expect(first.output == "{\"path\":\"\(file)\",\"bytes\":\(size)}\n" && first.status == 0, "\(first.errors)")
    #expect(try mode(of: file) == 0o600)
    #expect(try kept(file, session) == ["a"])
    try add("b", to: session)
    let refused = try session.localpush("backup", file)
    #expect(refused.status == 1 && refused.errors.contains("copy.db is there already"), "\(refused.errors)")
    #expect(try kept(file, session) == ["a"])
    #expect(try session.localpush("backup", file, "--force").status == 0)
    #expect(try kept(file, session) == ["a", "b"])
    let folder = try session.localpush("backup", session.home.path, "--force")
    #expect(folder.status == 1 && folder.errors.contains("is a folder"))
    let own = try session.localpush("backup", session.home.path("state/localpush/messages.db"), "--force")
    #expect(own.status == 1 && own.errors.contains("folder of the daemon"), "\(own.errors)")
    let nowhere = try session.localpush("backup", session.home.path("none/copy.db"))
    #expect(nowhere.status == 1 && nowhere.errors.contains("No such file or directory"))
    #expect(try session.pending().count == 2)
  }

  @Test("the command writes the backup to standard output, unless that is a terminal")
  func standardOutput() throws {
    let session = try DaemonSession()
    session.pathFolder = DaemonSession.programs
    try add("a", to: session)
    let piped = try session.run("sh", "-c", "cd; localpush backup - | cat > copy.db")
    #expect(piped.status == 0 && piped.errors == "")
    #expect(try kept(session.home.path("copy.db"), session) == ["a"])
    let drawn = try session.run("script", "--quiet", "--return", "--command", "localpush backup -", "/dev/null")
    #expect(drawn.status == 1 && drawn.output.contains("not written to a terminal"), "\(drawn.output)")
    #expect(try session.localpush("backup", "-", "--json").status == 2)
  }

  @Test("with a backup in its place, the old schedule is back")
  func restored() throws {
    let session = try DaemonSession()
    try add("kept", to: session)
    try session.call("BackUp")
    try session.call("Cancel", ["org.example.App", .strings(["kept"])])
    try add("added", to: session)
    #expect(try session.pending() == ["added"])
    try session.kill9()
    let database = session.home.path("state/localpush/messages.db")
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: database + suffix) }
    try FileManager.default.copyItem(atPath: path(session), toPath: database)
    try session.start()
    #expect(try session.pending() == ["kept"])
  }
}
