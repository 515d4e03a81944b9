public import LocalPushTime

/// What the user did with a shown occurrence.
public struct Response: Hashable, Sendable {
  /// Grows by at least one with each response; a repeated delivery has the same number.
  public let sequence: Int64
  public let key: MessageKey
  public let slot: Slot
  /// Key of the action; `default` for a click on the body of a message without buttons.
  public let action: String
  /// A typed reply.
  public let text: String?
  public let userInfo: JSONObject
  public let at: Instant
  /// XDG activation token, or X11 startup id, with which the handler may raise a window.
  public let activationToken: String?
  /// Nil when the response is for the app to take.
  public let handler: Handler?

  public init(
    sequence: Int64, key: MessageKey, slot: Slot, action: String, text: String?, userInfo: JSONObject, at: Instant,
    activationToken: String?, handler: Handler?
  ) {
    self.sequence = sequence
    self.key = key
    self.slot = slot
    self.action = action
    self.text = text
    self.userInfo = userInfo
    self.at = at
    self.activationToken = activationToken
    self.handler = handler
  }

  /// The response as one JSON object: what a command reads on its standard input and `watch --json` prints.
  public var json: JSONObject {
    var object = JSONObject([
      ("sequence", .integer(sequence)), ("app", .string(key.app)), ("id", .string(key.id)),
      ("slot", .string(slot.description)), ("action", .string(action)), ("at", .string(at.description)),
      ("user-info", .object(userInfo)),
    ])
    if let text { object["text"] = .string(text) }
    if let activationToken { object["activation-token"] = .string(activationToken) }
    return object
  }
}
