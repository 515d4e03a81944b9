public import LocalPushTime

/// One showing of one message: the unit that is shown, missed, skipped, snoozed and answered.
public struct Occurrence: Hashable, Sendable {
  /// Number of the occurrence in the store.
  public let number: Int64
  public let key: MessageKey
  /// What identifies it within the message, whatever clocks and zones do.
  public let slot: Slot
  /// When it was due.
  public let due: Instant
  public let state: OccurrenceState
  /// Why it is in that state, in words.
  public let reason: String
  public let changed: Instant

  public init(
    number: Int64, key: MessageKey, slot: Slot, due: Instant, state: OccurrenceState, reason: String, changed: Instant
  ) {
    self.number = number
    self.key = key
    self.slot = slot
    self.due = due
    self.state = state
    self.reason = reason
    self.changed = changed
  }

  /// The occurrence after a change of state.
  public func changed(to state: OccurrenceState, reason: String, at now: Instant) -> Occurrence {
    Occurrence(number: number, key: key, slot: slot, due: due, state: state, reason: reason, changed: now)
  }
}

/// Where an occurrence is in its life.
public enum OccurrenceState: String, Hashable, Sendable, CaseIterable {
  /// Its time has not come, or it was snoozed.
  case pending
  /// Its time came and it could not be shown: switched off, no server, quiet hours.
  case held
  /// Handed to the server, whose answer is awaited.
  case due
  case shown
  case answered
  case dismissed
  case expired
  case missed
  case skipped
  case cancelled

  /// Tells whether something is still to happen before the occurrence has been seen.
  public var isOpen: Bool {
    switch self {
    case .pending, .held, .due: true
    default: false
    }
  }
}
