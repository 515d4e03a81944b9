import Foundation
import LocalPushBus
import LocalPushLoop
import LocalPushModel
import LocalPushStore
import LocalPushTestSupport
import LocalPushTime
import LocalPushWire
import Testing

/// The built daemon on a bus of its own, with a notification server that does what a test tells it.
@MainActor
final class DaemonSession {
  let bus: PrivateBus
  let home = TemporaryDirectory()
  private(set) var client: BusConnection
  private(set) var daemon: ChildProcess?
  /// Every daemon of this test that has not ended.
  private var running: Set<Int32> = []
  private(set) var exitStatus: ProcessStatus?
  private var runs = 0
  /// How large the files of the daemon may become, in blocks of 512 bytes; what it logs is then in the file `log`.
  var blocksPerFile: Int?
  /// A folder whose programs come before all others.
  var pathFolder: String?
  /// No other programs are installed.
  var hasOnlyPathFolder = false

  /// The folder with the programs that `swift test` built.
  static let programs = root.appending(path: ".build/debug").path

  /// The root of the checkout.
  nonisolated static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Added to the environment of the programs, such as another language.
  private let additions: [String: String]

  init(config: String? = nil, starts: Bool = true, environment additions: [String: String] = [:]) throws {
    self.additions = additions
    bus = try PrivateBus()
    client = try bus.connect()
    home.makeDirectory("config/localpush")
    if let config { write(config: config) }
    if starts { try start() }
  }

  isolated deinit {
    for identifier in running { kill(identifier, SIGKILL) }
  }

  // MARK: - The daemon

  private var environment: [String: String] {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return [
      "PATH": pathFolder.map { hasOnlyPathFolder ? $0 : "\($0):\(path)" } ?? path, "XDG_DATA_HOME": home.path("data"),
      "DBUS_SESSION_BUS_ADDRESS": bus.addressText, "HOME": home.path, "XDG_CONFIG_HOME": home.path("config"),
      "XDG_STATE_HOME": home.path("state"), "XDG_CONFIG_DIRS": home.path("etc"), "LANGUAGE": "en", "TZ": "Asia/Tokyo",
    ].merging(additions) { $1 }
  }

  /// Starts the daemon and waits until it owns its name, or has ended.
  func start(waits: Bool = true) throws {
    exitStatus = nil
    runs += 1
    let run = runs
    var identifier: Int32 = 0
    let process = try ChildProcess.start(
      // a daemon must not outlive a test that crashes
      arguments: ["setpriv", "--pdeathsig", "KILL"] + limits + [Self.programs + "/localpushd"], environment: environment
    ) { [weak self] status in
      guard let self else { return }
      running.remove(identifier)
      guard run == runs else { return }
      daemon = nil
      exitStatus = status
    }
    identifier = process.identifier
    running.insert(identifier)
    daemon = process
    guard waits else { return }
    let isUp = serveRepeatedly { exitStatus != nil || (try? owner()) != nil }
    #expect(isUp && exitStatus == nil, "the daemon did not start")
  }

  /// Sets the limit of `blocksPerFile`; without the signal a write beyond it fails as on a bad disk.
  private var limits: [String] {
    guard let blocksPerFile else { return [] }
    let script = "exec \"$@\" 2>'\(home.path("log"))'"
    return ["sh", "-c", "trap '' XFSZ; ulimit -f \(blocksPerFile); \(script)", "sh"]
  }

  /// Ends the daemon without warning.
  func kill9() throws {
    guard let running = daemon else { return }
    kill(running.identifier, SIGKILL)
    #expect(serve { daemon == nil })
    #expect(serveRepeatedly { (try? owner()) == nil })
  }

  func end() {
    guard let running = daemon else { return }
    kill(running.identifier, SIGTERM)
    #expect(serve { exitStatus != nil })
  }

  /// A new connection after the bus was restarted.
  func reconnect() throws {
    client = try bus.connect()
  }

  /// Has it read everything again.
  func hangUp() {
    if let daemon { kill(daemon.identifier, SIGHUP) }
  }

  private func owner() throws(BusError) -> String? {
    try client.ask(
      MethodCall(
        destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
        member: "GetNameOwner", arguments: [.string(Contract.busName)])
    ).first?.stringValue
  }

  /// Has a pending message become due at a moment long ago, as if the machine had been off since.
  func makeLate(_ id: String, at moment: String) throws {
    end()
    try setDue(id, try Instant(parsing: moment))
    try start()
  }

  private func setDue(_ id: String, _ due: Instant) throws {
    let store = try Store(path: home.path("state/localpush/messages.db"))
    let stored = try #require(try store.message(MessageKey(app: "org.example.App", id: id)))
    let planned = PlannedOccurrence(slot: .instant(due), instant: due, adjustment: .unique)
    try store.transaction { () throws(StoreError) in
      try store.advance(stored.number, past: nil, to: planned, ended: nil, at: due)
    }
  }

  // MARK: - Talking to it

  func write(config: String, to name: String = "messages.conf") {
    home.makeDirectory("config/localpush/messages.d")
    home.write("config/localpush/\(name).new", config)
    home.rename("config/localpush/\(name).new", to: "config/localpush/\(name)")
  }

  /// A built command that runs on its own.
  @MainActor
  final class RunningCommand {
    fileprivate var process: ChildProcess?
    /// How it ended.
    fileprivate(set) var status: ProcessStatus?

    var isRunning: Bool { process != nil }

    /// Sends it a signal, such as SIGINT for the keys Ctrl and C.
    func interrupt() {
      guard let process else { return }
      kill(process.identifier, SIGINT)
    }

    func end() {
      guard let process else { return }
      kill(process.identifier, SIGTERM)
      #expect(serve { self.process == nil })
    }
  }

  /// Starts the built command, whose output goes into a file of the home folder.
  func startLocalpush(_ arguments: String..., output: String) throws -> RunningCommand {
    try start([Self.programs + "/localpush"] + arguments, output: output)
  }

  /// Starts any program, whose output goes into a file of the home folder.
  func startProgram(_ arguments: String..., output: String) throws -> RunningCommand {
    try start(arguments, output: output)
  }

  private func start(_ arguments: [String], output: String) throws -> RunningCommand {
    let command = RunningCommand()
    command.process = try ChildProcess.start(
      arguments: ["setpriv", "--pdeathsig", "KILL", "sh", "-c", "exec \"$0\" \"$@\" >'\(home.path(output))'"]
        + arguments,
      environment: environment
    ) { [weak command] status in
      command?.process = nil
      command?.status = status
    }
    return command
  }

  @discardableResult
  func call(_ member: String, _ arguments: [BusValue] = []) throws(BusError) -> [BusValue] {
    try client.ask(
      MethodCall(
        destination: Contract.busName, path: Contract.path, interface: Contract.interface, member: member,
        arguments: arguments))
  }

  /// Schedules one message of an app and gives its result.
  @discardableResult
  func schedule(_ message: [(String, BusValue)], app: String = "org.example.App") throws(BusError) -> BusValue {
    let results = try call("Schedule", [.string(app), .vardicts([.vardict(message)]), .vardict([])])
    return results.first?.arrayValue?.first ?? .vardict([])
  }

  /// Ids of what is to come.
  func pending() throws(BusError) -> [String] {
    try call("Pending", [""]).first?.arrayValue?.compactMap { $0["id"]?.stringValue } ?? []
  }

  /// States of what has happened, by id, the newest of each.
  func states() throws(BusError) -> [String: String] {
    let occurrences = try call("History", ["", .uint32(1000)]).first?.arrayValue ?? []
    return Dictionary(
      occurrences.compactMap { one in
        guard let id = one["id"]?.stringValue, let state = one["state"]?.stringValue else { return nil }
        return (id, state)
      }, uniquingKeysWith: { newer, _ in newer })
  }

  struct CommandResult {
    let status: Int32
    let output: String
    let errors: String
  }

  /// Runs the built command and gives what it printed.
  func localpush(_ arguments: String..., input: String = "") throws -> CommandResult {
    try localpush(arguments, input: input)
  }

  func localpush(_ arguments: [String], input: String = "") throws -> CommandResult {
    try run([Self.programs + "/localpush"] + arguments, input: input)
  }

  func run(_ arguments: String...) throws -> CommandResult {
    try run(arguments)
  }

  /// Runs any program to its end and gives what it printed.
  func run(_ arguments: [String], input: String = "") throws -> CommandResult {
    var status: ProcessStatus?
    let script = "exec \"$0\" \"$@\" >'\(home.path("out"))' 2>'\(home.path("err"))'"
    try ChildProcess.start(
      arguments: ["sh", "-c", script] + arguments, environment: environment,
      standardInput: Array(input.utf8)
    ) { status = $0 }
    #expect(serve(within: 30_000) { status != nil })
    return CommandResult(
      status: status?.code ?? -1, output: home.read("out") ?? "", errors: home.read("err") ?? "")
  }
}
