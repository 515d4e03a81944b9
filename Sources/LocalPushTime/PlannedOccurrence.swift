/// One occurrence as planned in some zone: its slot, which names it, and the instant it falls on there.
public struct PlannedOccurrence: Hashable, Sendable {
  public let slot: Slot
  public let instant: Instant
  /// Whether the instant had to be moved or chosen because clocks change then.
  public let adjustment: ResolvedTime.Kind

  public init(slot: Slot, instant: Instant, adjustment: ResolvedTime.Kind) {
    self.slot = slot
    self.instant = instant
    self.adjustment = adjustment
  }

  /// Plans a slot in a zone.
  public init(_ slot: Slot, in zone: Zone) {
    let resolved = slot.resolved(in: zone)
    self.init(slot: slot, instant: resolved.instant, adjustment: resolved.kind)
  }
}
