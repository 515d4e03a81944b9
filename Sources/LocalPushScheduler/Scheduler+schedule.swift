public import LocalPushModel
public import LocalPushStore
public import LocalPushTime

/// What became of one message that was handed over.
public enum Verdict: Hashable, Sendable {
  case added(first: Instant)
  case updated(next: Instant?)
  case unchanged
  /// Its only moment had passed when it arrived.
  case expired(String)
  case refused(String)
}

/// How a message that is known already is treated.
public enum Handover: Sendable {
  /// Somebody asks for this message now: one that ended begins a new life.
  case request
  /// A request is made once more because its answer was lost: a message that it changed since then is done already.
  case repeatedRequest(firstMade: Instant)
  /// A list is read again: what it said before changes nothing, whatever has become of it.
  case list
  /// A whole source is read again: as `list`, and what it does not name any more is removed, of one app or of all.
  case wholeSource(keeping: Set<MessageKey>, app: String? = nil)

  /// Somebody asks for this message, and not a list that is read again.
  public var isRequest: Bool {
    switch self {
    case .request, .repeatedRequest: true
    case .list, .wholeSource: false
    }
  }
}

extension Scheduler {
  /// Messages were handed over by `source`; each gets its own verdict.
  ///
  /// - Parameter withdrawn: messages that the source itself calls off; those of other sources stay.
  public mutating func scheduled(
    _ drafts: [MessageDraft], source: String, as handover: Handover, withdrawing withdrawn: [MessageKey] = [],
    at now: Instant
  ) throws(StoreError) -> (verdicts: [Verdict], removed: [MessageKey], effects: [Effect]) {
    var verdicts: [Verdict] = []
    var removed: [MessageKey] = []
    let effects = try decide(at: now) { (scheduler, effects) throws(StoreError) in
      scheduler.room.handedOver()
      for draft in drafts {
        verdicts.append(try scheduler.take(draft, source: source, as: handover, at: now, into: &effects))
      }
      if case .wholeSource(let kept, let app) = handover {
        removed = try scheduler.removeOthers(
          of: source, app: app, than: kept.union(drafts.map(\.key)), at: now, into: &effects)
      }
      removed += try scheduler.withdraw(withdrawn, of: source, at: now, into: &effects)
    }
    return (verdicts, removed, effects)
  }

  private mutating func take(
    _ draft: MessageDraft, source: String, as handover: Handover, at now: Instant, into effects: inout [Effect]
  ) throws(StoreError) -> Verdict {
    let isRequest = handover.isRequest
    let definition = draft.json.description
    let standing = try store.standing(of: draft.key, from: source, saying: definition)
    if !isRequest, standing == .same { return .unchanged }
    let known = standing == .absent ? nil : try store.message(draft.key)
    if let known, known.message.source != source, known.next != nil {
      return .refused("id: '\(draft.key)' belongs to \(known.message.source)")
    }
    if let known, known.message.definition.isSameBytes(as: definition) {
      if !isRequest { return .unchanged }
      if case .repeatedRequest(let first) = handover, known.changed >= first { return .unchanged }
    }

    let message: Message
    do {
      message = try draft.message(source: source, definition: definition, at: now, in: zone)
    } catch {
      if error.isExpired, let known, known.next == nil, try redraw(known.number, as: draft, into: &effects) {
        // its time is over, and what is on screen of it says the new thing
        try store.setDefinition(of: known.number, definition, at: now)
        return .updated(next: nil)
      }
      if error.isExpired, let known, known.next != nil {
        try end(known, reason: "changed to a time that had passed", at: now, into: &effects)
      }
      return error.isExpired ? .expired(error.description) : .refused(error.description)
    }
    let verdict = try put(message, over: known, isRequest: isRequest, at: now, into: &effects)
    if case .updated = verdict, let known { _ = try redraw(known.number, as: draft, into: &effects) }
    return verdict
  }

  private mutating func put(
    _ message: Message, over known: StoredMessage?, isRequest: Bool, at now: Instant, into effects: inout [Effect]
  ) throws(StoreError) -> Verdict {
    guard let known, known.next != nil || !isRequest else {
      let next = message.trigger.next(after: now - MessageDraft.tolerance, in: zone)
      if let reason = try room.lack(for: message.key.app, in: store) { return .refused(reason) }
      if let known {
        try end(known, reason: "asked for anew", at: now, into: &effects)
        try store.delete(known.number)
      }
      try store.insert(message, next: next, at: now)
      return .added(first: next?.instant ?? now)
    }
    return try change(known, to: message, at: now, into: &effects)
  }

  /// Gives a known message new content, and if its times are others the new ones; what was decided stays decided.
  private mutating func change(
    _ known: StoredMessage, to message: Message, at now: Instant, into effects: inout [Effect]
  ) throws(StoreError) -> Verdict {
    let isSameTrigger = known.message.trigger == message.trigger
    if isSameTrigger, known.message.definition.isSameBytes(as: message.definition) { return .unchanged }
    let planned =
      isSameTrigger
      ? known.next : try nextUndecided(message.trigger, of: known.number, after: now - MessageDraft.tolerance)
    if !isSameTrigger { try dropWaiting(of: known, reason: "its message has other times now", at: now) }
    let ended = isSameTrigger ? known.ended : "every time that it names is decided already"
    try store.update(known.number, to: message, next: planned, ended: ended, at: now)
    try store.setContentOfWaiting(
      message: known.number, definition: message.definition, group: message.content.group)
    return .updated(next: planned?.instant)
  }

  /// Cancels what waits to be shown, or to be shown again, of the times that a message had.
  private func dropWaiting(of stored: StoredMessage, reason: String, at now: Instant) throws(StoreError) {
    for one in try store.liveOccurrences(message: stored.number)
    where one.occurrence.state == .pending || one.occurrence.state == .held {
      try store.setState(one.occurrence.number, to: .cancelled, reason: reason, at: now)
    }
    if let old = stored.next, stored.message.trigger.instant(of: old.slot, in: zone) <= now {
      _ = try store.insertOccurrence(of: stored, old, state: .cancelled, reason: reason, at: now)
    }
  }

  private mutating func removeOthers(
    of source: String, app: String?, than kept: Set<MessageKey>, at now: Instant, into effects: inout [Effect]
  ) throws(StoreError) -> [MessageKey] {
    var removed: [MessageKey] = []
    for (number, key) in try store.keys(source: source) where !kept.contains(key) {
      if let app, app != key.app { continue }
      guard let stored = try store.message(number: number) else { continue }
      try end(stored, reason: "its source does not name it any more", at: now, into: &effects)
      try store.delete(stored.number)
      removed.append(stored.message.key)
    }
    return removed
  }

  private mutating func withdraw(
    _ keys: [MessageKey], of source: String, at now: Instant, into effects: inout [Effect]
  ) throws(StoreError) -> [MessageKey] {
    var removed: [MessageKey] = []
    for key in keys {
      guard let stored = try store.message(key), stored.message.source == source else { continue }
      try end(stored, reason: "called off by its source", at: now, into: &effects)
      try store.delete(stored.number)
      removed.append(key)
    }
    return removed
  }

  // MARK: - Cancelling

  /// Messages were cancelled by their ids.
  ///
  /// - Parameter keepingShown: what is on screen stays there.
  /// - Returns: the keys that were known and had something left to cancel.
  public mutating func cancelled(
    _ keys: [MessageKey], keepingShown: Bool = false, at now: Instant
  ) throws(StoreError) -> (cancelled: [MessageKey], effects: [Effect]) {
    var cancelled: [MessageKey] = []
    let effects = try decide(at: now) { (scheduler, effects) throws(StoreError) in
      for key in keys {
        guard let stored = try scheduler.store.message(key) else { continue }
        let hadSomething = try scheduler.end(
          stored, reason: "cancelled", keepingShown: keepingShown, at: now, into: &effects)
        if hadSomething { cancelled.append(key) }
      }
    }
    return (cancelled, effects)
  }

  /// Ends a message: nothing of it is shown any more, and what is on screen is withdrawn.
  ///
  /// - Returns: whether there was anything left to end.
  @discardableResult
  mutating func end(
    _ stored: StoredMessage, reason: String, keepingShown: Bool = false, at now: Instant, into effects: inout [Effect]
  ) throws(StoreError) -> Bool {
    let live = try store.liveOccurrences(message: stored.number)
      .filter { !keepingShown || $0.occurrence.state != .shown }
    for one in live {
      if one.occurrence.state == .shown, let serverID = one.serverID, one.server == server {
        effects.append(.close(serverID: serverID))
      }
      try store.setState(one.occurrence.number, to: .cancelled, reason: reason, at: now)
      let ended = one.occurrence.changed(to: .cancelled, reason: reason, at: now)
      effects.append(.announce(one.occurrence.state == .shown ? .dismissed(ended) : .missed(ended)))
    }
    if let next = stored.next,
      let ended = try store.insertOccurrence(of: stored, next, state: .cancelled, reason: reason, at: now)
    {
      effects.append(.announce(.missed(ended)))
    }
    try store.advance(stored.number, past: stored.next?.slot, to: nil, ended: reason, at: now)
    return stored.next != nil || !live.isEmpty
  }

  /// The next occurrence of a message is left out, and the series goes on.
  public mutating func skipped(_ key: MessageKey, at now: Instant) throws -> (slot: Slot, effects: [Effect]) {
    var slot: Slot?
    let effects = try decideOrRefuse(at: now) { scheduler, effects in
      guard let stored = try scheduler.store.message(key), let skipped = stored.next else {
        throw Refusal(.notFound, "\(key): nothing of it is to come")
      }
      slot = skipped.slot
      let occurrence = try scheduler.store.insertOccurrence(
        of: stored, skipped, state: .skipped, reason: "skipped by the user", at: now)
      if let occurrence { effects.append(.announce(.missed(occurrence))) }
      let next =
        stored.message.trigger.repeats
        ? try scheduler.nextUndecided(stored.message.trigger, of: stored.number, after: skipped.instant) : nil
      try scheduler.store.advance(
        stored.number, past: skipped.slot, to: next, ended: "its only occurrence was skipped", at: now)
    }
    guard let slot else { preconditionFailure("what was not skipped was refused") }
    return (slot, effects)
  }

  // MARK: - Switches and badges

  /// An app, or with nil everything, was switched on or off.
  public mutating func switched(_ app: String?, isOn: Bool, at now: Instant) throws(StoreError) -> [Effect] {
    try decide(at: now) { (scheduler, effects) throws(StoreError) in
      try scheduler.store.setSwitch(app: app ?? "", isOn: isOn)
      scheduler.switchedOff = try scheduler.store.switchedOff()
      try scheduler.settle(at: now, into: &effects, releasing: isOn)
    }
  }

  /// The badge of an app was set, raised or lowered.
  public mutating func badgeChanged(
    of app: String, by change: BadgeChange, at now: Instant
  ) throws(StoreError) -> [Effect] {
    try decide(at: now) { (scheduler, _) throws(StoreError) in
      switch change {
      case .set(let count): try scheduler.store.setBadge(app: app, to: BadgeChange.set(count).applied(to: 0))
      case .add(let number): try scheduler.store.addToBadge(app: app, number)
      }
    }
  }

  /// Tells the docks which badges are others now than they were told last.
  mutating func announceBadges(into effects: inout [Effect]) throws(StoreError) {
    guard store.badgesMayHaveChanged else { return }
    let urgent = try store.urgentApps()
    let badges = Dictionary(
      uniqueKeysWithValues: try store.badges().map {
        ($0.app, Badge(count: $0.count, isUrgent: urgent.contains($0.app)))
      }
    )
    for app in Set(badges.keys).union(toldBadges.keys).sorted() where badges[app] != toldBadges[app] {
      effects.append(.setBadge(app: app, badges[app] ?? Badge(count: 0, isUrgent: false)))
    }
    toldBadges = badges
    store.badgesMayHaveChanged = false
  }
}
