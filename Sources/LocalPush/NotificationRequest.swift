/// A notification to be shown: what, and when.
public struct NotificationRequest: Sendable {
  /// Its name within the app, 1 to 256 bytes: a request of the same identifier takes its place.
  public let identifier: String
  /// What it says.
  public let content: NotificationContent
  /// When it is shown; nil shows it at once.
  public let trigger: (any NotificationTrigger)?
  /// What happens if it cannot be shown at its time; nil shows it late, of a series the newest one.
  public var missedPolicy: MissedPolicy?

  /// Makes a request.
  public init(
    identifier: String, content: NotificationContent, trigger: (any NotificationTrigger)?,
    missedPolicy: MissedPolicy? = nil
  ) {
    self.identifier = identifier
    self.content = content
    self.trigger = trigger
    self.missedPolicy = missedPolicy
  }
}

extension NotificationRequest: Hashable {
  /// True if everything is the same.
  public static func == (one: NotificationRequest, other: NotificationRequest) -> Bool {
    one.identifier == other.identifier && one.content == other.content && one.missedPolicy == other.missedPolicy
      && one.trigger.map { AnyHashable($0) } == other.trigger.map { AnyHashable($0) }
  }

  /// Feeds the identifier.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(identifier)
  }
}
