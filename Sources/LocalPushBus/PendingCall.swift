internal import CDBus
internal import LocalPushLoop

/// A method call whose answer is still to come: `DBusPendingCall`.
public final class PendingCall {
  private let call: MethodCall
  private let timeoutMilliseconds: Int
  private let context = MainContext()
  private var reply: ((Result<[BusValue], BusError>) -> Void)?
  private var pointer: OpaquePointer?
  /// Called when nothing more is to be expected.
  var onEnd: ((PendingCall) -> Void)?

  init(
    call: MethodCall, timeoutMilliseconds: Int, reply: @escaping (Result<[BusValue], BusError>) -> Void
  ) {
    self.call = call
    self.timeoutMilliseconds = timeoutMilliseconds
    self.reply = reply
  }

  /// Whether the answer is still to come.
  public var isPending: Bool { reply != nil }

  /// Makes sure that the answer is not handed over any more: `dbus_pending_call_cancel`.
  public func cancel() {
    forget()
    end()
  }

  /// Sends the call; what fails before it is sent is told on the next turn of the loop.
  func start(on connection: BusConnection) {
    do {
      try send(call.message(), on: connection)
    } catch {
      later { [self] in fail(error) }
    }
  }

  /// The box of the answer is this object: libdbus keeps it until the call is answered or given up.
  private func send(_ message: Message, on connection: BusConnection) throws(BusError) {
    guard connection.isConnected else { throw .disconnected }
    let timeout = MethodCall.timeout(timeoutMilliseconds)
    guard dbus_connection_send_with_reply(connection.pointer, message.pointer, &pointer, timeout) != 0 else {
      throw .noMemory
    }
    guard let pointer else { throw .disconnected }
    let box = Unmanaged.passRetained(self).toOpaque()
    guard dbus_pending_call_set_notify(pointer, { PendingCall.answered($1) }, box, releaseBox) != 0 else {
      throw .noMemory
    }
  }

  private static func answered(_ data: UnsafeMutableRawPointer?) {
    data.map { Unmanaged<PendingCall>.fromOpaque($0).takeUnretainedValue().answered() }
  }

  /// `dbus_pending_call_steal_reply`
  private func answered() {
    context.preconditionOnThread()
    guard let pointer, let stolen = dbus_pending_call_steal_reply(pointer) else { return }
    let message = Message(owning: stolen)
    if let error = message.error {
      // Only libdbus itself answers without a sender: the time is over or the bus is gone.
      fail(message.sender.isEmpty ? error.explained(for: call, timeoutMilliseconds: timeoutMilliseconds) : error)
    } else {
      finish(Result { () throws(BusError) in try message.arguments() })
    }
  }

  /// Hands over a failure, unless something was handed over before.
  func fail(_ error: BusError) {
    finish(.failure(error))
  }

  private func finish(_ result: Result<[BusValue], BusError>) {
    let reply = reply
    forget()
    end()
    reply?(result)
  }

  /// Lets go of the call without telling anyone.
  func forget() {
    reply = nil
    guard let pointer else { return }
    self.pointer = nil
    dbus_pending_call_cancel(pointer)
    dbus_pending_call_unref(pointer)
  }

  private func end() {
    onEnd?(self)
    onEnd = nil
  }
}
