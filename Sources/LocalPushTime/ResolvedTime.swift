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

  /// The moment the civil time is taken to mean.
  public let instant: Instant
  /// What had to be decided to find it.
  public let kind: Kind

  /// Puts a moment and how it was found together.
  public init(instant: Instant, kind: Kind) {
    self.instant = instant
    self.kind = kind
  }
}
