public import LocalPushBus

/// What one call of `Notify` said.
public nonisolated struct FakeNotification: Hashable, Sendable {
  /// `app_name`
  public let appName: String
  /// `replaces_id`
  public let replacedIdentifier: UInt32
  /// `app_icon`
  public let appIcon: String
  /// `summary`
  public let summary: String
  /// `body`
  public let body: String
  /// `actions`, a key and a label by turns.
  public let actions: [String]
  /// `hints`, an `a{sv}`.
  public let hints: BusValue
  /// `expire_timeout` in milliseconds, -1 for the server's own, 0 for never.
  public let timeout: Int32
  /// The unique name of the connection that sent it.
  public let sender: String

  /// Reads the arguments `susssasa{sv}i`.
  init(_ arguments: [BusValue], sender: String) {
    appName = arguments[0].stringValue ?? ""
    replacedIdentifier = UInt32(arguments[1].uintValue ?? 0)
    appIcon = arguments[2].stringValue ?? ""
    summary = arguments[3].stringValue ?? ""
    body = arguments[4].stringValue ?? ""
    actions = arguments[5].stringsValue ?? []
    hints = arguments[6]
    timeout = Int32(arguments[7].intValue ?? 0)
    self.sender = sender
  }
}
