internal import LocalPushBus

/// A connection to the daemon, on a thread of its own that ends with the last reference to it.
///
/// It connects when it is first used and again when the bus was gone. The bus starts the daemon for every call; a daemon
/// that vanished is started again while somebody listens. A connection is private: nothing of what the program itself
/// does with libdbus, GLib, signals or its main thread is touched.
actor ServiceConnection {
  /// How long a call may take in all, unless told otherwise: as long as libdbus would wait for an answer.
  static let standardTimeoutMilliseconds = 25_000

  private nonisolated let thread = ServiceThread()
  private let link: ServiceLink

  /// Is not connected yet; `address` is that of a bus, nil for the session's.
  init(address: String? = nil, timeoutMilliseconds: Int = standardTimeoutMilliseconds) {
    link = ServiceLink(
      address: address.map { .explicit($0) } ?? .session, timeoutMilliseconds: timeoutMilliseconds)
  }

  isolated deinit {
    link.close()
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  /// Calls a method of `org.localpush.LocalPush1`, starts the daemon if need be, and waits for the answer.
  ///
  /// It waits out a bus or a daemon that is being started again, within the time-out. Where an answer is lost because
  /// one of them died, a call that bears it is made again, and every other one throws `interrupted`. The end of the
  /// calling task ends the wait.
  func call(_ member: String, _ arguments: [BusValue]) async throws(ServiceError) -> [BusValue] {
    guard !Task.isCancelled else { throw .cancelled }
    let number = link.nextNumber()
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        link.call(number, member, arguments) { continuation.resume(returning: $0) }
      }
    } onCancel: {
      thread.call { [weak self] in self?.assumeIsolated { $0.link.cancel(number) } }
    }
    return try answer.get()
  }

  /// What the daemon does from now on, each caller's own sequence; it begins with `appeared` if the daemon is there.
  ///
  /// What is not fetched is kept for as long as the sequence lives. It ends with the connection.
  nonisolated func events() -> AsyncStream<ServiceEvent> {
    let (stream, listener) = AsyncStream.makeStream(of: ServiceEvent.self)
    let key = ListenerKey()
    listener.onTermination = { [weak self, thread] _ in
      thread.call { [weak self] in self?.assumeIsolated { $0.link.forget(key) } }
    }
    thread.call { [weak self] in
      guard let self else { return listener.finish() }
      assumeIsolated { $0.link.listen(listener, as: key) }
    }
    return stream
  }

  /// Leaves the bus for good: calls that wait and all later ones throw `closed`, sequences of events end.
  func close() {
    link.close()
  }
}
