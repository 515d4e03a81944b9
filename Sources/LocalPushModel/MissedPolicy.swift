public import LocalPushTime

/// What becomes of occurrences that could not be shown at their time.
public struct MissedPolicy: Hashable, Sendable {
  /// Which of them are shown late.
  public enum Choice: String, Hashable, Sendable, CaseIterable {
    /// Every one of a single message; for a repeat the same as ``all``.
    case show
    /// One, the newest.
    case latest
    /// Each of them.
    case all
    /// None.
    case skip
  }

  public var choice: Choice
  /// Occurrences later than this are not shown; nil sets no limit.
  public var limit: Duration?

  public init(_ choice: Choice, limit: Duration? = nil) {
    self.choice = choice
    self.limit = limit
  }

  /// The policy of a message that names none: `show` for single messages, `latest` for repeats.
  public static func standard(repeats: Bool) -> MissedPolicy {
    MissedPolicy(repeats ? .latest : .show)
  }
}
