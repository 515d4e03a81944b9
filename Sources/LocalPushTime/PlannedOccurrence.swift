/// One occurrence as planned in some zone: its slot, which names it, and the instant it falls on there.
public struct PlannedOccurrence: Hashable, Sendable {
  /// Which occurrence it is, whatever zone it is planned in.
  public let slot: Slot
  /// When it falls due in that zone.
  public let instant: Instant
  /// Whether the instant had to be moved or chosen because clocks change then.
  public let adjustment: ResolvedTime.Kind

  /// Puts a slot and what it means together.
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
