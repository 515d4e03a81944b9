/// Which occurrence of a message: a civil time for triggers kept on the wall, an instant for all others.
public enum Slot: Hashable, Sendable {
  case civil(CivilDateTime)
  case instant(Instant)
}

extension Slot: CustomStringConvertible {
  /// Reads `2026-12-01T09:00:00` as a civil time and, with `Z` or an offset, as an instant. Throws code `date` or `time`.
  public init(parsing text: String) throws(TimeError) {
    var cursor = TextCursor(text)
    let civil = try CivilDateTime(reading: &cursor, of: text)
    self = cursor.isAtEnd ? .civil(civil) : .instant(try Instant(parsing: text))
  }

  /// The canonical text: `2026-12-01T09:00:00` for a civil time, `2026-12-01T01:00:00Z` for an instant.
  public var description: String {
    switch self {
    case .civil(let civil): civil.description
    case .instant(let instant): instant.description
    }
  }

  /// The instant the slot means in `zone`, and what had to be decided.
  public func resolved(in zone: Zone) -> ResolvedTime {
    switch self {
    case .civil(let civil): zone.resolve(civil)
    case .instant(let instant): ResolvedTime(instant: instant, kind: .unique)
    }
  }
}
