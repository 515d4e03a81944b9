internal import Glibc
internal import LocalPushLoop
internal import LocalPushTestSupport

/// The built daemon in a home of its own, started again after every death.
final class KilledDaemon {
  private let programs: String
  private let home: TemporaryDirectory
  private let busAddress: String
  private(set) var process: ChildProcess?
  private(set) var exitStatus: ProcessStatus?

  init(programs: String, home: TemporaryDirectory, busAddress: String) {
    self.programs = programs
    self.home = home
    self.busAddress = busAddress
    home.makeDirectory("config")
  }

  isolated deinit {
    if let process { kill(process.identifier, SIGKILL) }
  }

  var database: String { home.path("state/localpush/messages.db") }

  private var environment: [String: String] {
    [
      "DBUS_SESSION_BUS_ADDRESS": busAddress, "HOME": home.path, "XDG_CONFIG_HOME": home.path("config"),
      "XDG_STATE_HOME": home.path("state"), "XDG_DATA_HOME": home.path("data"), "XDG_CONFIG_DIRS": home.path("etc"),
      "LANGUAGE": "en",
    ]
  }

  func start() throws {
    exitStatus = nil
    process = try run("localpushd", [], log: "localpushd.log") { [weak self] status in
      self?.process = nil
      self?.exitStatus = status
    }
  }

  /// Ends it without warning, and waits until the kernel has let go of its lock on the schedule.
  func kill9() {
    guard let running = process else { return }
    kill(running.identifier, SIGKILL)
    _ = serve { process == nil }
  }

  func end() {
    guard let running = process else { return }
    kill(running.identifier, SIGTERM)
    _ = serve { process == nil }
  }

  /// Starts the built command, whose output goes to a file of the home.
  func command(_ arguments: [String], onExit: @escaping (ProcessStatus) -> Void) throws {
    _ = try run("localpush", arguments, log: "localpush.log", onExit: onExit)
  }

  private func run(
    _ program: String, _ arguments: [String], log: String, onExit: @escaping (ProcessStatus) -> Void
  ) throws -> ChildProcess {
    try ChildProcess.start(
      // nothing must outlive a trial that crashes
      arguments: [
        "setpriv", "--pdeathsig", "KILL", "sh", "-c", "exec \"$0\" \"$@\" >>'\(home.path(log))' 2>&1",
        "\(programs)/\(program)",
      ] + arguments, environment: environment, onExit: onExit)
  }
}
