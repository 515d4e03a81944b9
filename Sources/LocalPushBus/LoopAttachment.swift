internal import CDBus
internal import LocalPushLoop

/// Serves a connection on the GLib loop: libdbus tells what to watch and how long to wait, the loop calls back.
final class LoopAttachment {
  private weak var connection: BusConnection?
  private let context = MainContext()
  private var watches: [OpaquePointer: FileDescriptorWatch] = [:]
  private var timeouts: [OpaquePointer: Timeout] = [:]
  private var dispatchTurn: IdleCall?
  private var isServing = false

  /// How many messages are served before the loop's other events have their turn.
  private static let messagesPerTurn = 64

  init(serving connection: BusConnection) {
    self.connection = connection
    setWatchFunctions(connection.pointer)
    setTimeoutFunctions(connection.pointer)
    dbus_connection_set_dispatch_status_function(
      connection.pointer, { LoopAttachment.from($2).dispatchStatusChanged($1) }, box(), releaseBox)
    dispatchStatusChanged(dbus_connection_get_dispatch_status(connection.pointer))
  }

  /// Takes every function away again, which also releases their boxes.
  func detach(from pointer: OpaquePointer) {
    dbus_connection_set_dispatch_status_function(pointer, nil, nil, nil)
    dbus_connection_set_timeout_functions(pointer, nil, nil, nil, nil, nil)
    dbus_connection_set_watch_functions(pointer, nil, nil, nil, nil, nil)
  }

  private func setWatchFunctions(_ pointer: OpaquePointer) {
    dbus_connection_set_watch_functions(
      pointer,
      { LoopAttachment.from($1).watchAdded($0) }, { LoopAttachment.from($1).watchRemoved($0) },
      { LoopAttachment.from($1).watchToggled($0) }, box(), releaseBox)
  }

  private func setTimeoutFunctions(_ pointer: OpaquePointer) {
    dbus_connection_set_timeout_functions(
      pointer,
      { LoopAttachment.from($1).timeoutAdded($0) }, { LoopAttachment.from($1).timeoutRemoved($0) },
      { LoopAttachment.from($1).timeoutToggled($0) }, box(), releaseBox)
  }

  private func box() -> UnsafeMutableRawPointer {
    Unmanaged.passRetained(self).toOpaque()
  }

  private static func from(_ data: UnsafeMutableRawPointer?) -> LoopAttachment {
    guard let data else { preconditionFailure("libdbus lost the loop") }
    let attachment = Unmanaged<LoopAttachment>.fromOpaque(data).takeUnretainedValue()
    // libdbus calls back on whatever thread called it
    attachment.context.preconditionOnThread()
    return attachment
  }
}

// MARK: - Watches

extension LoopAttachment {
  private func watchAdded(_ watch: OpaquePointer?) -> dbus_bool_t {
    watchToggled(watch)
    return 1
  }

  private func watchRemoved(_ watch: OpaquePointer?) {
    guard let watch else { return }
    watches[watch] = nil
  }

  private func watchToggled(_ watch: OpaquePointer?) {
    guard let watch else { return }
    guard dbus_watch_get_enabled(watch) != 0 else { return watchRemoved(watch) }
    let flags = dbus_watch_get_flags(watch)
    var condition: FileDescriptorWatch.Condition = []
    if flags & DBUS_WATCH_READABLE.rawValue != 0 { condition.insert(.readable) }
    if flags & DBUS_WATCH_WRITABLE.rawValue != 0 { condition.insert(.writable) }
    watches[watch] = FileDescriptorWatch(fd: dbus_watch_get_unix_fd(watch), condition: condition) { [unowned self] in
      ready(watch, $0)
    }
  }

  /// `dbus_watch_handle`
  private func ready(_ watch: OpaquePointer, _ condition: FileDescriptorWatch.Condition) {
    var flags: UInt32 = 0
    if condition.contains(.readable) { flags |= DBUS_WATCH_READABLE.rawValue }
    if condition.contains(.writable) { flags |= DBUS_WATCH_WRITABLE.rawValue }
    if condition.contains(.error) { flags |= DBUS_WATCH_ERROR.rawValue }
    if condition.contains(.hangUp) { flags |= DBUS_WATCH_HANGUP.rawValue }
    serve { dbus_watch_handle(watch, flags) }
  }
}

// MARK: - Timeouts

extension LoopAttachment {
  private func timeoutAdded(_ timeout: OpaquePointer?) -> dbus_bool_t {
    timeoutToggled(timeout)
    return 1
  }

  private func timeoutRemoved(_ timeout: OpaquePointer?) {
    guard let timeout else { return }
    timeouts[timeout] = nil
  }

  private func timeoutToggled(_ timeout: OpaquePointer?) {
    guard let timeout else { return }
    guard dbus_timeout_get_enabled(timeout) != 0 else { return timeoutRemoved(timeout) }
    let interval = Int(dbus_timeout_get_interval(timeout))
    timeouts[timeout] = Timeout(milliseconds: interval, repeats: true) { [unowned self] in
      serve { dbus_timeout_handle(timeout) }
    }
  }
}

// MARK: - Dispatch

extension LoopAttachment {
  /// A status that changes while messages are being served needs no turn of its own.
  private func dispatchStatusChanged(_ status: DBusDispatchStatus) {
    guard status == DBUS_DISPATCH_DATA_REMAINS, dispatchTurn == nil, !isServing else { return }
    dispatchTurn = IdleCall { [unowned self] in
      dispatchTurn = nil
      serve {}
    }
  }

  /// Lets libdbus read or write, then serves what came in. libdbus cannot dispatch inside a dispatch, so a handler
  /// that runs the loop gets no messages of this connection.
  private func serve(_ transfer: () -> Void) {
    guard !isServing else { return transfer() }
    isServing = true
    transfer()
    let status = dispatch()
    isServing = false
    dispatchStatusChanged(status)
  }

  /// Serves a limited number of messages; a handler may give up the connection: `dbus_connection_dispatch`.
  private func dispatch() -> DBusDispatchStatus {
    for _ in 0..<Self.messagesPerTurn {
      guard let connection else { return DBUS_DISPATCH_COMPLETE }
      let status = dbus_connection_dispatch(connection.pointer)
      if status != DBUS_DISPATCH_DATA_REMAINS { return status }
    }
    return DBUS_DISPATCH_DATA_REMAINS
  }
}
