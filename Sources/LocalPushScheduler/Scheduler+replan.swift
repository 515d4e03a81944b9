internal import LocalPushModel
internal import LocalPushStore
internal import LocalPushTime

extension Scheduler {
  /// Reads the civil times of floating messages in the user's new zone.
  ///
  /// A slot that was decided does not come again; slots of a series that the change skipped over are recorded as
  /// skipped; a single message whose time is over now is late, not lost.
  mutating func replanFloating(at now: Instant) throws(StoreError) {
    for stored in try store.floatingMessages() {
      guard let old = stored.next else { continue }
      let trigger = stored.message.trigger
      let next =
        trigger.repeats
        ? trigger.next(after: latestDecided(stored, at: now), in: zone)
        : PlannedOccurrence(
          slot: old.slot, instant: trigger.instant(of: old.slot, in: zone), adjustment: .unique)
      if old.slot != next?.slot, trigger.instant(of: old.slot, in: zone) <= now {
        _ = try store.insertOccurrence(
          of: stored, old, state: .skipped, reason: "the change to \(zone.identifier) skipped its time", at: now)
      }
      try store.advance(stored.number, past: nil, to: next, ended: "the series is over")
    }
  }

  /// The moment after which the next occurrence of a series is looked for.
  func latestDecided(_ stored: StoredMessage, at now: Instant) -> Instant {
    guard let last = stored.lastSlot else { return now }
    return max(now, stored.message.trigger.instant(of: last, in: zone))
  }
}
