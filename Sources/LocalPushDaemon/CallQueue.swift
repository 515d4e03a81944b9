internal import LocalPushBus
internal import LocalPushLoop
internal import LocalPushModel

/// Calls that wait for their turn: of each caller one in its turn, and only for a few milliseconds in each turn of the
/// loop, so that a flood of one caller delays neither the calls of others nor what is due.
final class CallQueue {
  /// Does what a call asks for, and gives how it is answered: with an error when it turns out that nothing could be
  /// written.
  typealias Call = () -> (_ failure: BusError?) -> Void

  /// Runs several calls whose facts are committed together, and gives what went wrong with that.
  private let together: (() -> Void) -> BusError?
  /// The calls of each caller, the first one first.
  private var waiting: [String: [Call]] = [:]
  /// The callers of which something waits, the one whose turn it is first.
  private var callers: [String] = []
  private var turn: IdleCall?

  private static let turnMicroseconds: Int64 = 5_000

  init(together: @escaping (() -> Void) -> BusError?) {
    self.together = together
  }

  /// Puts a call of `caller` behind its others; false when too many wait already.
  func add(_ caller: String, _ call: @escaping Call) -> Bool {
    let count = waiting[caller]?.count ?? 0
    guard count < Limits.waitingCalls else { return false }
    if count == 0 { callers.append(caller) }
    waiting[caller, default: []].append(call)
    takeTurn()
    return true
  }

  private func takeTurn() {
    guard turn == nil, !callers.isEmpty else { return }
    turn = IdleCall { [weak self] in
      guard let self else { return }
      turn = nil
      answer()
      takeTurn()
    }
  }

  /// Answers the call whose turn it is; where more wait, some of them with it, when all are on the disk.
  private func answer() {
    guard let first = next() else { return }
    if callers.isEmpty { return first()(nil) }
    var answers: [(BusError?) -> Void] = []
    let failure = together {
      let end = MonotonicClock.nowMicroseconds() + Self.turnMicroseconds
      answers.append(first())
      while MonotonicClock.nowMicroseconds() < end, let call = next() { answers.append(call()) }
    }
    for answer in answers { answer(failure) }
  }

  private func next() -> Call? {
    guard !callers.isEmpty else { return nil }
    let caller = callers.removeFirst()
    let call = waiting[caller]?.removeFirst()
    if waiting[caller]?.isEmpty == false {
      callers.append(caller)
    } else {
      waiting[caller] = nil
    }
    return call
  }
}
