internal import Synchronization

/// What a center hears of the daemon, for everyone in the program who wants to know.
final class Broadcasts: Sendable {
  let events = Broadcast<NotificationEvent>()
  /// Something about the daemon has changed; false if it is gone.
  let daemon = Broadcast<Bool>()

  func finish() {
    events.finish()
    daemon.finish()
  }
}

/// Gives each value to every stream that is being read.
final class Broadcast<Value: Sendable>: Sendable {
  private let streams = Mutex<[Int: AsyncStream<Value>.Continuation]>([:])

  /// What is sent from now on. `owner`, who sends it, lives as long as somebody reads.
  func stream(keeping owner: (any AnyObject & Sendable)? = nil) -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream<Value>.makeStream()
    let number = streams.withLock { streams in
      let number = (streams.keys.max() ?? 0) + 1
      streams[number] = continuation
      return number
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.streams.withLock { $0.removeValue(forKey: number) }
      withExtendedLifetime(owner) {}
    }
    return stream
  }

  func send(_ value: Value) {
    for continuation in streams.withLock({ Array($0.values) }) { continuation.yield(value) }
  }

  func finish() {
    let open = streams.withLock { streams in
      defer { streams = [:] }
      return Array(streams.values)
    }
    for continuation in open { continuation.finish() }
  }
}
