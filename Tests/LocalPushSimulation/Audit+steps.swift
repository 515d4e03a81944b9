import LocalPushModel
import LocalPushScheduler
import LocalPushStore
import LocalPushTime

extension Audit {
  /// Reads what was logged since it looked last.
  mutating func takeSteps(of world: SimulatedWorld) throws {
    let steps = try world.store.loggedSteps(after: lastStep)
    var touched: Set<Int64> = []
    for step in steps {
      lastStep = step.row
      guard !step.reason.isEmpty, step.at.microseconds >= 0 else {
        throw violation(.stepsLogged, "a step to \(step.state) has the reason '\(step.reason)' and the time \(step.at)")
      }
      if occurrences[step.occurrence] == nil {
        try meet(step, world)
      } else {
        try move(step, world)
      }
      if step.reason.hasPrefix("this one and all others"), let seen = occurrences[step.occurrence] {
        collapsed.insert(seen.life)
      }
      touched.insert(step.occurrence)
    }
    for number in touched { try checkRow(number, world) }
  }

  private mutating func checkRow(_ number: Int64, _ world: SimulatedWorld) throws {
    guard let row = try world.store.auditedOccurrences(number).first, var seen = occurrences[number] else {
      throw violation(.nothingLost, "occurrence \(number) is in the log and not in the store")
    }
    guard row.state == seen.state else {
      throw violation(.oneState, "\(row.key) \(row.slot) is \(row.state), its last step says \(seen.state)")
    }
    guard row.state != .pending || row.wake == seen.moment else {
      throw violation(.neverEarly, "\(row.key) is snoozed until \(seen.moment), but wakes at \(row.wake as Instant?)")
    }
    seen.state = row.state
    occurrences[number] = seen
    let isOpen = row.state.isOpen || row.state == .shown
    if isOpen { open.insert(number) } else { open.remove(number) }
  }

  /// An occurrence begins.
  private mutating func meet(_ step: LoggedStep, _ world: SimulatedWorld) throws {
    guard let row = try world.store.auditedOccurrences(step.occurrence).first else {
      throw violation(.nothingLost, "occurrence \(step.occurrence) is in the log and not in the store")
    }
    let slot = SlotOfLife(life: row.message, slot: row.slot)
    if let other = numbers[slot] {
      throw violation(.neverTwice, "\(row.key) \(row.slot) is occurrence \(other) and \(row.number)")
    }
    numbers[slot] = row.number
    try giveWay(to: step, of: row.message, world)
    occurrences[row.number] = Seen(
      life: row.message, key: row.key, slot: row.slot, due: row.due, state: step.state, moment: row.due,
      handing: unwrittenHandings.removeValue(forKey: slot) ?? .none,
      refusals: unwrittenRefusals.removeValue(forKey: slot) ?? 0,
      content: unwrittenContents.removeValue(forKey: slot))
    switch step.state {
    case .held, .missed:
      guard row.due <= step.at else {
        throw violation(.neverEarly, "\(row.key) \(row.slot) is \(step.state) at \(world.now), due \(row.due)")
      }
      try checkInstant(row, world)
      if step.state == .missed { try checkMissed(row.number, step, world) }
    case .skipped, .cancelled: break
    default: throw violation(.oneState, "\(row.key) \(row.slot) begins as \(step.state)")
    }
  }

  /// What was snoozed of a series must not wait any more when the next of it came.
  private mutating func giveWay(to step: LoggedStep, of life: Int64, _ world: SimulatedWorld) throws {
    guard step.state == .held, let message = try world.store.auditedMessage(life),
      try trigger(message.trigger)?.repeats == true
    else { return }
    for number in open where occurrences[number]?.life == life && occurrences[number]?.state == .pending {
      overdue.insert(number)
    }
  }

  private mutating func checkInstant(_ row: AuditedOccurrence, _ world: SimulatedWorld) throws {
    if let message = messages[row.message], try isRight(row, message, world) { return }
    guard let message = try world.store.auditedMessage(row.message) else { return }
    guard try !isRight(row, message, world) else { return }
    throw violation(
      .civilTime, "\(row.key) \(row.slot) came at \(row.due), which it is not in \(world.zone.identifier)")
  }

  private mutating func isRight(
    _ row: AuditedOccurrence, _ message: AuditedMessage, _ world: SimulatedWorld
  ) throws -> Bool {
    guard let trigger = try trigger(message.trigger), let slot = try? Slot(parsing: row.slot) else { return false }
    return hasMoved || [world.zone, zone].contains { trigger.instant(of: slot, in: $0) == row.due }
  }

  mutating func trigger(_ text: String) throws -> Trigger? {
    if let known = triggers[text] { return known }
    let trigger = try Trigger(json: JSONValue(parsing: text))
    triggers[text] = trigger
    return trigger
  }

  private static let steps: [OccurrenceState: Set<OccurrenceState>] = [
    .pending: [.held, .due, .cancelled, .pending, .skipped],
    .held: [.due, .missed, .cancelled, .answered, .dismissed, .pending],
    .due: [.shown, .held, .missed, .cancelled, .answered, .dismissed, .pending],
    .shown: [.answered, .dismissed, .expired, .cancelled, .pending],
    .dismissed: [.answered, .pending, .dismissed, .cancelled],
    .expired: [.answered, .pending, .dismissed, .cancelled],
    .missed: [.answered, .pending, .dismissed],
  ]

  /// Reasons why something is taken off the screen, and did not leave it by itself.
  private static let ends: Set = ["a newer message took its place", "it was worth showing until now"]

  private mutating func move(_ step: LoggedStep, _ world: SimulatedWorld) throws {
    guard var seen = occurrences[step.occurrence] else { return }
    guard Self.steps[seen.state]?.contains(step.state) == true else {
      throw violation(.oneState, "\(seen.key) \(seen.slot) goes from \(seen.state) to \(step.state): \(step.reason)")
    }
    switch step.state {
    case .pending:
      // an earlier press may be written only now: each says how long its snooze is
      let delay = try Duration(parsing: String(step.reason.dropFirst("snoozed for ".count)))
      guard delay == snoozing || delay == .minutes(10) else {
        throw violation(.neverEarly, "\(seen.key) is snoozed for \(delay), and nobody asked for that")
      }
      seen.moment = step.at + delay
      seen.handing = .none
    case .shown where seen.handing != .answered:
      throw violation(.oneState, "\(seen.key) \(seen.slot) is shown, and no server said so")
    case .held where seen.state == .pending && seen.moment > world.now:
      throw violation(.neverEarly, "\(seen.key) \(seen.slot) is snoozed until \(seen.moment)")
    default: break
    }
    seen.state = step.state
    overdue.remove(step.occurrence)
    seen.isOver = step.state == .expired && Self.ends.contains(step.reason)
    if step.state == .answered, step.reason.hasSuffix(": done") { done.insert(seen.life) }
    countBadge(step.occurrence, seen, after: step)
    seen.expiry = step.state == .shown ? expiry(of: seen, shown: step.at) : nil
    occurrences[step.occurrence] = seen
    if step.state == .missed { try checkMissed(step.occurrence, step, world) }
  }

  /// What is missed was missed for a reason that its policy gives: the one it has, or had before this fact.
  private func checkMissed(_ number: Int64, _ step: LoggedStep, _ world: SimulatedWorld) throws {
    guard let seen = occurrences[number], !step.reason.hasPrefix("this one and all others") else { return }
    if seen.refusals >= 8 { return }
    let expires = try world.store.occurrence(number)?.content.expires
    if let expires, !seen.isSnoozed, expires.instant(due: seen.due, in: world.zone) <= world.now { return }
    let row = try world.store.auditedMessage(seen.life)
    let policies = [row?.missed, messages[seen.life]?.missed].compactMap(\.self)
    guard !policies.isEmpty, !policies.contains(where: { mayBeMissed(seen, step, under: $0, world) }) else { return }
    throw violation(
      .lateIsDecided,
      "\(seen.key) \(seen.slot) is missed after \(world.now - seen.moment) with \(policies): \(step.reason)")
  }

  private func mayBeMissed(_ seen: Seen, _ step: LoggedStep, under policy: MissedPolicy, _ world: SimulatedWorld)
    -> Bool
  {
    let late = world.now - seen.moment
    if let limit = policy.limit ?? world.settings.missedLimit, late > limit { return true }
    if policy.choice == .skip, late > .seconds(60) { return true }
    guard policy.choice == .latest || policy.choice == .skip else { return false }
    return occurrences.values.contains { $0.life == seen.life && $0.due > seen.due } || step.reason.contains("newer")
  }

  // MARK: - Presentations

  /// What is handed to the server may be.
  mutating func checkPresentation(_ presentation: Presentation, in world: SimulatedWorld) throws {
    guard doubt == nil, !isBehind || !isAhead else {
      throw violation(.clockInDoubt, "a clock years ahead is believed at once")
    }
    guard world.server != nil else { throw violation(.strangeServer, "something is shown without a server") }
    var lates = 0
    for number in presentation.numbers {
      let stored =
        try presentation.occurrences.first { $0.occurrence.number == number } ?? world.store.occurrence(number)
      if number < 0, let stored {
        try checkUnwritten(stored, world)
        continue
      }
      guard var seen = occurrences[number] else {
        throw violation(.nothingLost, "occurrence \(number) is shown and unknown")
      }
      try checkTime(seen, expires: stored?.content.expires, presentation, world)
      guard seen.handing == .none else {
        throw violation(.neverTwice, "\(seen.key) \(seen.slot) is handed to the server again")
      }
      let slot = SlotOfKey(key: seen.key, slot: seen.slot)
      if let life = lives[slot], life != seen.life {
        throw violation(.sameMessage, "\(seen.key) \(seen.slot) was handed over in an earlier life")
      }
      lives[slot] = seen.life
      seen.handing = .open
      seen.content = stored?.content
      occurrences[number] = seen
      if world.now - seen.moment > .seconds(60) { lates += 1 }
    }
    guard lates > 0, world.settings.quietCatchUp?.end(at: world.now, in: world.zone) != nil else { return }
    throw violation(.lateIsDecided, "late messages are shown in quiet hours")
  }

  /// Late messages come one by one as long as they are few, and otherwise in one summary.
  func checkSummary(_ effects: [Effect], in world: SimulatedWorld) throws {
    var late: [Presentation] = []
    for case .present(let presentation) in effects where presentation.wasDue != nil { late.append(presentation) }
    let limit = world.settings.summaryAbove
    let isOneByOne = late.count <= limit && late.allSatisfy { !$0.isSummary }
    guard isOneByOne || late.count == 1 && late[0].numbers.count > limit else {
      throw violation(.lateIsDecided, "\(late.map(\.numbers)) are shown late at once, the limit is \(limit)")
    }
  }

  /// What cannot be written is shown at its time, and once.
  private mutating func checkUnwritten(_ stored: StoredOccurrence, _ world: SimulatedWorld) throws {
    let slot = SlotOfLife(life: stored.message, slot: stored.occurrence.slot.description)
    let due = stored.occurrence.due
    guard due <= world.now else { throw violation(.neverEarly, "\(stored.occurrence.key) is shown before \(due)") }
    guard numbers[slot] == nil, unwrittenHandings[slot] == nil else {
      throw violation(.neverTwice, "\(stored.occurrence.key) \(slot.slot) is handed to the server again")
    }
    guard isOn(stored.occurrence.key.app, world) else {
      throw violation(.offIsNotForgotten, "\(stored.occurrence.key) is shown while it is off")
    }
    unwritten[stored.occurrence.number] = slot
    unwrittenHandings[slot] = .open
    unwrittenContents[slot] = stored.content
  }

  private func checkTime(
    _ seen: Seen, expires: Expiry?, _ presentation: Presentation, _ world: SimulatedWorld
  ) throws {
    guard seen.moment <= world.now else {
      throw violation(.neverEarly, "\(seen.key) \(seen.slot) is shown at \(world.now), due \(seen.moment)")
    }
    guard isOn(seen.key.app, world) else {
      throw violation(.offIsNotForgotten, "\(seen.key) \(seen.slot) is shown while it is off")
    }
    let late = world.now - seen.moment
    if late > .seconds(60), !seen.isSnoozed, let expires,
      expires.instant(due: seen.due, in: world.zone) <= world.now
    {
      throw violation(.lateIsDecided, "\(seen.key) \(seen.slot) is shown after it was worth it")
    }
    guard (late > .seconds(60)) == (presentation.wasDue != nil) else {
      throw violation(
        .lateIsDecided, "\(seen.key) \(seen.slot) is late by \(late) and says \(presentation.wasDue as Instant?)")
    }
    guard late > .seconds(60), let message = try world.store.auditedMessage(seen.life) else { return }
    guard message.missed.choice != .skip else {
      throw violation(.lateIsDecided, "\(seen.key) \(seen.slot) is shown late, its policy is skip")
    }
    if let limit = message.missed.limit ?? world.settings.missedLimit, late > limit {
      throw violation(.lateIsDecided, "\(seen.key) \(seen.slot) is shown after \(late), its limit is \(limit)")
    }
    guard message.missed.choice == .latest else { return }
    let newer = presentation.numbers.compactMap { occurrences[$0] }.contains {
      $0.life == seen.life && $0.due > seen.due
    }
    if newer { throw violation(.lateIsDecided, "\(seen.key) \(seen.slot) is shown beside a newer one") }
  }

  // MARK: - Presses

  /// The press of `key` on what is shown under `id` has to be taken.
  func mustBeTaken(_ id: UInt32, _ key: String) -> Bool {
    guard let number = bearers[id].flatMap(known), let seen = occurrences[number], let content = seen.content else {
      return false
    }
    guard [.shown, .expired, .dismissed].contains(seen.state), seen.handing == .answered else { return false }
    return key == "default" || content.actions.contains { $0.key == key }
  }

  mutating func pressed(_ id: UInt32, _ key: String, isExpected: Bool, isRecorded: Bool) throws {
    defer { responses = [] }
    guard isRecorded else {
      if isExpected, let number = bearers[id].flatMap(known) { owed.insert(number) }
      return
    }
    guard isExpected == !responses.isEmpty || (!isExpected && bearers[id] != nil) else {
      throw violation(
        isExpected ? .pressNotLost : .strangeServer,
        "a press of \(key) on \(id) \(isExpected ? "is lost" : "is taken, and nobody is there")")
    }
    guard let response = responses.first, let number = bearers[id].flatMap(known) else { return }
    guard let seen = occurrences[number], seen.key == response.key, seen.slot == response.slot.description else {
      throw violation(.pressNotLost, "the press on \(id) goes to \(response.key) \(response.slot)")
    }
    guard response.userInfo == seen.content?.userInfo else {
      throw violation(.pressNotLost, "the press on \(id) has lost its userInfo")
    }
    guard responses.count == 1 else { throw violation(.pressNotLost, "one press is \(responses.count) responses") }
  }
}
