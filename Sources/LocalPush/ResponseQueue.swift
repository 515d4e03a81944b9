internal import LocalPushBus
internal import Synchronization

/// The responses of an app between the daemon, which keeps them until they are acknowledged, and their handler.
///
/// Each response is given to one reader at a time. The daemon is told of all up to a sequence number at once, so a
/// response is acknowledged only when everything before it has been dealt with, too.
final class ResponseQueue: Sendable {
  private let app: String
  private let service: any NotificationService
  private let state = Mutex(State())

  init(app: String, service: any NotificationService) {
    self.app = app
    self.service = service
  }

  private struct State {
    /// Not given to anybody, in their order.
    var waiting: [NotificationResponse] = []
    /// Given to a reader who has not come back yet.
    var inHand: [UInt64: NotificationResponse] = [:]
    /// Dealt with, and the daemon has not confirmed that it knows.
    var finished: Set<UInt64> = []
    /// The last of the tasks that tell the daemon, one after the other.
    var acknowledgement: Task<Void, Never>?
    /// The last ones that came, whatever became of them: the daemon may give them again.
    var recent: [NotificationResponse] = []
    var readers: [(number: Int, continuation: CheckedContinuation<NotificationResponse?, Never>)] = []
    var lastReader = 0
    var isOver = false

    static let recentAtMost = 256

    /// Everything up to this has been dealt with; nil if there is nothing to tell the daemon.
    var acknowledgeable: UInt64? {
      let open = (waiting.map(\.sequence) + Array(inHand.keys)).min() ?? .max
      return finished.filter { $0 < open }.max()
    }

    mutating func wait(_ response: NotificationResponse) {
      let place = waiting.firstIndex { $0.sequence > response.sequence } ?? waiting.endIndex
      waiting.insert(response, at: place)
    }

    /// Gives what waits to whoever reads.
    mutating func match() -> [(CheckedContinuation<NotificationResponse?, Never>, NotificationResponse)] {
      var matches: [(CheckedContinuation<NotificationResponse?, Never>, NotificationResponse)] = []
      while !waiting.isEmpty, !readers.isEmpty {
        let response = waiting.removeFirst()
        inHand[response.sequence] = response
        matches.append((readers.removeFirst().continuation, response))
      }
      return matches
    }
  }

  // MARK: - From the daemon

  /// Takes responses; those that came before are dropped, and acknowledged again if they have been dealt with.
  func received(_ responses: [NotificationResponse]) async {
    change { state in
      for response in responses where !state.recent.contains(response) {
        state.recent = state.recent.suffix(State.recentAtMost - 1) + [response]
        state.wait(response)
      }
    }
    await acknowledge()
  }

  private func change(_ body: (inout State) -> Void) {
    let matches = state.withLock { state in
      body(&state)
      return state.match()
    }
    for (continuation, response) in matches { continuation.resume(returning: response) }
  }

  /// Ends all reading.
  func finish() {
    let readers = state.withLock { state in
      state.isOver = true
      defer { state.readers = [] }
      return state.readers.map(\.continuation)
    }
    for reader in readers { reader.resume(returning: nil) }
  }

  // MARK: - To the handler

  /// Waits for the next response and puts it into the reader's hand; nil when the task is cancelled.
  func next() async -> NotificationResponse? {
    let reader = state.withLock { state in
      state.lastReader += 1
      return state.lastReader
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if !state.isOver { state.readers.append((reader, continuation)) }
          return state.isOver
        }
        if isOver { return continuation.resume(returning: nil) }
        // cancelled before it stood in the line, where the cancellation has not found it
        Task.isCancelled ? leave(reader) : change { _ in }
      }
    } onCancel: {
      leave(reader)
    }
  }

  private func leave(_ number: Int) {
    let left = state.withLock { state in
      let place = state.readers.firstIndex { $0.number == number }
      return place.map { state.readers.remove(at: $0).continuation }
    }
    left?.resume(returning: nil)
  }

  /// Whether a response has come from the daemon.
  func knows(_ sequence: UInt64) -> Bool {
    state.withLock { $0.recent.contains { $0.sequence == sequence } }
  }

  /// A handler is done with a response.
  func handled(_ sequence: UInt64) async {
    state.withLock { state in
      let isHeld = state.inHand.removeValue(forKey: sequence) != nil
      let isWaiting = state.waiting.contains { $0.sequence == sequence }
      state.waiting.removeAll { $0.sequence == sequence }
      if isHeld || isWaiting { state.finished.insert(sequence) }
    }
    await acknowledge()
  }

  /// A handler has left without being done: somebody else gets it.
  func givenBack(_ sequence: UInt64) {
    change { state in
      if let response = state.inHand.removeValue(forKey: sequence) { state.wait(response) }
    }
  }

  /// Tells the daemon what has been dealt with, and returns when it knows; what it does not hear it gives again.
  ///
  /// In a task of its own: a handler that is done stays done, also if its task was cancelled meanwhile.
  private func acknowledge() async {
    let task = state.withLock { state -> Task<Void, Never>? in
      guard state.acknowledgeable != nil else { return nil }
      let before = state.acknowledgement
      state.acknowledgement = Task {
        await before?.value
        await tellDaemon()
      }
      return state.acknowledgement
    }
    await task?.value
  }

  private func tellDaemon() async {
    guard let sequence = state.withLock(\.acknowledgeable) else { return }
    guard (try? await service.call("Acknowledge", [.string(app), .uint64(sequence)])) != nil else { return }
    state.withLock { state in state.finished = state.finished.filter { $0 > sequence } }
  }
}
