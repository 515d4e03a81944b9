/// What becomes of notifications that could not be shown at their time: switched off, asleep, logged out, no server.
public struct MissedPolicy: Hashable, Sendable {
  enum Choice: String { case show, latest, all, skip }

  let choice: Choice
  /// What is later than this is not shown any more; nil sets no limit.
  public var limit: Swift.Duration?

  init(_ choice: Choice, limit: Swift.Duration? = nil) {
    self.choice = choice
    self.limit = limit
  }

  /// Shows it late and says when it was due; what notifications that come once do by default.
  public static let show = MissedPolicy(.show)
  /// Shows the newest one only; what repeating notifications do by default.
  public static let latest = MissedPolicy(.latest)
  /// Shows each of them late.
  public static let all = MissedPolicy(.all)
  /// Shows none late.
  public static let skip = MissedPolicy(.skip)

  /// The same policy, for what is at most so late.
  public func notAfter(_ limit: Swift.Duration) -> MissedPolicy {
    MissedPolicy(choice, limit: limit)
  }
}
