public import FoundationEssentials
internal import LocalPushModel
internal import LocalPushTime

/// Shows a notification once, at one moment that is the same everywhere.
public struct InstantTrigger: WireTrigger {
  /// The moment.
  public let date: Date
  /// False.
  public var repeats: Bool { false }

  /// Makes a trigger for a moment, which must not have passed when the request is added.
  public init(date: Date) {
    self.date = date
  }

  func wireKeys(at now: Instant, in zone: Zone) throws(NotificationError) -> [(MessageDraft.Key, String)] {
    guard let instant = Instant(date) else {
      throw NotificationError(.invalidArgument, "the trigger's date is not in the years 1 to 9999")
    }
    return [(.at, instant.description)]
  }
}
