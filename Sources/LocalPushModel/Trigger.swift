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
  /// Before or after each occurrence of another trigger that is none of these itself.
  indirect case shifted(Trigger, TimeShift)

  /// Tells whether more than one occurrence is possible.
  public var repeats: Bool {
    switch self {
    case .recurrence: true
    case .shifted(let base, _): base.repeats
    case .instant, .elapsed, .civil: false
    }
  }

  /// Tells whether the trigger follows the user from zone to zone.
  public var isFloating: Bool {
    switch self {
    case .civil(_, .floating), .recurrence(_, .floating): true
    case .shifted(let base, _): base.isFloating
    default: false
    }
  }

  /// The first occurrence later than `after`; `zone` is where the user is now.
  public func next(after: Instant, in zone: Zone) -> PlannedOccurrence? {
    switch self {
    case .recurrence(let set, let choice): set.next(after: after, in: choice.zone(userIn: zone))
    case .shifted(let base, let shift): base.next(after: after, shiftedBy: shift, in: zone)
    case .instant, .elapsed, .civil: single(in: zone).flatMap { $0.instant > after ? $0 : nil }
    }
  }

  /// The last occurrence earlier than `before`; `zone` is where the user is now.
  public func previous(before: Instant, in zone: Zone) -> PlannedOccurrence? {
    switch self {
    case .recurrence(let set, let choice): set.previous(before: before, in: choice.zone(userIn: zone))
    case .shifted(let base, let shift): base.previous(before: before, shiftedBy: shift, in: zone)
    case .instant, .elapsed, .civil: single(in: zone).flatMap { $0.instant < before ? $0 : nil }
    }
  }

  /// What may not be what the writer of a recurrence meant, as sentences for a person.
  public var warnings: [String] {
    switch self {
    case .recurrence(let set, _): set.warnings
    case .shifted(let base, _): base.warnings
    case .instant, .elapsed, .civil: []
    }
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
    case (_, .shifted(let base, let shift)):
      base.shifted(base.planned((-shift).name(of: slot), in: zone), by: shift, in: zone).instant
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
    case .recurrence, .shifted: nil
    }
  }
}

// MARK: - Before or after

extension Trigger {
  /// A day of the calendar is longer or shorter than 24 hours by less than this, also where a zone leaves out a day.
  private static let dayTolerance = Duration.hours(26)

  fileprivate func next(after: Instant, shiftedBy shift: TimeShift, in zone: Zone) -> PlannedOccurrence? {
    var last = after - shift.nominal - (shift.days == 0 ? .zero : Self.dayTolerance)
    while let found = next(after: last, in: zone) {
      let shifted = shifted(found, by: shift, in: zone)
      if shifted.instant > after { return shifted }
      last = found.instant
    }
    return nil
  }

  fileprivate func previous(before: Instant, shiftedBy shift: TimeShift, in zone: Zone) -> PlannedOccurrence? {
    var first = before - shift.nominal + (shift.days == 0 ? .zero : Self.dayTolerance)
    while let found = previous(before: first, in: zone) {
      let shifted = shifted(found, by: shift, in: zone)
      if shifted.instant < before { return shifted }
      first = found.instant
    }
    return nil
  }

  fileprivate func shifted(_ found: PlannedOccurrence, by shift: TimeShift, in zone: Zone) -> PlannedOccurrence {
    let moment =
      switch self {
      case .civil(_, let choice), .recurrence(_, let choice):
        shift.moment(from: found, in: choice.zone(userIn: zone))
      case .instant, .elapsed, .shifted: found.instant + shift.nominal
      }
    return PlannedOccurrence(slot: shift.name(of: found.slot), instant: moment, adjustment: found.adjustment)
  }

  fileprivate func planned(_ slot: Slot, in zone: Zone) -> PlannedOccurrence {
    PlannedOccurrence(slot: slot, instant: instant(of: slot, in: zone), adjustment: .unique)
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
