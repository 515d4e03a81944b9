/// The instant that a civil time means in some zone, and what had to be decided to find it.
public struct ResolvedTime: Hashable, Sendable {
  /// How often the clock on the wall shows the civil time.
  public enum Kind: Hashable, Sendable {
    /// Once.
    case unique
    /// Never: clocks were moved forward past it. The instant is later by what they were moved.
    case gap(moved: Duration)
    /// Twice: clocks were moved back. The instant is the first time.
    case repeated
  }

  public let instant: Instant
  public let kind: Kind

  public init(instant: Instant, kind: Kind) {
    self.instant = instant
    self.kind = kind
  }
}
