/// What was scheduled.
public struct Message: Hashable, Sendable {
  public let key: MessageKey
  /// Where it came from: `config:PATH`, `feed:NAME`, `app`, `command`.
  public let source: String
  public let content: Content
  public let trigger: Trigger
  public let missed: MissedPolicy
  /// What was written, before times were read relative to a moment: equal texts mean an unchanged message.
  public let definition: String

  public init(
    key: MessageKey, source: String, content: Content, trigger: Trigger, missed: MissedPolicy, definition: String
  ) {
    self.key = key
    self.source = source
    self.content = content
    self.trigger = trigger
    self.missed = missed
    self.definition = definition
  }
}
