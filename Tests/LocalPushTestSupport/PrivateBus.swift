internal import CLinux
public import LocalPushBus
internal import LocalPushLoop

// Said aloud because Swift 6.3.1 forgets it in other modules: swift build -c release fails on the isolated deinit.
/// A message bus of one test: `dbus-daemon` with the limits of a session bus.
@MainActor public final class PrivateBus {
  /// Why there is no bus to test with.
  public struct Failure: Error {
    /// The sentence.
    public let description: String
  }

  /// Where the bus listens, as `DBUS_SESSION_BUS_ADDRESS` would say it.
  public let addressText: String
  private let directory = TemporaryDirectory()
  private var process: ChildProcess?

  /// Where the bus listens.
  public var address: BusAddress { .explicit(addressText) }

  /// Starts a bus and waits until it listens; programs are started from the `.service` files of `serviceDirectory`.
  public init(serviceDirectory: String? = nil) throws {
    addressText = "unix:path=" + directory.path("bus")
    directory.write("bus.conf", Self.configuration(address: addressText, serviceDirectory: serviceDirectory))
    try start()
  }

  isolated deinit {
    if let process { kill(process.identifier, SIGKILL) }
  }

  /// Connects to the bus, and serves the connection on the loop unless it is to be used without.
  public func connect(attached: Bool = true) throws -> BusConnection {
    let connection = try BusConnection.open(address)
    if attached { connection.attach() }
    return connection
  }

  /// Ends the bus without warning, as a crash does, and waits until it is gone.
  public func stop() {
    guard let running = process else { return }
    kill(running.identifier, SIGKILL)
    _ = serve { process == nil }
  }

  /// Starts the bus again at the same address.
  public func start() throws {
    directory.remove("bus")
    process = try ChildProcess.start(
      // The bus must not outlive a test that crashes.
      arguments: [
        "setpriv", "--pdeathsig", "KILL", "dbus-daemon", "--nofork", "--nopidfile",
        "--config-file=" + directory.path("bus.conf"),
      ]
    ) { [weak self] _ in self?.process = nil }
    let isListening = serveRepeatedly { process == nil || (try? BusConnection.open(address)) != nil }
    guard isListening, process != nil else { throw Failure(description: "dbus-daemon does not start.") }
  }

  private static func configuration(address: String, serviceDirectory: String?) -> String {
    """
    <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
     "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
    <busconfig>
      <type>session</type>
      <keep_umask/>
      <listen>\(address)</listen>
      <auth>EXTERNAL</auth>
      \(serviceDirectory.map { "<servicedir>\($0)</servicedir>" } ?? "")
      <policy context="default">
        <allow send_destination="*" eavesdrop="true"/>
        <allow eavesdrop="true"/>
        <allow own="*"/>
      </policy>
      <limit name="max_incoming_bytes">1000000000</limit>
      <limit name="max_incoming_unix_fds">250000000</limit>
      <limit name="max_outgoing_bytes">1000000000</limit>
      <limit name="max_outgoing_unix_fds">250000000</limit>
      <limit name="max_message_size">1000000000</limit>
      <limit name="service_start_timeout">120000</limit>
      <limit name="auth_timeout">240000</limit>
      <limit name="pending_fd_timeout">150000</limit>
      <limit name="max_completed_connections">100000</limit>
      <limit name="max_incomplete_connections">10000</limit>
      <limit name="max_connections_per_user">100000</limit>
      <limit name="max_pending_service_starts">10000</limit>
      <limit name="max_names_per_connection">50000</limit>
      <limit name="max_match_rules_per_connection">50000</limit>
      <limit name="max_replies_per_connection">50000</limit>
    </busconfig>
    """
  }
}

extension BusConnection {
  /// Calls a method and serves the loop until the answer is there.
  public func ask(_ call: MethodCall, timeoutMilliseconds: Int = 10_000) throws(BusError) -> [BusValue] {
    var answer: Result<[BusValue], BusError>?
    self.call(call, timeoutMilliseconds: timeoutMilliseconds) { answer = $0 }
    _ = serve(within: timeoutMilliseconds + 5_000) { answer != nil }
    guard let answer else { throw BusError(name: BusError.Name.failed, message: "The call was never answered.") }
    return try answer.get()
  }

  /// Waits until the bus has served everything that was sent before, and delivered to others what came of it.
  public func waitForBus() throws(BusError) {
    _ = try ask(
      MethodCall(
        destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
        member: "GetId"))
  }
}
