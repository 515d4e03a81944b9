import LocalPushModel
import LocalPushStore

/// Rule 8: a press is committed before anything acts on it, and kept until its handler has taken it.
extension Audit {
  /// Notes the responses that the store keeps now; each that is gone was taken by the one whom it was for.
  mutating func checkResponses(_ world: SimulatedWorld) throws {
    let now = Dictionary(uniqueKeysWithValues: try world.store.responses().map { ($0.sequence, $0) })
    for (sequence, response) in kept where now[sequence] == nil {
      guard wasTaken(response) else {
        throw violation(.pressNotLost, "response \(sequence) to \(response.key) is gone, and nobody took it")
      }
    }
    for response in announcedResponses where !isBuiltIn(response) && now[response.sequence] == nil {
      guard wasTaken(response) else {
        throw violation(.pressNotLost, "response \(response.sequence) to \(response.key) was not kept")
      }
    }
    for (sequence, response) in now where kept[sequence] == nil {
      guard sequence > lastSequence else {
        throw violation(.pressNotLost, "response \(sequence) comes after \(lastSequence)")
      }
      guard !isBuiltIn(response) else {
        throw violation(.pressNotLost, "response \(sequence) is kept though nobody is to take it")
      }
    }
    try checkOwed()
    lastSequence = max(lastSequence, now.keys.max() ?? 0)
    kept = now
    acknowledged = [:]
    responses = []
    announcedResponses = []
  }

  /// A press that came while nothing could be written is written with everything else.
  private mutating func checkOwed() throws {
    for response in announcedResponses {
      if let number = owed.first(where: { isTo($0, response) }) { owed.remove(number) }
    }
    guard !isBehind else { return }
    for seen in owed.compactMap({ occurrences[$0] }) where seen.state != .cancelled {
      throw violation(.pressNotLost, "the press on \(seen.key) \(seen.slot) was lost while nothing could be written")
    }
    owed = []
  }

  private func isTo(_ number: Int64, _ response: Response) -> Bool {
    occurrences[number].map { $0.key == response.key && $0.slot == response.slot.description } ?? false
  }

  private func wasTaken(_ response: Response) -> Bool {
    if handled.contains(response.sequence) { return true }
    return isForApp(response) && response.sequence <= acknowledged[response.key.app, default: 0]
  }

  private func isBuiltIn(_ response: Response) -> Bool {
    switch response.handler {
    case .snooze, .done, .dismiss: true
    case .open, .command, .activate, .launch, nil: false
    }
  }

  private func isForApp(_ response: Response) -> Bool {
    switch response.handler {
    case nil, .activate, .launch: true
    case .open, .command, .snooze, .done, .dismiss: false
    }
  }

  /// After a start every response that the daemon itself hands over is handed over again.
  func checkRedelivery(in world: SimulatedWorld) throws {
    guard !world.isDiskFull else { return }
    for response in try world.store.responses() where response.handler != nil {
      guard delivered.contains(response.sequence) else {
        throw violation(.pressNotLost, "response \(response.sequence) was not given again after the start")
      }
    }
  }
}
