public import LocalPushBus
public import LocalPushModel

extension MessageDraft {
  /// Reads a message of one app from the `a{sv}` of `Schedule`.
  ///
  /// - Throws: a fault that names the key that is unknown, of the wrong type or of a wrong value.
  public init(wire: BusValue, app: String) throws(MessageFault) {
    self.init()
    guard let entries = wire.entries else { throw MessageFault(nil, "is not a dictionary") }
    try set("app", to: app)
    for entry in entries {
      guard let name = entry.key.stringValue else { throw MessageFault(nil, "a key is not a text") }
      try take(name, entry.value.unwrapped)
    }
  }

  private mutating func take(_ name: String, _ value: BusValue) throws(MessageFault) {
    switch (name, value) {
    case ("app", _): throw MessageFault("app", "the app is the first argument of Schedule, not a key of a message")
    case ("actions", _) where value.stringsValue != nil: try setOrder(value.stringsValue ?? [])
    case ("user-info", .dictionary):
      do {
        try merge(userInfo: try value.json().object ?? JSONObject())
      } catch {
        throw MessageFault("user-info", error.reason)
      }
    case ("badge", _) where value.intValue != nil: try set(name, to: String(value.intValue ?? 0))
    case (_, .string(let text)) where name != "user-info": try set(name, to: text)
    default: throw MessageFault(name, "has the type '\(value.signature)'; it must be \(Self.expectedType(of: name))")
    }
  }

  private static func expectedType(of name: String) -> String {
    switch name {
    case "actions": "'as', the keys of the buttons in their order"
    case "user-info": "'a{sv}'"
    default: "'s', a text"
    }
  }

  /// The message as an `a{sv}`: what ``init(wire:app:)`` reads, and `app`.
  public var wire: [(String, BusValue)] {
    json.members.map { member in
      switch (member.name, member.value) {
      case ("actions", .array(let keys)): ("actions", .strings(keys.compactMap(\.string)))
      case (_, .array) where member.name.hasPrefix("on."):
        (member.name, .string((try? Handler(json: member.value))?.description ?? ""))
      default: (member.name, BusValue(member.value))
      }
    }
  }
}
