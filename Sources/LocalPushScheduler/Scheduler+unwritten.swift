internal import LocalPushModel
internal import LocalPushStore
internal import LocalPushTime

/// Something that happened in the world, which cannot be undone because the disk is full.
enum Fact: Sendable {
  case started
  /// Time passed, in whatever way; there is nothing to write about it.
  case time(isStep: Bool)
  case zone(Zone)
  case settings(Settings)
  /// Do-not-disturb was switched on or off.
  case silence(Bool)
  /// Who shows notifications now.
  case server(String?)
  case shown([Shown])
  case refused([Int64], String)
  case pressed(serverID: UInt32, key: String, text: String?, token: String?)
  case closed(serverID: UInt32, ClosedReason)
  case handled(Int64)
  /// An occurrence without a row was handed to the server under a number below zero.
  case presented(Int64, message: Int64, PlannedOccurrence)
  /// An occurrence whose snooze was over was handed to the server.
  case woke(Int64)
}

/// What is kept in memory while nothing can be written.
struct Unwritten: Sendable {
  /// What happened, in its order.
  var facts: [(fact: Fact, at: Instant)] = []
  /// Who showed notifications, and where the user was, when the first of them happened.
  var before: (server: String?, zone: Zone)?
  /// The row that an occurrence without one got when it could be written, by its number below zero.
  var rows: [Int64: Int64] = [:]
  /// The slots of each message that were handed over unwritten.
  var presented: [Int64: Set<Slot>] = [:]
  /// When the next slot of such a message is due.
  var nexts: [Int64: Instant] = [:]
  var woken: Set<Int64> = []
  var lastNumber: Int64 = 0
  /// When writing failed last, and when it is tried again: later each time.
  var failed: Instant?
  var retry: Instant?
  var tries = 0

  /// More than this is not shown before it can be written.
  static let limit = 2_000

  /// Writing was tried and failed.
  mutating func failed(at now: Instant) {
    tries += 1
    failed = now
    retry = now + .seconds(min(30 << Int64(min(tries, 6)), 600))
  }

  /// Tells whether it is too early to try again.
  func isPausing(at now: Instant) -> Bool {
    guard let failed, let retry else { return false }
    return now >= failed && now < retry
  }

  /// Tells whether the present server shows something under `serverID` that has not been written.
  func shows(_ serverID: UInt32) -> Bool {
    for (fact, _) in facts.reversed() {
      if case .server = fact { return false }
      if case .shown(let batch) = fact, batch.contains(where: { $0.serverID == serverID }) { return true }
    }
    return false
  }
}

extension Scheduler {
  /// Writes down what happened; when nothing can be written it is remembered, and messages still come on time.
  mutating func record(_ fact: Fact, isDurable: Bool = true, at now: Instant) throws(StoreError) -> [Effect] {
    if let storeFailure, unwritten.isPausing(at: now) { return try remember(fact, because: storeFailure, at: now) }
    do {
      return try decide(at: now, isDurable: isDurable) { (scheduler, effects) throws(StoreError) in
        try scheduler.apply(fact, at: now, into: &effects)
      }
    } catch {
      guard error.preventsWriting else { throw error }
      unwritten.failed(at: now)
      return try remember(fact, because: error, at: now)
    }
  }

  private mutating func remember(
    _ fact: Fact, because failure: StoreError, at now: Instant
  ) throws(StoreError) -> [Effect] {
    var effects: [Effect] = []
    if storeFailure == nil { effects.append(.storeFailed(failure)) }
    storeFailure = failure
    if unwritten.facts.isEmpty { unwritten.before = (server, zone) }
    switch fact {
    case .time: break
    case .settings(let settings): self.settings = settings
    case .silence(let isOn): isSilenced = isOn
    case .server(let owner):
      server = owner
      unwritten.facts.append((fact, now))
    case .zone(let zone):
      self.zone = zone
      unwritten.facts.append((fact, now))
    default: unwritten.facts.append((fact, now))
    }
    try presentUnwritten(at: now, into: &effects)
    effects.append(.arm(try nextUnwritten(after: now)))
    return effects
  }

  /// Shows what is due on time although that cannot be written.
  private mutating func presentUnwritten(at now: Instant, into effects: inout [Effect]) throws(StoreError) {
    let isAhead = believed.map { now - $0 > Self.believableAbsence } ?? false
    guard server != nil, clockDoubt == nil, !isAhead else { return }
    for stored in try store.dueMessages(at: now, atMost: Self.messagesAtOnce) {
      guard let first = firstSlot(of: stored) else { continue }
      unwritten.nexts[stored.number] =
        first.instant > now || !stored.message.trigger.repeats
        ? first.instant : stored.message.trigger.next(after: now, in: zone)?.instant
      guard first.instant <= now, isOn(stored.message.key.app), !isHeldBack(stored.message.content),
        let planned = newestSlot(of: stored, from: first, at: now), now - planned.instant <= Self.grace,
        unwritten.facts.count < Unwritten.limit,
        unwritten.presented[stored.number]?.contains(planned.slot) != true
      else { continue }
      unwritten.presented[stored.number, default: []].insert(planned.slot)
      // skipped, or decided before the zone changed
      guard try !store.isKnown(planned.slot, of: stored.number) else { continue }
      unwritten.lastNumber -= 1
      unwritten.facts.append((.presented(unwritten.lastNumber, message: stored.number, planned), now))
      effects.append(.present(Presentation(unwritten.lastNumber, of: stored, planned, at: now)))
    }
    for snoozed in try store.wakingOccurrences(at: now) where now - snoozed.expected <= Self.grace {
      guard isOn(snoozed.occurrence.key.app), !isHeldBack(snoozed.content),
        unwritten.woken.insert(snoozed.occurrence.number).inserted
      else { continue }
      unwritten.facts.append((.woke(snoozed.occurrence.number), now))
      effects.append(
        .present(
          Presentation(numbers: [snoozed.occurrence.number], occurrences: [snoozed], wasDue: nil, replaces: 0)))
    }
  }

  /// The slot that is next in the store, which may have planned it for another zone, where the user is now.
  private func firstSlot(of stored: StoredMessage) -> PlannedOccurrence? {
    stored.next.map {
      PlannedOccurrence(
        slot: $0.slot, instant: stored.message.trigger.instant(of: $0.slot, in: zone), adjustment: $0.adjustment)
    }
  }

  private func nextUnwritten(after now: Instant) throws(StoreError) -> Instant? {
    let nexts = unwritten.nexts.values.filter { $0 > now }
    return ([unwritten.retry ?? now + .seconds(30), try store.nextMoment(after: now)].compactMap(\.self) + nexts).min()
  }

  // MARK: - Writing it after all

  /// Writes what happened while nothing could be written; within a transaction.
  mutating func writeUnwritten(into effects: inout [Effect]) throws(StoreError) {
    let facts = unwritten.facts
    guard let before = unwritten.before, !facts.isEmpty else { return }
    let present = server
    (server, zone) = before
    unwritten = Unwritten(rows: unwritten.rows, lastNumber: unwritten.lastNumber)
    for (fact, at) in facts {
      var orders: [Effect] = []
      try apply(fact, at: at, into: &orders)
      // an id of a server that is gone would mean something else to this one
      effects += server == present ? orders : orders.filter { !$0.isForServer }
    }
  }

  /// Writes a fact, without deciding yet what is shown next.
  mutating func apply(_ fact: Fact, at now: Instant, into effects: inout [Effect]) throws(StoreError) {
    switch fact {
    case .started: try takeUp(at: now, into: &effects)
    case .time(let isStep): mustRelease = mustRelease || isStep
    case .zone(let zone): try move(to: zone, at: now)
    case .settings(let settings):
      self.settings = settings
      mustRelease = true
    case .silence(let isOn):
      isSilenced = isOn
      mustRelease = mustRelease || !isOn
    case .server(let owner): try serverChanged(to: owner, at: now)
    case .shown(let batch): for shown in batch { try take(shown, at: now, into: &effects) }
    case .refused(let numbers, let reason):
      for number in numbers { try takeRefusal(number, reason, at: now, into: &effects) }
    case .pressed(let serverID, let key, let text, let token):
      try takePress(serverID, key, text, token, at: now, into: &effects)
    case .closed(let serverID, let reason): try takeEnd(serverID, reason, at: now, into: &effects)
    case .handled(let sequence): try store.forgetResponse(sequence)
    case .presented(let number, let message, let planned):
      try writePresented(number, message, planned, at: now, into: &effects)
    case .woke(let number):
      guard try store.state(of: number) == .pending else { return }
      try store.setState(number, to: .due, reason: "handed to the server when nothing could be written", at: now)
    }
  }

  private mutating func writePresented(
    _ number: Int64, _ message: Int64, _ planned: PlannedOccurrence, at now: Instant, into effects: inout [Effect]
  ) throws(StoreError) {
    guard let stored = try store.message(number: message) else { return }
    // the zone may have changed since: its slot is to come again, or is far off
    if let next = stored.next, next.instant <= now || next.slot == planned.slot {
      _ = try takeSlots(of: stored, at: now, into: &effects)
    }
    let reason = "its time came"
    let inserted = try store.insertOccurrence(of: stored, planned, state: .held, reason: reason, at: now)
    var known = inserted?.number
    if known == nil { known = try store.occurrenceNumber(planned.slot, of: message) }
    guard let row = known else { return }
    unwritten.rows[number] = row
    // the press of an earlier one may have ended the series meanwhile
    guard try store.state(of: row) == .held else { return }
    try store.setState(row, to: .due, reason: "handed to the server when nothing could be written", at: now)
  }

  /// The row of an occurrence that had none when it was handed over.
  func row(_ number: Int64) -> Int64 { unwritten.rows[number] ?? number }
}

extension Effect {
  /// It is about a notification by its id.
  fileprivate var isForServer: Bool {
    switch self {
    case .close, .redraw: true
    default: false
    }
  }
}

extension Presentation {
  /// Shows an occurrence that has no row yet.
  fileprivate init(_ number: Int64, of stored: StoredMessage, _ planned: PlannedOccurrence, at now: Instant) {
    let occurrence = Occurrence(
      number: number, key: stored.message.key, slot: planned.slot, due: planned.instant, state: .due,
      reason: "handed to the server when nothing could be written", changed: now)
    self.init(
      numbers: [number], occurrences: [StoredOccurrence(occurrence, of: stored)], wasDue: nil, replaces: 0)
  }
}
