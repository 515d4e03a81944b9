internal import CDBus
internal import LocalPushLoop

/// A private connection to a message bus, on the loop of the thread that made it once it is attached: `DBusConnection`.
///
/// Everything given to it is checked here first: what libdbus would abort for and what the bus would cut the
/// connection for comes back as an error of that call alone.
public final class BusConnection {
  let pointer: OpaquePointer
  fileprivate let context = MainContext()
  let objects = ObjectTree()
  let subscriptions = SubscriptionTable()
  var ownerTrackers: [String: WeakTracker] = [:]
  private var calls: [ObjectIdentifier: PendingCall] = [:]
  private var attachment: LoopAttachment?
  private var hasToldDisconnect = false

  /// Called once, on the loop, when the bus is gone; calls that still waited have failed by then.
  public var onDisconnect: (() -> Void)?

  private init(pointer: OpaquePointer) {
    self.pointer = pointer
  }

  /// Connects to a bus and says hello to it: `dbus_connection_open_private`, `dbus_bus_register`.
  public static func open(_ address: BusAddress = .session) throws(BusError) -> BusConnection {
    let address = try address.resolved()
    // before the first connection of a process with more than one thread, and without effect after that
    guard dbus_threads_init_default() != 0 else { throw .noMemory }
    let pointer = try reportingFaults { dbus_connection_open_private(address, $0) }
    let connection = BusConnection(pointer: pointer)
    dbus_connection_set_exit_on_disconnect(pointer, 0)
    try reportingFaults { dbus_bus_register(pointer, $0) != 0 ? () : nil }
    try connection.addFilter()
    return connection
  }

  deinit {
    context.preconditionOnThread()
    for call in calls.values { call.forget() }
    attachment?.detach(from: pointer)
    dbus_connection_close(pointer)
    dbus_connection_unref(pointer)
  }

  /// The name the bus gave this connection, such as `:1.42`: `dbus_bus_get_unique_name`.
  public var uniqueName: String {
    dbus_bus_get_unique_name(pointer).map { String(cString: $0) } ?? ""
  }

  /// What tells this run of this bus from all others: `dbus_connection_get_server_id`.
  public var busIdentifier: String {
    guard let text = dbus_connection_get_server_id(pointer) else { return "" }
    defer { dbus_free(text) }
    return String(cString: text)
  }

  /// Whether the bus is still there: `dbus_connection_get_is_connected`.
  public var isConnected: Bool {
    dbus_connection_get_is_connected(pointer) != 0
  }

  /// Serves the connection on this thread's loop: `dbus_connection_set_watch_functions` and its kin.
  public func attach() {
    guard attachment == nil else { return }
    attachment = LoopAttachment(serving: self)
  }

  /// Serves the loop until `isDone` holds; false when the bus went away before.
  public func run(until isDone: () -> Bool) -> Bool {
    attach()
    while !isDone() {
      guard !hasToldDisconnect else { return false }
      MainLoop.turn()
    }
    return true
  }

  /// Sends everything that still waits to be sent: `dbus_connection_flush`.
  public func flush() {
    dbus_connection_flush(pointer)
  }
}

// MARK: - Messages out

extension BusConnection {
  /// Calls a method and hands over what comes back, on the loop: `dbus_connection_send_with_reply`.
  ///
  /// `reply` is called exactly once, also when the call cannot be sent, but not if it is cancelled or the connection
  /// is given up first. The connection must be attached.
  @discardableResult
  public func call(
    _ call: MethodCall, timeoutMilliseconds: Int = 25_000,
    reply: @escaping (Result<[BusValue], BusError>) -> Void
  ) -> PendingCall {
    let pending = PendingCall(call: call, timeoutMilliseconds: timeoutMilliseconds, reply: reply)
    calls[ObjectIdentifier(pending)] = pending
    pending.onEnd = { [weak self] in self?.calls[ObjectIdentifier($0)] = nil }
    pending.start(on: self)
    return pending
  }

  /// Calls a method and waits for what comes back, without the loop: `dbus_connection_send_with_reply_and_block`.
  public func callAndWait(_ call: MethodCall, timeoutMilliseconds: Int = 25_000) throws(BusError) -> [BusValue] {
    let message = try call.message()
    guard isConnected else { throw .disconnected }
    let timeout = MethodCall.timeout(timeoutMilliseconds)
    do {
      let reply = try reportingFaults {
        dbus_connection_send_with_reply_and_block(pointer, message.pointer, timeout, $0)
      }
      return try Message(owning: reply).arguments()
    } catch {
      throw isConnected ? error.explained(for: call, timeoutMilliseconds: timeoutMilliseconds) : .disconnected
    }
  }

  /// Sends a signal to everyone, or to one bus name: `dbus_message_new_signal`.
  public func emit(
    path: String, interface: String, member: String, arguments: [BusValue] = [], destination: String? = nil
  ) throws(BusError) {
    try send(
      Message.signal(
        path: path, interface: interface, member: member, arguments: arguments, destination: destination))
  }

  /// `dbus_connection_send`
  func send(_ message: Message) throws(BusError) {
    guard isConnected else { throw .disconnected }
    guard dbus_connection_send(pointer, message.pointer, nil) != 0 else { throw .noMemory }
  }
}

// MARK: - Messages in

extension BusConnection {
  /// `dbus_connection_add_filter`; the box does not keep the connection, whose end takes the filter away.
  private func addFilter() throws(BusError) {
    let box = Unmanaged.passRetained(ConnectionBox(self)).toOpaque()
    let isAdded = dbus_connection_add_filter(
      pointer, { ConnectionBox.from($2)?.received($1) ?? DBUS_HANDLER_RESULT_NOT_YET_HANDLED }, box, releaseBox)
    guard isAdded != 0 else { throw .noMemory }
  }

  fileprivate func received(_ pointer: OpaquePointer?) -> DBusHandlerResult {
    guard let pointer, let reference = dbus_message_ref(pointer) else { return DBUS_HANDLER_RESULT_NOT_YET_HANDLED }
    let message = Message(owning: reference)
    switch dbus_message_get_type(pointer) {
    case MessageType.signal:
      signalReceived(message)
    case MessageType.call:
      objects.callReceived(message, on: self)
      return DBUS_HANDLER_RESULT_HANDLED
    default: break
    }
    return DBUS_HANDLER_RESULT_NOT_YET_HANDLED
  }

  private func signalReceived(_ message: Message) {
    if message.interface == Names.localInterface, message.member == "Disconnected" {
      disconnected()
    } else {
      subscriptions.signalReceived(message)
    }
  }

  private func disconnected() {
    guard !hasToldDisconnect else { return }
    hasToldDisconnect = true
    for call in calls.values { call.fail(.disconnected) }
    onDisconnect?()
  }
}

/// Carries a connection through libdbus without keeping it.
final class ConnectionBox {
  private weak var connection: BusConnection?

  init(_ connection: BusConnection) {
    self.connection = connection
  }

  /// Recovers the connection from a callback's user data.
  static func from(_ data: UnsafeMutableRawPointer?) -> BusConnection? {
    let connection = data.flatMap { Unmanaged<ConnectionBox>.fromOpaque($0).takeUnretainedValue().connection }
    connection?.context.preconditionOnThread()
    return connection
  }
}

/// The free function of every box given to libdbus.
let releaseBox: DBusFreeFunction = { data in data.map { Unmanaged<AnyObject>.fromOpaque($0).release() } }
