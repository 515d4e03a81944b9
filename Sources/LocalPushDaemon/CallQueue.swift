internal import LocalPushLoop
internal import LocalPushModel

/// Calls that wait for their turn: one is answered in each turn of the loop, of each caller in its turn, so that a flood
/// of one caller delays neither the calls of others nor what is due.
final class CallQueue {
  /// The calls of each caller, the first one first.
  private var waiting: [String: [() -> Void]] = [:]
  /// The callers of which something waits, the one whose turn it is first.
  private var callers: [String] = []
  private var turn: IdleCall?

  /// Puts a call of `caller` behind its others; false when too many wait already.
  func add(_ caller: String, _ answer: @escaping () -> Void) -> Bool {
    let count = waiting[caller]?.count ?? 0
    guard count < Limits.waitingCalls else { return false }
    if count == 0 { callers.append(caller) }
    waiting[caller, default: []].append(answer)
    takeTurn()
    return true
  }

  private func takeTurn() {
    guard turn == nil, !callers.isEmpty else { return }
    turn = IdleCall { [unowned self] in
      turn = nil
      let answer = next()
      takeTurn()
      answer?()
    }
  }

  private func next() -> (() -> Void)? {
    guard !callers.isEmpty else { return nil }
    let caller = callers.removeFirst()
    let answer = waiting[caller]?.removeFirst()
    if waiting[caller]?.isEmpty == false {
      callers.append(caller)
    } else {
      waiting[caller] = nil
    }
    return answer
  }
}
