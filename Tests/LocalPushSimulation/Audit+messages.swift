import LocalPushModel
import LocalPushScheduler
import LocalPushStore
import LocalPushTime

extension Audit {
  /// The schedule follows from the rules: no slot is left out, none comes by itself.
  mutating func checkMessages(_ world: SimulatedWorld) throws {
    let before = messages
    messages = Dictionary(
      uniqueKeysWithValues: try world.store.auditedMessages().map { ($0.number, $0) })
    let present = Set(messages.values.map(\.key))
    for key in accepted where !present.contains(key) {
      throw violation(.nothingLost, "\(key) was accepted and is gone")
    }
    for (number, message) in messages {
      guard message.next != nil || message.ended != nil else {
        throw violation(.nothingLost, "\(message.key) has nothing to come and has not ended")
      }
      try checkNext(message, world)
      guard let old = before[number], old.trigger == message.trigger else { continue }
      try checkProgress(from: old, to: message, world)
    }
    for life in done {
      guard let message = messages[life], message.next != nil, !edited.contains(message.key) else { continue }
      throw violation(.series, "\(message.key) goes on, and the user is done with it")
    }
  }

  private mutating func checkNext(_ message: AuditedMessage, _ world: SimulatedWorld) throws {
    guard world.scheduler != nil, !isBehind, let next = message.next,
      let trigger = try trigger(message.trigger)
    else { return }
    let right = trigger.instant(of: next.slot, in: world.zone)
    guard right == next.instant else {
      throw violation(
        .civilTime,
        "\(message.key) \(next.slot) is planned at \(next.instant), in \(world.zone.identifier) it is \(right)")
    }
    if let number = numbers[SlotOfLife(life: message.number, slot: next.slot.description)] {
      let state = occurrences[number].map { "\($0.state)" } ?? "?"
      throw violation(.neverTwice, "\(message.key) \(next.slot) is planned, and is \(state) already")
    }
  }

  /// Each slot between what was next and what is next now has become an occurrence.
  private mutating func checkProgress(
    from old: AuditedMessage, to new: AuditedMessage, _ world: SimulatedWorld
  ) throws {
    guard let passed = old.next, new.next?.slot != passed.slot, let trigger = try trigger(new.trigger) else { return }
    if collapsed.contains(new.number) { return }
    // the slots of a rule that counts elapsed time are instants: in another zone it has others
    if hasMoved || zone != world.zone, trigger.isFloating, case .instant = passed.slot { return }
    // several facts were written at once, and nobody knows what was planned between them
    if hasMoved, hasCaughtUp, trigger.isFloating { return }
    let zone = planningZone
    let isOver = ["the series is over", "its time came", "its only occurrence was skipped"].contains(new.ended)
    let isEnded = new.next == nil && !isOver
    let end = new.next?.instant ?? world.now + .days(1)
    var planned: PlannedOccurrence? = PlannedOccurrence(
      slot: passed.slot, instant: trigger.instant(of: passed.slot, in: zone), adjustment: .unique)
    for count in 0..<100 {
      guard let slot = planned, slot.instant < end else { return }
      let isKnown = numbers[SlotOfLife(life: new.number, slot: slot.slot.description)] != nil
      guard isKnown else {
        if isEnded, count > 0 { return }
        throw violation(
          .nothingLost, "\(new.key) \(slot.slot) was passed over: from \(passed.slot) to \(new.next?.slot as Slot?)")
      }
      planned = trigger.next(after: slot.instant, in: zone)
    }
  }

  // MARK: - Handing over

  /// What a list did is what it said, and it did nothing else.
  mutating func handed(
    _ drafts: [MessageDraft], _ verdicts: [Verdict], _ removed: [MessageKey], source: String, as handover: Handover,
    isRepetition: Bool, before: [AuditedMessage], world: SimulatedWorld
  ) throws {
    let rows = try world.store.auditedMessages()
    for (draft, verdict) in zip(drafts, verdicts) {
      let row = rows.first { $0.key == draft.key }
      try check(draft, verdict, row)
      try checkListed(draft, verdict, isRequest: handover.isRequest)
      if case .updated = verdict, let row { try checkEdited(draft, row, world) }
      if !handover.isRequest, case .added = verdict, before.contains(where: { $0.key == draft.key }) {
        throw violation(.sameMessage, "\(draft.key) is known, and begins a new life because \(source) lists it")
      }
      if isRepetition, case .added = verdict {
        throw violation(.sameMessage, "\(draft.key) is added a second time by the same list")
      }
    }
    for key in removed {
      accepted.remove(key)
      listed[key] = nil
      forget(key)
    }
    if case .wholeSource = handover, let stray = rows.first(where: { $0.source == source && !names($0.key, drafts) }) {
      throw violation(.wholeSource, "\(stray.key) is still there, and \(source) does not name it any more")
    }
    for old in before where old.source != source && old.next != nil {
      guard let row = rows.first(where: { $0.number == old.number }), row.definition == old.definition else {
        throw violation(.othersUntouched, "\(old.key) of \(old.source) was changed by \(source)")
      }
      let mayMove = old.next.map { $0.instant <= world.now } ?? true || hasMoved || zone != world.zone
      guard row.next == old.next || mayMove else {
        throw violation(.othersUntouched, "\(old.key) of \(old.source) is planned anew because of \(source)")
      }
    }
  }

  private func names(_ key: MessageKey, _ drafts: [MessageDraft]) -> Bool { drafts.contains { $0.key == key } }

  /// What is on screen of an edited message says the new thing, and of the times that it had nothing waits.
  private func checkEdited(_ draft: MessageDraft, _ row: AuditedMessage, _ world: SimulatedWorld) throws {
    let content = try draft.content()
    for seen in shown(in: world) where seen.life == row.number && seen.content != content {
      throw violation(.sameMessage, "\(seen.key) \(seen.slot) was edited, and says the old thing on screen")
    }
    guard let old = messages[row.number], old.trigger != row.trigger else { return }
    for number in waitingBefore {
      guard let seen = occurrences[number], seen.life == row.number, [.held, .pending].contains(seen.state) else {
        continue
      }
      throw violation(.sameMessage, "\(seen.key) \(seen.slot) is \(seen.state), and its message has other times now")
    }
  }

  /// A list that says again what it said before changes nothing, whatever has become of it.
  private mutating func checkListed(_ draft: MessageDraft, _ verdict: Verdict, isRequest: Bool) throws {
    let definition = draft.json.description
    let isKnown = !isRequest && listed[draft.key] == definition
    switch verdict {
    case .added, .updated, .expired:
      guard !isKnown else {
        throw violation(.sameMessage, "\(draft.key) was listed before with the same words, and is \(verdict)")
      }
      if case .expired = verdict { break }
      listed[draft.key] = isRequest ? nil : definition
    case .unchanged: if !isRequest { listed[draft.key] = definition }
    case .refused: break
    }
  }

  private mutating func check(
    _ draft: MessageDraft, _ verdict: Verdict, _ row: AuditedMessage?
  ) throws {
    switch verdict {
    case .added, .updated:
      guard let row, row.definition == draft.json.description else {
        throw violation(.nothingLost, "\(draft.key) was accepted and is not there")
      }
      if case .added = verdict, row.next == nil, !numbers.keys.contains(where: { $0.life == row.number }) {
        throw violation(.nothingLost, "\(draft.key) was added and has nothing to come")
      }
      accepted.insert(draft.key)
      edited.insert(draft.key)
    case .unchanged, .expired, .refused: break
    }
  }

  // MARK: - The end

  /// Once everything works and time has passed, nothing is undecided.
  func checkEnd(_ world: SimulatedWorld) throws {
    try checkEverything(world)
    for number in open {
      guard let seen = occurrences[number] else { continue }
      switch seen.state {
      case .held where seen.moment > world.now: break  // the clock went back
      case .held, .due: throw violation(.nothingLost, "\(seen.key) \(seen.slot) is \(seen.state) at the end")
      case .pending where seen.moment <= world.now:
        throw violation(.nothingLost, "\(seen.key) \(seen.slot) is still snoozed at the end")
      default: break
      }
    }
    for message in messages.values {
      if let next = message.next, next.instant <= world.now {
        throw violation(.nothingLost, "\(message.key) \(next.slot) is still to come at the end")
      }
    }
  }
}
