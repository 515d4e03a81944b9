public import LocalPushModel

/// A push payload as `xcrun simctl push` takes it: `{"aps": {"alert": …, "badge": …, "sound": …}, …}`.
///
/// It carries no time and no id: it is shown at once, under an id that the reader gives it. Keys beside `aps` are its
/// `userInfo` (Apple, "Generating a remote notification").
public struct APNsPayload: Sendable {
  public let draft: MessageDraft

  /// The size that Apple's servers take, in bytes.
  private static let maximumBytes = 4096

  /// Reads the text of a payload; `file` is only its name.
  ///
  /// - Parameter app: desktop id of the app; without it the one under `Simulator Target Bundle`, if there is one.
  public init(_ bytes: [UInt8], file: String, id: String, app: String? = nil) throws(Fault) {
    do {
      draft = try Self.draft(bytes, id: id, app: app)
    } catch {
      throw Fault(error, file: file, line: 0, item: nil)
    }
  }

  private static func draft(_ bytes: [UInt8], id: String, app: String?) throws(MessageFault) -> MessageDraft {
    guard bytes.count <= maximumBytes else {
      throw MessageFault(nil, "has \(bytes.count) bytes, more than the \(maximumBytes) of a payload")
    }
    let payload: JSONObject
    do throws(JSONError) {
      guard let object = try JSONValue(parsing: bytes).object else { throw JSONError(reason: "is not a JSON object") }
      payload = object
    } catch {
      throw MessageFault(nil, error.description)
    }
    guard let aps = payload["aps"]?.object else { throw MessageFault("aps", "is missing, or is not an object") }
    var draft = MessageDraft()
    try draft.set("id", to: id)
    try draft.set("in", to: "0s")
    if let app = app ?? payload[Self.targetKey]?.string { try draft.set("app", to: app) }
    try take(aps, into: &draft)
    for member in payload.members where member.name != "aps" && member.name != Self.targetKey {
      try draft.setUserInfo(member.value, of: member.name)
    }
    _ = try draft.content()
    return draft
  }

  private static let targetKey = "Simulator Target Bundle"

  private static func take(_ aps: JSONObject, into draft: inout MessageDraft) throws(MessageFault) {
    for member in aps.members {
      switch (member.name, member.value) {
      case ("alert", .string(let title)): try draft.set("title", to: title)
      case ("alert", .object(let alert)): try take(alert: alert, into: &draft)
      case ("badge", .integer(let count)): try draft.set("badge", to: String(count))
      case ("sound", .string(let name)): try draft.set("sound", to: name)
      case ("sound", .object(let sound)): try draft.set("sound", to: sound["name"]?.string ?? "default")
      case ("thread-id", .string(let group)): try draft.set("group", to: group)
      case ("category", .string(let category)): try draft.set("category", to: category)
      case ("interruption-level", .string(let level)): try draft.set("urgency", to: try urgency(level))
      case ("alert", _), ("badge", _), ("sound", _), ("thread-id", _), ("category", _), ("interruption-level", _):
        throw MessageFault("aps.\(member.name)", "has a value of the wrong kind")
      default: break  // keys for the app's own code, such as content-available
      }
    }
  }

  private static func take(alert: JSONObject, into draft: inout MessageDraft) throws(MessageFault) {
    for member in alert.members where member.name.hasSuffix("loc-key") {
      throw MessageFault("aps.alert.\(member.name)", "names a text in the app's bundle, which only the app can look up")
    }
    let lines = [alert["subtitle"]?.string, alert["body"]?.string].compactMap(\.self).filter { !$0.isEmpty }
    if let title = alert["title"]?.string, !title.isEmpty {
      try draft.set("title", to: title)
      try draft.set("body", to: lines.joined(separator: "\n"))
    } else if let first = lines.first {
      try draft.set("title", to: first)
      try draft.set("body", to: lines.dropFirst().joined(separator: "\n"))
    }
  }

  private static func urgency(_ level: String) throws(MessageFault) -> String {
    switch level {
    case "passive": return "low"
    case "active": return "normal"
    case "time-sensitive", "critical": return "critical"
    default:
      throw MessageFault(
        "aps.interruption-level", "'\(level.forDisplay)' is not passive, active, time-sensitive or critical")
    }
  }
}
