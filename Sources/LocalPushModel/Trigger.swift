public import LocalPushTime

/// When a message is due.
public enum Trigger: Hashable, Sendable {
  /// The same moment everywhere.
  case instant(Instant)
  /// A delay that elapses whatever the clock on the wall says about days and zones.
  case elapsed(Duration, since: Instant)
  /// A date and time on the wall of one zone.
  case civil(CivilDateTime, ZoneChoice)
  /// A recurrence set of RFC 5545, counted on the wall of one zone.
  case recurrence(RecurrenceSet, ZoneChoice)

  /// Tells whether more than one occurrence is possible.
  public var repeats: Bool {
    if case .recurrence = self { true } else { false }
  }

  /// Tells whether the trigger follows the user from zone to zone.
  public var isFloating: Bool {
    switch self {
    case .civil(_, .floating), .recurrence(_, .floating): true
    default: false
    }
  }

  /// The first occurrence later than `after`; `zone` is where the user is now.
  public func next(after: Instant, in zone: Zone) -> PlannedOccurrence? {
    guard case .recurrence(let set, let choice) = self else {
      return single(in: zone).flatMap { $0.instant > after ? $0 : nil }
    }
    return set.next(after: after, in: choice.zone(userIn: zone))
  }

  /// The last occurrence earlier than `before`; `zone` is where the user is now.
  public func previous(before: Instant, in zone: Zone) -> PlannedOccurrence? {
    guard case .recurrence(let set, let choice) = self else {
      return single(in: zone).flatMap { $0.instant < before ? $0 : nil }
    }
    return set.previous(before: before, in: choice.zone(userIn: zone))
  }

  /// What may not be what the writer of a recurrence meant, as sentences for a person.
  public var warnings: [String] {
    if case .recurrence(let set, _) = self { set.warnings } else { [] }
  }

  /// The first few occurrences later than `after`.
  public func first(_ count: Int, after: Instant, in zone: Zone) -> [PlannedOccurrence] {
    var occurrences: [PlannedOccurrence] = []
    var last = after
    while occurrences.count < count, let next = next(after: last, in: zone) {
      occurrences.append(next)
      last = next.instant
    }
    return occurrences
  }

  /// The moment of a slot of this trigger for a user in `zone`.
  public func instant(of slot: Slot, in zone: Zone) -> Instant {
    switch (slot, self) {
    case (.instant(let instant), _): instant
    case (.civil(let civil), .civil(_, let choice)), (.civil(let civil), .recurrence(_, let choice)):
      choice.zone(userIn: zone).resolve(civil).instant
    case (.civil(let civil), _): zone.resolve(civil).instant
    }
  }

  /// The only occurrence of a trigger that does not repeat.
  private func single(in zone: Zone) -> PlannedOccurrence? {
    switch self {
    case .instant(let instant): PlannedOccurrence(.instant(instant), in: zone)
    case .elapsed(let delay, let since): PlannedOccurrence(.instant(since + delay), in: zone)
    case .civil(let civil, let choice): PlannedOccurrence(.civil(civil), in: choice.zone(userIn: zone))
    case .recurrence: nil
    }
  }
}

/// The zone in which a civil time is read.
public enum ZoneChoice: Hashable, Sendable {
  /// Wherever the user is (RFC 5545, section 3.3.5, form 1).
  case floating
  /// One zone for good (form 3).
  case zoned(Zone)

  /// The zone to read a civil time in while the user is in `zone`.
  public func zone(userIn zone: Zone) -> Zone {
    switch self {
    case .floating: zone
    case .zoned(let fixed): fixed
    }
  }

  /// Parses `floating` or the name of a zone.
  public init(parsing text: String) throws(MessageFault) {
    guard text != "floating" else {
      self = .floating
      return
    }
    do {
      self = .zoned(try Zone(identifier: text))
    } catch {
      throw MessageFault("zone", "\(error)")
    }
  }
}

extension ZoneChoice: CustomStringConvertible {
  public var description: String {
    switch self {
    case .floating: "floating"
    case .zoned(let zone): zone.identifier
    }
  }
}
