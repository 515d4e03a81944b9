internal import LocalPushModel
public import LocalPushStore
public import LocalPushTime

/// Do-not-disturb: those who ask for it wait until it is over.
extension Scheduler {
  /// The server keeps quiet now, or does not any more.
  public mutating func doNotDisturbChanged(to isOn: Bool, at now: Instant) throws(StoreError) -> [Effect] {
    guard isOn != isSilenced else { return [] }
    return try record(.silence(isOn), at: now)
  }

  /// Tells whether a message waits for the end of do-not-disturb now.
  func isHeldBack(_ content: Content) -> Bool { isSilenced && content.doNotDisturb == .hold }

  static let heldBackReason = "its time came; it waits until do-not-disturb is over"
}
