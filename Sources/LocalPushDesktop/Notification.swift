public import LocalPushModel

/// One notification as it is handed to the server.
public nonisolated struct Notification: Hashable, Sendable {
  /// Desktop id of the app that it belongs to.
  public var app: String
  public var content: Content
  /// A line below the body, such as when it was due.
  public var note: String?
  /// The id of the notification whose place it takes, 0 for a new one.
  public var replaces: UInt32

  /// What a click on the body is called where there is no button that names it.
  public var clickLabel = "Open"

  public init(app: String, content: Content, note: String? = nil, replaces: UInt32 = 0) {
    self.app = app
    self.content = content
    self.note = note
    self.replaces = replaces
  }
}
