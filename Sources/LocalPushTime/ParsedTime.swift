/// What a time that a user typed means, before any zone is applied to it.
public enum ParsedTime: Hashable, Sendable {
  /// A moment, because an offset or `Z` was written.
  case instant(Instant)
  /// A time on the wall, of the zone written in brackets, or without one of wherever the user is.
  case civil(CivilDateTime, Zone?)
  /// So long from now: `in 10m`.
  case elapsed(Duration)
}

extension ParsedTime {
  /// The moment it means for someone in `zone` at `now`, and what had to be decided.
  public func resolved(now: Instant, in zone: Zone) -> ResolvedTime {
    switch self {
    case .instant(let instant): ResolvedTime(instant: instant, kind: .unique)
    case .civil(let civil, let own): (own ?? zone).resolve(civil)
    case .elapsed(let duration): ResolvedTime(instant: now + duration, kind: .unique)
    }
  }
}
