internal import LocalPushModel
internal import LocalPushStore
internal import LocalPushTime

extension Scheduler {
  /// How many missed occurrences of one message are recorded one by one after a long absence.
  static let recordedOneByOne = 50
  static let messagesAtOnce = 500
  /// How many messages a summary can name.
  private static let namedInSummary = 8

  /// Brings the schedule up to `now`: takes what is due, wakes what was snoozed, and shows what may be shown.
  mutating func settle(at now: Instant, into effects: inout [Effect], releasing: Bool) throws(StoreError) {
    guard clockDoubt == nil else { return }
    var mustRelease = releasing || [releaseMoment, heldMoment].contains { $0.map { $0 <= now } ?? false }
    while case let due = try store.dueMessages(at: now, atMost: Self.messagesAtOnce), !due.isEmpty {
      for stored in due where try take(stored, at: now, into: &effects) == .held { mustRelease = true }
    }
    try expireShown(at: now, into: &effects)
    for snoozed in try store.wakingOccurrences(at: now) {
      let isLate = now - snoozed.expected > Self.grace
      let isPresented = isLate ? false : try presentOnTime(snoozed, at: now, into: &effects)
      if !isPresented {
        try store.setState(snoozed.occurrence.number, to: .held, reason: "the snooze is over", at: now)
        mustRelease = true
      }
    }
    if mustRelease { try release(at: now, into: &effects) }
    try forgetOld(at: now)
  }

  /// Looks once a day for what is too old to be kept.
  private mutating func forgetOld(at now: Instant) throws(StoreError) {
    guard let retention else { return }
    if let pruned, now - pruned < .days(1), now >= pruned { return }
    try store.prune(retention, at: now)
    pruned = now
  }

  /// What was snoozed does not come beside the next occurrence of its series.
  private func dropSnoozed(of stored: StoredMessage, at now: Instant) throws(StoreError) {
    for number in try store.snoozedOccurrences(message: stored.number) {
      try store.setState(number, to: .cancelled, reason: "the next one of its series came", at: now)
    }
  }

  private enum Taken { case presented, held }

  /// Decides every slot of a message that is due, and plans its next one.
  private mutating func take(
    _ stored: StoredMessage, at now: Instant, into effects: inout [Effect]
  ) throws(StoreError) -> Taken {
    guard let newest = try takeSlots(of: stored, at: now, into: &effects) else { return .presented }
    guard now - newest.due <= Self.grace else { return .held }
    return try presentOnTime(StoredOccurrence(newest, of: stored), at: now, into: &effects) ? .presented : .held
  }

  /// The newest slot of a message that is due.
  func newestSlot(of stored: StoredMessage, at now: Instant) -> PlannedOccurrence? {
    stored.next.flatMap { newestSlot(of: stored, from: $0, at: now) }
  }

  /// The newest slot that is due of those from `first` on.
  func newestSlot(of stored: StoredMessage, from first: PlannedOccurrence, at now: Instant) -> PlannedOccurrence? {
    guard stored.message.trigger.repeats,
      let last = stored.message.trigger.previous(before: now + .tick, in: zone), last.instant > first.instant
    else { return first }
    return last
  }

  /// Makes occurrences of every slot of a message that is due, and plans its next one.
  ///
  /// - Returns: the newest, which is held; nil when that slot is known already.
  mutating func takeSlots(
    of stored: StoredMessage, at now: Instant, into effects: inout [Effect]
  ) throws(StoreError) -> Occurrence? {
    guard let first = stored.next, let newest = newestSlot(of: stored, at: now) else { return nil }
    let trigger = stored.message.trigger
    if newest.instant > first.instant { try settleOlder(from: first, to: newest, of: stored, at: now, into: &effects) }
    let next =
      trigger.repeats ? try nextUndecided(trigger, of: stored.number, after: max(now, newest.instant)) : nil
    try store.advance(
      stored.number, past: newest.slot, to: next, ended: trigger.repeats ? "the series is over" : "its time came",
      at: now)
    if trigger.repeats { try dropSnoozed(of: stored, at: now) }

    return try store.insertOccurrence(of: stored, newest, state: .held, reason: "its time came", at: now)
  }

  /// Decides the occurrences from `first` up to but not including `newest`, which became due at once.
  private mutating func settleOlder(
    from first: PlannedOccurrence, to newest: PlannedOccurrence, of stored: StoredMessage, at now: Instant,
    into effects: inout [Effect]
  ) throws(StoreError) {
    let keepsEach = stored.message.missed.choice == .all || stored.message.missed.choice == .show
    var planned = first
    for recorded in 1...Self.recordedOneByOne {
      guard planned.instant < newest.instant else { return }
      let isLastRecord = recorded == Self.recordedOneByOne
      let reason =
        isLastRecord
        ? "this one and all others before \(newest.slot): too many were missed to list"
        : keepsEach ? "its time came" : "a newer one was due as well"
      try record(stored, planned, isHeld: keepsEach && !isLastRecord, reason: reason, at: now, into: &effects)
      guard let next = try nextUndecided(stored.message.trigger, of: stored.number, after: planned.instant) else {
        return
      }
      planned = next
    }
  }

  private func record(
    _ stored: StoredMessage, _ planned: PlannedOccurrence, isHeld: Bool, reason: String, at now: Instant,
    into effects: inout [Effect]
  ) throws(StoreError) {
    let state = isHeld ? OccurrenceState.held : .missed
    let occurrence = try store.insertOccurrence(of: stored, planned, state: state, reason: reason, at: now)
    if !isHeld, let occurrence { effects.append(.announce(.missed(occurrence))) }
  }

  /// Shows an occurrence at its time; false when it cannot be shown now.
  private mutating func presentOnTime(
    _ stored: StoredOccurrence, at now: Instant, into effects: inout [Effect]
  ) throws(StoreError) -> Bool {
    guard server != nil, isOn(stored.occurrence.key.app) else { return false }
    guard !isHeldBack(stored.content) else {
      try store.setState(stored.occurrence.number, to: .held, reason: Self.heldBackReason, at: now)
      return false
    }
    try present(stored, wasDue: nil, at: now, into: &effects)
    return true
  }

  /// Hands one occurrence to the server.
  private func present(
    _ stored: StoredOccurrence, wasDue: Instant?, at now: Instant, into effects: inout [Effect]
  ) throws(StoreError) {
    try store.setState(stored.occurrence.number, to: .due, reason: "handed to the server", at: now)
    let replaced = try replacedNotification(by: stored)
    effects.append(
      .present(
        Presentation(
          numbers: [stored.occurrence.number], occurrences: [stored], wasDue: wasDue, replaces: replaced)))
  }

  /// The id of what is still on screen of the same message or group, whose place the new occurrence takes; 0 for none.
  private func replacedNotification(by stored: StoredOccurrence) throws(StoreError) -> UInt32 {
    guard let server else { return 0 }
    return try store.shownTogether(with: stored, on: server).last?.serverID ?? 0
  }

  // MARK: - What could not be shown at its time

  /// Shows what is held and may be shown now, as each message's missed policy says.
  private mutating func release(at now: Instant, into effects: inout [Effect]) throws(StoreError) {
    releaseMoment = nil
    var late: [HeldOccurrence] = []
    var app = ""
    while let next = try store.appWithHeld(after: app) {
      app = next
      guard isOn(app) else { continue }
      guard server != nil else { return effects.append(.wantServer) }
      try releaseOnTime(of: app, at: now, into: &effects)
      try collectLate(of: app, at: now, into: &late, &effects)
    }
    late.sort { ($0.occurrence.due, $0.occurrence.number) < ($1.occurrence.due, $1.occurrence.number) }
    try presentLate(late, at: now, into: &effects)
  }

  private func releaseOnTime(of app: String, at now: Instant, into effects: inout [Effect]) throws(StoreError) {
    var cursor = (expected: now - Self.grace, number: Int64(0))
    while case let held = try store.heldOccurrences(app: app, after: cursor, to: now, atMost: Self.messagesAtOnce),
      !held.isEmpty
    {
      for one in held where !(isSilenced && one.waitsForQuiet) {
        guard let stored = try store.occurrence(one.occurrence.number) else { continue }
        try present(stored, wasDue: nil, at: now, into: &effects)
      }
      cursor = (held[held.count - 1].expected, held[held.count - 1].occurrence.number)
    }
  }

  /// Decides which late occurrences of an app are missed; the others are added to `late`.
  private mutating func collectLate(
    of app: String, at now: Instant, into late: inout [HeldOccurrence], _ effects: inout [Effect]
  ) throws(StoreError) {
    let last = now - Self.grace - .tick
    var cursor = (expected: Instant.distantPast, number: Int64(0))
    while case let held = try store.heldOccurrences(app: app, after: cursor, to: last, atMost: Self.messagesAtOnce),
      !held.isEmpty
    {
      for one in held where !(isSilenced && one.waitsForQuiet) {
        if let reason = reasonToMiss(one, at: now) {
          try store.setState(one.occurrence.number, to: .missed, reason: reason, at: now)
          effects.append(.announce(.missed(one.occurrence.changed(to: .missed, reason: reason, at: now))))
        } else if let end = settings.quietCatchUp?.end(at: now, in: zone) {
          releaseMoment = min(end, releaseMoment ?? end)
        } else {
          late.append(one)
        }
      }
      cursor = (held[held.count - 1].expected, held[held.count - 1].occurrence.number)
    }
  }

  private func presentLate(
    _ late: [HeldOccurrence], at now: Instant, into effects: inout [Effect]
  ) throws(StoreError) {
    guard late.count > settings.summaryAbove else {
      for one in late {
        guard let stored = try store.occurrence(one.occurrence.number) else { continue }
        try present(stored, wasDue: one.occurrence.due, at: now, into: &effects)
      }
      return
    }
    for one in late {
      try store.setState(one.occurrence.number, to: .due, reason: "handed to the server in a summary", at: now)
    }
    var newest: [StoredOccurrence] = []
    for one in late.suffix(Self.namedInSummary) {
      if let stored = try store.occurrence(one.occurrence.number) { newest.append(stored) }
    }
    effects.append(
      .present(
        Presentation(
          numbers: late.map(\.occurrence.number), occurrences: newest, wasDue: late.first?.occurrence.due, replaces: 0))
    )
  }

  /// Why a late occurrence is not shown any more; nil when it is.
  private func reasonToMiss(_ held: HeldOccurrence, at now: Instant) -> String? {
    if let limit = held.missed.limit ?? settings.missedLimit, now - held.expected > limit {
      return "could not be shown within its limit of \(limit)"
    }
    let due = held.occurrence.due
    if held.expected == due, let end = held.expires?.instant(due: due, in: zone), end <= now {
      return "it was worth showing only until \(end.text(in: zone))"
    }
    switch held.missed.choice {
    case .skip: return "could not be shown at its time and is not shown late"
    case .latest where held.isOvertaken: return "a newer one is shown instead"
    case .latest, .show, .all: return nil
    }
  }
}

extension Duration {
  /// The smallest step of time.
  static let tick = Duration(microseconds: 1)
}
