internal import LocalPushModel
public import LocalPushStore
public import LocalPushTime

/// Why a notification left the screen (notification specification, `NotificationClosed`).
public enum ClosedReason: UInt32, Sendable {
  case expired = 1
  case dismissed = 2
  case closed = 3
  case undefined = 4

  /// Cinnamon says 0 for a dismissal; other unknown numbers are undefined.
  public init(wire: UInt32) {
    self = wire == 0 ? .dismissed : ClosedReason(rawValue: wire) ?? .undefined
  }
}

/// The server's answer to one presentation.
public struct Shown: Sendable {
  public let numbers: [Int64]
  /// The id that the server gave, 0 when it gives none.
  public let serverID: UInt32

  public init(numbers: [Int64], serverID: UInt32) {
    self.numbers = numbers
    self.serverID = serverID
  }
}

extension Scheduler {
  /// A notification server owns the name now; ids of any other owner mean nothing any more.
  public mutating func serverAppeared(_ owner: String, at now: Instant) throws(StoreError) -> [Effect] {
    try record(.server(owner), at: now)
  }

  /// Nobody owns the name of the notification server.
  public mutating func serverVanished(at now: Instant) throws(StoreError) -> [Effect] {
    try record(.server(nil), at: now)
  }

  mutating func serverChanged(to owner: String?, at now: Instant) throws(StoreError) {
    server = owner
    activationTokens = [:]
    refusals = [:]
    for unanswered in try store.unansweredOccurrences() {
      try store.setState(
        unanswered.occurrence.number, to: .held, reason: "the server went away before it answered", at: now)
    }
    mustRelease = true
  }

  /// The server took presentations, in the order of `batch`.
  public mutating func shown(_ batch: [Shown], at now: Instant) throws(StoreError) -> [Effect] {
    try record(.shown(batch), at: now)
  }

  mutating func take(_ shown: Shown, at now: Instant, into effects: inout [Effect]) throws(StoreError) {
    for number in shown.numbers.map(row) {
      guard let stored = try store.occurrence(number) else { continue }
      refusals[number] = nil
      guard stored.occurrence.state == .due else {
        // cancelled while the server was busy with it
        if shown.serverID != 0 {
          try retireReplaced(by: stored, under: shown.serverID, onlyBearer: true, at: now, into: &effects)
          effects.append(.close(serverID: shown.serverID))
        }
        continue
      }
      let isSummary = shown.numbers.count > 1
      try retireReplaced(by: stored, under: shown.serverID, onlyBearer: isSummary, at: now, into: &effects)
      let reason = isSummary ? "in a summary" : lateness(of: stored, at: now)
      try store.setState(number, to: .shown, reason: reason, at: now)
      // a press on a summary, or on what a summary was merged into, is no press on one message
      if shown.serverID != 0 { try store.setServer(isSummary ? nil : number, server, id: shown.serverID) }
      try planExpiry(of: stored, at: now)
      if let change = stored.content.badge {
        try store.countInBadge(stored.occurrence, change)
      }
      let current = stored.occurrence.changed(to: .shown, reason: reason, at: now)
      effects.append(.announce(.presented(current, stored.content)))
      if !isSummary { try redrawEdited(number, into: &effects) }
    }
  }

  private func lateness(of stored: StoredOccurrence, at now: Instant) -> String {
    let late = now - stored.occurrence.due
    return late <= Self.grace ? "on time" : "late by \(Duration.seconds(late.microseconds / 1_000_000))"
  }

  /// What the server showed under this id until now, and what it shows of the same message or group, has given its
  /// place to `stored`.
  private func retireReplaced(
    by stored: StoredOccurrence, under serverID: UInt32, onlyBearer: Bool, at now: Instant, into effects: inout [Effect]
  ) throws(StoreError) {
    guard let server else { return }
    var older = onlyBearer ? [] : try store.shownTogether(with: stored, on: server)
    if serverID != 0, let bearer = try store.occurrence(server: server, id: serverID),
      bearer.occurrence.state == .shown, bearer.occurrence.number != stored.occurrence.number,
      !older.contains(where: { $0.number == bearer.occurrence.number })
    {
      older.append((bearer.occurrence.number, serverID))
    }
    for one in older {
      if one.serverID != serverID { effects.append(.close(serverID: one.serverID)) }
      try store.setState(one.number, to: .expired, reason: "a newer message took its place", at: now)
      try store.leaveBadge(one.number)
    }
  }

  /// The server refused a presentation; it is tried again later, at most a few times.
  public mutating func refused(
    _ numbers: [Int64], because reason: String, at now: Instant
  ) throws(StoreError) -> [Effect] {
    try record(.refused(numbers, reason), at: now)
  }

  private static let triesUntilMissed = 8

  mutating func takeRefusal(
    _ handed: Int64, _ reason: String, at now: Instant, into effects: inout [Effect]
  ) throws(StoreError) {
    let number = row(handed)
    guard try store.state(of: number) == .due else { return }
    let tries = refusals[number, default: 0] + 1
    refusals[number] = tries
    guard tries < Self.triesUntilMissed else {
      refusals[number] = nil
      try store.setState(number, to: .missed, reason: "the server refused it \(tries) times: \(reason)", at: now)
      if let missed = try store.occurrence(number) { effects.append(.announce(.missed(missed.occurrence))) }
      return
    }
    try store.setState(number, to: .held, reason: "the server refused it: \(reason)", at: now)
    let retry = now + .seconds(1 << Int64(tries - 1))  // 1, 2, 4 … 64 seconds
    releaseMoment = min(retry, releaseMoment ?? retry)
  }

  /// A token came with which the handler of the next action may raise a window.
  ///
  /// Servers that tell everyone tell those of other programs as well, which nobody would ever fetch.
  public mutating func activationTokenCame(_ token: String, for serverID: UInt32) {
    let isOurs = (try? bearer(of: serverID) != nil) ?? true
    if isOurs || unwritten.shows(serverID) { activationTokens[serverID] = token }
  }

  /// How many tokens wait for their action.
  package var keptTokens: Int { activationTokens.count }

  /// The user pressed a button, clicked on the body, or typed a reply.
  public mutating func actionInvoked(
    serverID: UInt32, key: String, text: String? = nil, at now: Instant
  ) throws(StoreError) -> [Effect] {
    guard try bearer(of: serverID) != nil || unwritten.shows(serverID) else { return [] }
    let token = activationTokens.removeValue(forKey: serverID)
    return try record(.pressed(serverID: serverID, key: key, text: text, token: token), at: now)
  }

  /// What the present server shows under this id, or showed.
  private func bearer(of serverID: UInt32) throws(StoreError) -> StoredOccurrence? {
    guard let server else { return nil }
    return try store.occurrence(server: server, id: serverID)
  }

  mutating func takePress(
    _ serverID: UInt32, _ key: String, _ text: String?, _ token: String?, at now: Instant,
    into effects: inout [Effect]
  ) throws(StoreError) {
    guard let stored = try bearer(of: serverID), let action = stored.content.action(pressed: key),
      stored.occurrence.state.mayBeAnswered
    else { return }
    try answer(stored, action, text: text, activationToken: token, at: now, into: &effects)
  }

  /// A notification left the screen.
  public mutating func closed(
    serverID: UInt32, reason: ClosedReason, at now: Instant
  ) throws(StoreError) -> [Effect] {
    guard try bearer(of: serverID)?.occurrence.state == .shown || unwritten.shows(serverID) else { return [] }
    return try record(.closed(serverID: serverID, reason), at: now)
  }

  mutating func takeEnd(
    _ serverID: UInt32, _ reason: ClosedReason, at now: Instant, into effects: inout [Effect]
  ) throws(StoreError) {
    guard let stored = try bearer(of: serverID), stored.occurrence.state == .shown else { return }
    let (state, words): (OccurrenceState, String) =
      switch reason {
      case .expired: (.expired, "the server closed it after its time on screen")
      case .dismissed: (.dismissed, "the user dismissed it")
      case .closed: (.dismissed, "a program closed it")
      case .undefined: (.expired, "the server closed it without a reason")
      }
    try store.setState(stored.occurrence.number, to: state, reason: words, at: now)
    effects.append(.announce(.dismissed(stored.occurrence.changed(to: state, reason: words, at: now))))
  }
}

extension OccurrenceState {
  /// A press is taken after the server reported the end as well: some report it first.
  var mayBeAnswered: Bool {
    switch self {
    case .due, .shown, .dismissed, .expired, .held, .missed: true
    case .pending, .answered, .skipped, .cancelled: false
    }
  }
}

extension Content {
  /// The action that a press of `key` means: the body stands for the first button, MATE writes `Default`.
  func action(pressed key: String) -> String? {
    if key.lowercased() == Action.defaultKey { return bodyActionKey }
    if key == Action.replyKey, let replyAction { return replyAction.key }
    return actions.first { $0.key == key || $0.icon == key }?.key
  }
}
