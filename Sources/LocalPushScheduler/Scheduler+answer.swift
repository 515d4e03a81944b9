public import LocalPushModel
public import LocalPushStore
public import LocalPushTime

extension Scheduler {
  /// Commits what the user did with an occurrence, and acts on it only then.
  mutating func answer(
    _ stored: StoredOccurrence, _ action: String, text: String?, activationToken: String?, at now: Instant,
    into effects: inout [Effect]
  ) throws(StoreError) {
    let number = stored.occurrence.number
    let handler = stored.content.handler(for: action)
    let response = try store.insertResponse(
      to: stored, action: action, text: text, activationToken: activationToken, handler: handler, at: now)
    effects.append(.announce(.responded(response)))
    if let serverID = stored.serverID, serverID != 0, stored.server == server {
      effects.append(.close(serverID: serverID))
    }
    switch handler {
    case .snooze(let delay):
      try store.snooze(number, until: now + delay, reason: "snoozed for \(delay)", at: now)
    case .done:
      try store.setState(number, to: .answered, reason: "answered with \(action): done", at: now)
      if let series = try store.message(number: stored.message) {
        try end(series, reason: "the user is done with it", at: now, into: &effects)
      }
    case .dismiss:
      try store.setState(number, to: .dismissed, reason: "dismissed with \(action)", at: now)
    case .open, .command, .activate, .launch:
      try store.setState(number, to: .answered, reason: "answered with \(action)", at: now)
      effects.append(.deliver(response))
      return
    case nil:
      try store.setState(number, to: .answered, reason: "answered with \(action)", at: now)
      return
    }
    try store.forgetResponse(response.sequence)  // a built-in handler has taken it
  }

  /// A handler that the daemon runs has taken the response.
  public mutating func handled(_ sequence: Int64, at now: Instant) throws(StoreError) -> [Effect] {
    try record(.handled(sequence), at: now)
  }

  /// An app has taken its responses up to and with `sequence`.
  public mutating func acknowledged(
    app: String, upTo sequence: Int64, at now: Instant
  ) throws(StoreError) -> [Effect] {
    try decide(at: now) { (scheduler, _) throws(StoreError) in
      try scheduler.store.acknowledge(app: app, upTo: sequence)
    }
  }

  /// Somebody answered from elsewhere, such as the command line: the same as a press.
  public mutating func responded(
    to key: MessageKey, action: String, text: String?, at now: Instant
  ) throws -> [Effect] {
    try decideOrRefuse(at: now) { scheduler, effects in
      guard let stored = try scheduler.store.newestOccurrence(key), stored.occurrence.state.mayBeAnswered else {
        throw Refusal(.notFound, "\(key): nothing of it has been shown that is still unanswered")
      }
      guard let pressed = stored.content.action(pressed: action) else {
        let keys = ([Action.defaultKey] + stored.content.actions.map(\.key)).joined(separator: ", ")
        throw Refusal(.invalid, "\(key): '\(action.forDisplay)' is not one of its actions: \(keys)")
      }
      try scheduler.answer(stored, pressed, text: text, activationToken: nil, at: now, into: &effects)
    }
  }

  /// Shows the newest occurrence of a message again after `delay`, and leaves the series alone.
  public mutating func snoozed(_ key: MessageKey, for delay: Duration, at now: Instant) throws -> [Effect] {
    try decideOrRefuse(at: now) { scheduler, effects in
      guard let stored = try scheduler.store.newestOccurrence(key), stored.occurrence.state.mayBeAnswered else {
        throw Refusal(.notFound, "\(key): nothing of it has been shown that could be snoozed")
      }
      if let serverID = stored.serverID, stored.server == scheduler.server {
        effects.append(.close(serverID: serverID))
      }
      try scheduler.store.snooze(
        stored.occurrence.number, until: now + delay, reason: "snoozed for \(delay)", at: now)
    }
  }
}

/// A caller's request that cannot be granted.
public struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of mistake it is.
  public enum Kind: Sendable { case notFound, invalid, limit }

  public let kind: Kind
  /// What, why and what to do, as a sentence.
  public let description: String

  public init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}
