internal import LocalPushModel
internal import LocalPushStore
internal import LocalPushTime

extension Scheduler {
  /// Reads the civil times of floating messages in the user's new zone.
  ///
  /// A slot that was decided does not come again; slots of a series that the change skipped over are recorded as
  /// skipped; a single message whose time is over now is late, not lost.
  mutating func replanFloating(at now: Instant) throws(StoreError) {
    var last: Int64 = 0
    while case let batch = try store.floatingMessages(after: last, atMost: Self.messagesAtOnce), !batch.isEmpty {
      // while the clock is doubted nothing is skipped because of it
      let moment = clockDoubt == nil ? now : believed ?? now
      for stored in batch { try replan(stored, at: moment) }
      last = batch[batch.count - 1].number
    }
    try replanExpiries(at: now)
  }

  private func replan(_ stored: StoredMessage, at now: Instant) throws(StoreError) {
    guard let old = stored.next else { return }
    let trigger = stored.message.trigger
    let next =
      trigger.repeats
      ? try nextUndecided(trigger, of: stored.number, after: now)
      : PlannedOccurrence(
        slot: old.slot, instant: trigger.instant(of: old.slot, in: zone), adjustment: .unique)
    if old.slot != next?.slot { try skip(from: old.slot, to: next, of: stored, at: now) }
    try store.advance(stored.number, past: nil, to: next, ended: "the series is over", at: now)
  }

  /// Records the slots that the change of the zone passed over.
  private func skip(
    from first: Slot, to next: PlannedOccurrence?, of stored: StoredMessage, at now: Instant
  ) throws(StoreError) {
    let trigger = stored.message.trigger
    var planned: PlannedOccurrence? = PlannedOccurrence(
      slot: first, instant: trigger.instant(of: first, in: zone), adjustment: .unique)
    for recorded in 1...Self.recordedOneByOne {
      guard let slot = planned, slot.instant <= now, slot.instant < next?.instant ?? .distantFuture else { return }
      let reason =
        recorded == Self.recordedOneByOne
        ? "this one and all others until now: the change to \(zone.identifier) skipped too many to list"
        : "the change to \(zone.identifier) skipped its time"
      _ = try store.insertOccurrence(of: stored, slot, state: .skipped, reason: reason, at: now)
      planned = trigger.next(after: slot.instant, in: zone)
    }
  }

  /// The next slot of `trigger` after a moment that has not become an occurrence of the message yet.
  func nextUndecided(
    _ trigger: Trigger, of message: Int64, after moment: Instant
  ) throws(StoreError) -> PlannedOccurrence? {
    var planned = trigger.next(after: moment, in: zone)
    while let known = planned, try store.isKnown(known.slot, of: message) {
      planned = trigger.next(after: known.instant, in: zone)
    }
    return planned
  }
}
