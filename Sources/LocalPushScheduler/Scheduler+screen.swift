public import LocalPushModel
public import LocalPushStore
public import LocalPushTime

/// What happens to a notification between its showing and its end.
extension Scheduler {
  // MARK: - Drawn again

  /// A message was edited: what is on screen of it says the new thing, in its own place.
  ///
  /// - Returns: whether there was anything on screen, or on its way there, that said something else.
  func redraw(_ message: Int64, as draft: MessageDraft, into effects: inout [Effect]) throws(StoreError) -> Bool {
    guard let content = try? draft.content() else { return false }
    let outdated = try store.liveOccurrences(message: message)
      .filter { ($0.occurrence.state == .due || isOnScreen($0)) && $0.content != content }
    // the server has yet to say under which id it shows the others
    for shown in outdated where isOnScreen(shown) { try redraw(shown, saying: draft.json.description, into: &effects) }
    return !outdated.isEmpty
  }

  /// The server shows what was handed to it before its message was edited: it says the new thing at once.
  func redrawEdited(_ number: Int64, into effects: inout [Effect]) throws(StoreError) {
    guard let (definition, content) = try store.newerContent(of: number), let shown = try store.occurrence(number),
      isOnScreen(shown), shown.content != content
    else { return }
    try redraw(shown, saying: definition, into: &effects)
  }

  /// What was to be drawn again and has given its place since, by the same fact or one behind it, is not.
  func dropOvertakenRedraws(from effects: inout [Effect]) throws(StoreError) {
    for (place, effect) in effects.enumerated().reversed() {
      guard case .redraw(let drawn, let replaced) = effect else { continue }
      let current = try store.occurrence(drawn.occurrence.number)
      if current.map({ !isOnScreen($0) || $0.serverID != replaced }) ?? true { effects.remove(at: place) }
    }
  }

  private func redraw(
    _ shown: StoredOccurrence, saying definition: String, into effects: inout [Effect]
  ) throws(StoreError) {
    try store.setContent(of: shown.occurrence.number, definition: definition)
    store.badgesMayHaveChanged = true
    guard let current = try store.occurrence(shown.occurrence.number) else { return }
    effects.append(.redraw(current, replaces: shown.serverID ?? 0))
    try planExpiry(of: current, at: current.occurrence.changed)
  }

  /// This program was started anew while the server lived on, which tells presses only to whoever shows something now.
  ///
  /// - Parameter replacing: in the place of what is there; otherwise as something new.
  public mutating func reunited(replacing: Bool, at now: Instant) throws(StoreError) -> [Effect] {
    // what could not be written yet may have taken the place of what is written as shown
    guard unwritten.facts.isEmpty else { return [] }
    let shown = try store.shownOccurrences(app: nil).filter(isOnScreen).suffix(Self.redrawnAtMost)
    return shown.map { .redraw($0, replaces: replacing ? $0.serverID ?? 0 : 0) }
  }

  /// What is older has been seen, or never will be.
  private static let redrawnAtMost = 20

  /// The server drew an occurrence again, under this id.
  public mutating func redrawn(_ number: Int64, serverID: UInt32, at now: Instant) throws(StoreError) -> [Effect] {
    guard serverID != 0, let stored = try store.occurrence(number) else { return [] }
    guard isOnScreen(stored) else { return [.close(serverID: serverID)] }  // answered or withdrawn meanwhile
    guard let old = stored.serverID, old != serverID else { return [] }
    return try decide(at: now) { (scheduler, effects) throws(StoreError) in
      try scheduler.store.setServer(number, scheduler.server, id: serverID)
      effects.append(.close(serverID: old))
    }
  }

  private func isOnScreen(_ stored: StoredOccurrence) -> Bool {
    stored.occurrence.state == .shown && server != nil && stored.server == server && stored.serverID ?? 0 != 0
  }

  // MARK: - Taken off

  /// An app takes what is shown of its messages off the screen; what is to come stays.
  ///
  /// - Returns: the keys of which something was shown.
  public mutating func withdrawn(
    _ keys: [MessageKey], at now: Instant
  ) throws(StoreError) -> (withdrawn: [MessageKey], effects: [Effect]) {
    var withdrawn: [MessageKey] = []
    let effects = try decide(at: now) { (scheduler, effects) throws(StoreError) in
      for key in keys where try scheduler.withdraw(key, at: now, into: &effects) { withdrawn.append(key) }
    }
    return (withdrawn, effects)
  }

  private func withdraw(
    _ key: MessageKey, at now: Instant, into effects: inout [Effect]
  ) throws(StoreError) -> Bool {
    guard let stored = try store.message(key) else { return false }
    let shown = try store.liveOccurrences(message: stored.number).filter { $0.occurrence.state == .shown }
    for one in shown {
      if isOnScreen(one), let serverID = one.serverID { effects.append(.close(serverID: serverID)) }
      let reason = "its app withdrew it"
      try store.setState(one.occurrence.number, to: .dismissed, reason: reason, at: now)
      effects.append(.announce(.dismissed(one.occurrence.changed(to: .dismissed, reason: reason, at: now))))
    }
    return !shown.isEmpty
  }

  /// Notes when an occurrence that is on screen is not worth showing any more.
  ///
  /// One that is shown after that moment because the user asked for it, with a snooze, stays.
  func planExpiry(of stored: StoredOccurrence, at now: Instant) throws(StoreError) {
    let isSnoozed = stored.expected != stored.occurrence.due
    let expiry = stored.expiry(in: zone).flatMap { isSnoozed && $0 <= now ? nil : $0 }
    try store.setExpiry(of: stored.occurrence.number, at: expiry)
  }

  /// Reads the times on the wall at which something is not worth showing any more in the user's new zone.
  func replanExpiries(at now: Instant) throws(StoreError) {
    for stored in try store.shownOccurrences(app: nil) where stored.content.expires?.isAbsolute == true {
      try planExpiry(of: stored, at: now)
    }
  }

  /// Takes what is not worth showing any more off the screen.
  func expireShown(at now: Instant, into effects: inout [Effect]) throws(StoreError) {
    for stored in try store.wakingOccurrences(at: now) where stored.occurrence.state == .shown {
      if isOnScreen(stored), let serverID = stored.serverID { effects.append(.close(serverID: serverID)) }
      let reason = "it was worth showing until now"
      try store.setState(stored.occurrence.number, to: .expired, reason: reason, at: now)
      effects.append(.announce(.dismissed(stored.occurrence.changed(to: .expired, reason: reason, at: now))))
    }
  }
}

extension StoredOccurrence {
  /// When it is not worth showing any more, for a user in `zone`.
  func expiry(in zone: Zone) -> Instant? { content.expires?.instant(due: occurrence.due, in: zone) }
}
