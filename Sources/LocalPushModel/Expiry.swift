public import LocalPushTime

/// Until when a message is worth showing.
public enum Expiry: Hashable, Sendable {
  /// So long after its time.
  case after(Duration)
  /// A moment, or a time on the wall of one zone.
  case at(Slot, ZoneChoice)

  /// Parses what `expires=` says: a duration such as `2h`, or a date and time.
  ///
  /// - Parameters:
  ///   - zone: what `zone=` says; a time without an offset or a zone of its own is read there.
  ///   - start: what `at=` says; a zone in brackets behind it is meant here as well.
  public init(parsing text: String, zone: String?, start: String?) throws(MessageFault) {
    if let duration = try? Duration(parsing: text) {
      guard duration >= .zero else { throw Self.fault(text, "is negative") }
      self = .after(duration)
      return
    }
    let own = Self.zoneInBrackets(of: text)
    let time = own == nil ? text : String(text.prefix { $0 != "[" })
    guard let slot = try? Slot(parsing: time) else {
      throw Self.fault(text, "is neither a duration, such as 2h, nor a date and time, such as 2026-12-01 17:00")
    }
    let name = own ?? zone ?? start.flatMap(Self.zoneInBrackets)
    self = .at(slot, try name.map { name throws(MessageFault) in try ZoneChoice(parsing: name) } ?? .floating)
  }

  /// When an occurrence that was due at `due` is not worth showing any more, for a user in `zone`.
  public func instant(due: Instant, in zone: Zone) -> Instant {
    switch self {
    case .after(let duration): due + duration
    case .at(let slot, let choice): slot.resolved(in: choice.zone(userIn: zone)).instant
    }
  }

  /// Tells whether the end is the same whenever the message is due.
  public var isAbsolute: Bool {
    if case .at = self { true } else { false }
  }

  private static func fault(_ text: String, _ reason: String) -> MessageFault {
    MessageFault("expires", "'\(text.forDisplay)' \(reason)")
  }

  private static func zoneInBrackets(of text: String) -> String? {
    guard text.hasSuffix("]"), let open = text.lastIndex(of: "[") else { return nil }
    return String(text[open...].dropFirst().dropLast())
  }
}
