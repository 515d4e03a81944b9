internal import LocalPushBus
internal import LocalPushLoop

/// The calls of `Notify` for one owner of the name: handed over in order, only a few at a time.
///
/// A server that gets a burst at once may sink (dunst); one that is full refuses (MATE's at 20) until something is
/// closed. Nothing here outlives the owner: with the next one the schedule begins a new queue.
final class NotifyQueue {
  typealias Answer = Result<UInt32, BusError>

  private struct Entry {
    let notification: Notification
    let isWanted: () -> Bool
    let reply: (Answer) -> Void
  }

  /// How a call is made; given by the server.
  private let send: (Notification, @escaping (Answer) -> Void) -> Void
  /// Called before each burst; calls back when the burst may begin.
  private let prepare: (@escaping () -> Void) -> Void
  private let callsAtOnce: Int
  private let patienceMilliseconds: Int

  private var entries: [Entry] = []
  /// Entries before this place have been handed over.
  private var head = 0
  private var inFlight = 0
  /// Calls without an answer for so long that they hold nobody up any more.
  private var overdue = 0
  private var isPreparing = false
  private var isPrepared = false
  private var isFull = false
  private var retry: Timeout?

  /// So many unanswered calls mean that the server hangs, and not that it dislikes one message.
  private static let overdueAtMost = 3
  private static let retryMilliseconds = 60_000

  init(
    callsAtOnce: Int, patienceMilliseconds: Int, prepare: @escaping (@escaping () -> Void) -> Void,
    send: @escaping (Notification, @escaping (Answer) -> Void) -> Void
  ) {
    self.callsAtOnce = callsAtOnce
    self.patienceMilliseconds = patienceMilliseconds
    self.prepare = prepare
    self.send = send
  }

  /// How many notifications the server has not taken yet.
  var waiting: Int { entries.count - head + inFlight + overdue }

  /// The server has left several calls unanswered for long.
  var isStuck: Bool { overdue >= Self.overdueAtMost }

  /// - Parameter isWanted: asked when its turn comes: what was cancelled while it waited is not shown, and gets id 0.
  func add(_ notification: Notification, isWanted: @escaping () -> Bool, reply: @escaping (Answer) -> Void) {
    entries.append(Entry(notification: notification, isWanted: isWanted, reply: reply))
    pump()
  }

  /// Something left the screen, so that a full server has room again.
  func somethingClosed() {
    guard isFull else { return }
    isFull = false
    retry = nil
    pump()
  }

  // MARK: - One after the other

  private func pump() {
    guard isPrepared || !hasNext else { return beginBurst() }
    while inFlight < callsAtOnce, !isFull, !isStuck, let entry = next() {
      if entry.isWanted() { hand(over: entry) } else { entry.reply(.success(0)) }
    }
    if inFlight == 0, !hasNext { isPrepared = false }
  }

  private func beginBurst() {
    guard !isPreparing else { return }
    isPreparing = true
    prepare { [weak self] in
      guard let self else { return }
      isPreparing = false
      isPrepared = true
      pump()
    }
  }

  private var hasNext: Bool { head < entries.count }

  private func next() -> Entry? {
    guard hasNext else { return nil }
    defer {
      head += 1
      if head == entries.count {
        entries = []
        head = 0
      }
    }
    return entries[head]
  }

  private func putBack(_ entry: Entry) {
    entries.replaceSubrange(..<head, with: [entry])
    head = 0
  }

  private func hand(over entry: Entry) {
    inFlight += 1
    var isOverdue = false
    let patience = Timeout(milliseconds: patienceMilliseconds) { [weak self] in
      guard let self else { return }
      isOverdue = true
      inFlight -= 1
      overdue += 1
      pump()
    }
    send(entry.notification) { [weak self] answer in
      patience.cancel()
      guard let self else { return }
      if isOverdue { overdue -= 1 } else { inFlight -= 1 }
      take(answer, of: entry)
      pump()
    }
  }

  private func take(_ answer: Answer, of entry: Entry) {
    guard case .failure(let error) = answer, error.meansFull else { return entry.reply(answer) }
    putBack(entry)
    isFull = true
    retry = Timeout(milliseconds: Self.retryMilliseconds) { [weak self] in self?.somethingClosed() }
  }
}

extension BusError {
  /// The words of MATE's server and of notification-daemon when 20 notifications are on screen, and of notify-osd when
  /// 50 wait.
  fileprivate var meansFull: Bool {
    message.contains("Exceeded maximum number of notifications") || message.contains("Reached stack-limit")
  }
}
