public import LocalPushTime

/// A message as it was written: one value per key of the config, checked key by key, not yet read against a clock.
///
/// The config file, the D-Bus dictionary and the JSON feed all fill a draft, so that a key means the same everywhere.
public struct MessageDraft: Hashable, Sendable {
  /// The keys whose value is one text.
  public enum Key: String, CaseIterable, Sendable {
    case app, id, title, body, icon, image, sound, urgency, category, group, timeout, expires, badge
    case at, `in`, `repeat`, rule, rdate, exdate, zone, until, shift
    case missed
    case missedLimit = "missed-limit"
    case doNotDisturb = "do-not-disturb"
  }

  private var texts = Texts()
  /// Keys of the buttons in the order of the `actions` key; empty leaves the order in which labels were given.
  private var order: [String] = []
  private var labels: [(key: String, label: String)] = []
  private var handlers: [(key: String, handler: Handler)] = []
  /// The button that takes text, and what stands in its text field; servers have room for one.
  private var reply: (key: String, placeholder: String)?
  private var icons: [(key: String, icon: String)] = []
  public private(set) var userInfo = JSONObject()
  /// Bytes of ``userInfo`` as text.
  private var userInfoBytes = 2

  public init() {}

  public subscript(key: Key) -> String? { texts[key] }

  /// The identity of the message; its id is empty until one is set.
  public var key: MessageKey { MessageKey(app: texts[.app] ?? MessageKey.ownApp, id: texts[.id] ?? "") }

  /// Takes one key of the config: a ``Key``, `actions`, `action.KEY`, `icon.KEY`, `reply.KEY`, `on.KEY`, `user-info` or
  /// `user-info.KEY`.
  ///
  /// - Throws: a fault that names the key. The draft is unchanged then.
  public mutating func set(_ name: String, to text: String) throws(MessageFault) {
    guard !text.containsNUL else { throw MessageFault(name, "holds a NUL character") }
    if let key = Key(rawValue: name) {
      try check(text, for: key)
      texts[key] = text
    } else if let key = name.suffix(after: "action.") {
      try setLabel(text, of: key, name: name)
    } else if let key = name.suffix(after: "icon.") {
      try setIcon(text, of: key, name: name)
    } else if let key = name.suffix(after: "reply.") {
      try setReply(text, of: key, name: name)
    } else if let key = name.suffix(after: "on.") {
      do {
        try setHandler(try Handler(parsing: text), of: key)
      } catch {
        throw MessageFault(name, error.reason)
      }
    } else if let key = name.suffix(after: "user-info.") {
      try setUserInfo(.string(text), of: key)
    } else if name == "user-info" {
      try merge(userInfo: parseUserInfo(text))
    } else if name == "actions" {
      try setOrder(text.split(separator: ";").map { String($0).trimmed })
    } else {
      throw MessageFault(name, Self.unknown(name))
    }
  }

  private static func unknown(_ name: String) -> String {
    let names =
      Key.allCases.map(\.rawValue) + [
        "actions", "action.KEY", "icon.KEY", "reply.KEY", "on.KEY", "user-info", "user-info.KEY",
      ]
    return "is not a key of a message; the keys are " + names.joined(separator: ", ")
  }

  /// Names the buttons in their order.
  public mutating func setOrder(_ keys: [String]) throws(MessageFault) {
    guard keys.count <= Limits.actions else {
      throw MessageFault("actions", "\(keys.count) buttons are more than \(Limits.actions)")
    }
    for (index, key) in keys.enumerated() {
      try Self.check(actionKey: key, name: "actions")
      guard !keys[..<index].contains(key) else { throw MessageFault("actions", "names '\(key)' twice") }
    }
    order = keys
  }

  /// Names who gets the press of `key`.
  public mutating func setHandler(_ handler: Handler, of key: String) throws(MessageFault) {
    if key != Action.defaultKey { try Self.check(actionKey: key, name: "on.\(key)") }
    guard handler.description.utf8.count <= Limits.handlerBytes else {
      throw MessageFault("on.\(key)", "is longer than \(Limits.handlerBytes) bytes")
    }
    handlers.removeAll { $0.key == key }
    handlers.append((key, handler))
    guard handlers.count <= Limits.actions + 1 else {
      throw MessageFault("on.\(key)", "is one handler more than \(Limits.actions + 1)")
    }
  }

  /// Adds one value of `userInfo`.
  public mutating func setUserInfo(_ value: JSONValue, of key: String) throws(MessageFault) {
    var object = JSONObject()
    object[key] = value
    try merge(userInfo: object)
  }

  /// Adds the members of `added` to `userInfo`; a member of the same name is replaced.
  public mutating func merge(userInfo added: JSONObject) throws(MessageFault) {
    guard !JSONValue.object(added).containsNUL else { throw MessageFault("user-info", "holds a NUL character") }
    guard JSONValue.object(added).depth <= Limits.userInfoDepth else {
      throw MessageFault("user-info", "is nested deeper than \(Limits.userInfoDepth) levels")
    }
    var (merged, size) = (userInfo, userInfoBytes)
    if merged.isEmpty {
      (merged, size) = (added, JSONValue.object(added).bytes.count)
    } else {
      for member in added.members {
        if let replaced = merged[member.name] { size -= Self.textBytes(member.name, replaced) }
        merged[member.name] = member.value
        size += Self.textBytes(member.name, member.value)
      }
    }
    guard size <= JSONValue.maximumTextBytes else {
      throw MessageFault("user-info", "is larger than \(JSONValue.maximumTextBytes) bytes")
    }
    (userInfo, userInfoBytes) = (merged, size)
  }

  /// Bytes of a member in the text of its object, and of the comma beside it.
  private static func textBytes(_ name: String, _ value: JSONValue) -> Int {
    JSONValue.object(JSONObject([(name, value)])).bytes.count - 1
  }

  private func parseUserInfo(_ text: String) throws(MessageFault) -> JSONObject {
    let value: JSONValue
    do {
      value = try JSONValue(parsing: text)
    } catch {
      throw MessageFault("user-info", error.reason)
    }
    guard let object = value.object else { throw MessageFault("user-info", "must be a JSON object, { … }") }
    return object
  }

  private mutating func setLabel(_ label: String, of key: String, name: String) throws(MessageFault) {
    guard key != Action.defaultKey else {
      throw MessageFault(name, "'default' is the click on the body and has no button; on.default= names its handler")
    }
    try Self.check(actionKey: key, name: name)
    guard !label.isEmpty, label.utf8.count <= Limits.actionLabelBytes else {
      throw MessageFault(name, "a label has 1 to \(Limits.actionLabelBytes) bytes")
    }
    labels.removeAll { $0.key == key }
    labels.append((key, label))
    guard labels.count <= Limits.actions else {
      throw MessageFault(name, "is one button more than \(Limits.actions)")
    }
  }

  private mutating func setIcon(_ icon: String, of key: String, name: String) throws(MessageFault) {
    try Self.check(actionKey: key, name: name)
    // servers are told the icon as the key of the action (notification specification, "action-icons")
    try Self.check(actionKey: icon, name: name)
    guard ![Action.defaultKey, Action.replyKey].contains(icon) else {
      throw MessageFault(name, "'\(icon)' cannot be the name of an icon: it is a key that servers know")
    }
    icons.removeAll { $0.key == key }
    icons.append((key, icon))
    guard icons.count <= Limits.actions else { throw MessageFault(name, "is one icon more than \(Limits.actions)") }
  }

  private mutating func setReply(_ placeholder: String, of key: String, name: String) throws(MessageFault) {
    try Self.check(actionKey: key, name: name)
    guard reply == nil || reply?.key == key else {
      throw MessageFault(name, "'\(reply?.key ?? "")' takes text already; only one button can")
    }
    guard placeholder.utf8.count <= Limits.actionLabelBytes else {
      throw MessageFault(name, "is longer than \(Limits.actionLabelBytes) bytes")
    }
    reply = (key, placeholder)
  }

  private static func check(actionKey key: String, name: String) throws(MessageFault) {
    let isPlain = key.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "=") }
    guard isPlain, !key.isEmpty, key.utf8.count <= Limits.actionKeyBytes else {
      throw MessageFault(
        name, "'\(key.forDisplay)' is not an action key: 1 to \(Limits.actionKeyBytes) ASCII letters, digits and signs")
    }
  }
}

/// The few texts of a draft, looked through one by one: a dictionary would hash the name of a key each time.
private struct Texts: Sendable {
  private var entries: [(key: MessageDraft.Key, text: String)] = []

  subscript(key: MessageDraft.Key) -> String? {
    get {
      for place in entries.indices where entries[place].key == key { return entries[place].text }
      return nil
    }
    set {
      entries.removeAll { $0.key == key }
      if let newValue { entries.append((key, newValue)) }
    }
  }
}

// MARK: - Equality

extension MessageDraft {
  public static func == (one: MessageDraft, other: MessageDraft) -> Bool { one.json == other.json }

  public func hash(into hasher: inout Hasher) { hasher.combine(json) }
}

// MARK: - Checks per key

extension MessageDraft {
  private func check(_ text: String, for key: Key) throws(MessageFault) {
    let name = key.rawValue
    switch key {
    case .app: try MessageKey.check(app: text)
    case .id: _ = try MessageKey(checkingApp: MessageKey.ownApp, id: text)
    case .title:
      guard !text.isBlank else { throw MessageFault(name, "is empty") }
      try Self.check(text, name: name, atMost: Limits.titleBytes)
    case .body: try Self.check(text, name: name, atMost: Limits.bodyBytes)
    case .icon, .image, .sound, .category, .group: try Self.check(text, name: name, atMost: Limits.wordBytes)
    case .urgency: _ = try Self.choice(Urgency.self, text, name: name)
    case .missed: _ = try Self.choice(MissedPolicy.Choice.self, text, name: name)
    case .repeat: _ = try Self.choice(RepeatUnit.self, text, name: name)
    case .doNotDisturb: _ = try Self.choice(DoNotDisturb.self, text, name: name)
    case .timeout, .in, .missedLimit: _ = try Self.duration(text, name: name)
    case .expires: _ = try Expiry(parsing: text, zone: nil, start: nil)
    case .badge: _ = try BadgeChange(parsing: text)
    case .zone: _ = try ZoneChoice(parsing: text)
    case .rule: try Self.check(text, name: name, atMost: Limits.ruleBytes)
    case .shift:
      do {
        _ = try TimeShift(parsing: text)
      } catch {
        throw MessageFault(name, "\(error)")
      }
    case .at, .until, .rdate, .exdate:  // read against a clock and a zone in `message(…)`
      try Self.check(text, name: name, atMost: Limits.datesBytes)
    }
  }

  private static func check(_ text: String, name: String, atMost limit: Int) throws(MessageFault) {
    guard text.utf8.count <= limit else {
      throw MessageFault(name, "has \(text.utf8.count) bytes, more than \(limit)")
    }
  }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _: Choice.Type, _ text: String, name: String
  ) throws(MessageFault) -> Choice {
    guard let choice = Choice(rawValue: text) else {
      let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw MessageFault(name, "'\(text.forDisplay)' is not one of \(names)")
    }
    return choice
  }

  private static func duration(_ text: String, name: String) throws(MessageFault) -> Duration {
    let duration: Duration
    do {
      duration = try Duration(parsing: text)
    } catch {
      throw MessageFault(name, "\(error)")
    }
    guard duration >= .zero else { throw MessageFault(name, "'\(text.forDisplay)' is negative") }
    return duration
  }
}

// MARK: - The message

extension MessageDraft {
  /// Builds the message, reading its times against `now` for a user in `zone`.
  ///
  /// - Parameter definition: the text of ``json``, where it has been made already.
  /// - Throws: a fault that names the key; with `isExpired` when the only moment of the message has passed.
  public func message(
    source: String, definition: String? = nil, at now: Instant, in zone: Zone
  ) throws(MessageFault) -> Message {
    guard texts[.id] != nil else { throw MessageFault("id", "is missing") }
    let content = try content()
    let trigger = try trigger(at: now, in: zone)
    guard let next = trigger.next(after: now - Self.tolerance, in: zone) else { throw expired(trigger, zone) }
    if let expires = content.expires, expires.isAbsolute {
      try check(expires, of: trigger, due: next.instant, in: zone)
    }
    return Message(
      key: key, source: source, content: content, trigger: trigger, missed: try missed(repeats: trigger.repeats),
      definition: definition ?? json.description)
  }

  /// A time that is written to the second has not passed while that second lasts.
  public static let tolerance = Duration.seconds(1)

  private func check(
    _ expires: Expiry, of trigger: Trigger, due: Instant, in zone: Zone
  ) throws(MessageFault) {
    guard !trigger.repeats else {
      throw MessageFault("expires", "a series needs a duration here, such as 2h; until= says when the series ends")
    }
    guard expires.instant(due: due, in: zone) > due else {
      throw MessageFault("expires", "is not later than the time of the message, \(due.text(in: zone))")
    }
  }

  private func expired(_ trigger: Trigger, _ zone: Zone) -> MessageFault {
    guard let last = trigger.previous(before: .distantFuture, in: zone) else {
      return MessageFault(texts[.rule] == nil ? "at" : "rule", "has no occurrence at all")
    }
    let what = trigger.repeats ? "its last occurrence was" : "was due"
    return MessageFault(nil, "expired: \(what) \(last.instant.text(in: zone))", isExpired: true)
  }

  /// What the message says and offers; it does not depend on any clock.
  public func content() throws(MessageFault) -> Content {
    guard let title = texts[.title] else { throw MessageFault("title", "is missing") }
    var content = Content(title: title)
    content.body = texts[.body] ?? ""
    content.icon = texts[.icon]
    content.image = texts[.image]
    content.sound = texts[.sound]
    content.category = texts[.category]
    content.group = texts[.group]
    if let urgency = texts[.urgency] { content.urgency = try Self.choice(Urgency.self, urgency, name: "urgency") }
    if let timeout = texts[.timeout] { content.timeout = try Self.duration(timeout, name: "timeout") }
    if let expires = texts[.expires] {
      content.expires = try Expiry(parsing: expires, zone: texts[.zone], start: texts[.at])
    }
    if let choice = texts[.doNotDisturb] {
      content.doNotDisturb = try Self.choice(DoNotDisturb.self, choice, name: "do-not-disturb")
    }
    if let badge = texts[.badge] { content.badge = try BadgeChange(parsing: badge) }
    content.actions = try actions()
    content.defaultHandler = handler(of: Action.defaultKey)
    content.userInfo = userInfo
    return content
  }

  private func actions() throws(MessageFault) -> [Action] {
    let keys = order.isEmpty ? labels.map(\.key) : order
    var actions: [Action] = []
    for key in keys {
      guard let label = labels.first(where: { $0.key == key })?.label else {
        throw MessageFault("actions", "'\(key)' has no label: action.\(key)= is missing")
      }
      actions.append(
        Action(
          key: key, label: label, handler: handler(of: key), placeholder: reply?.key == key ? reply?.placeholder : nil,
          icon: icons.first { $0.key == key }?.icon))
    }
    for (index, (key, icon)) in icons.enumerated() {
      guard keys.contains(key) else {
        throw MessageFault("icon.\(key)", "there is no button '\(key)': action.\(key)= is missing")
      }
      guard !icons[..<index].contains(where: { $0.icon == icon }), !keys.contains(icon) || icon == key else {
        throw MessageFault("icon.\(key)", "'\(icon)' stands for another button already")
      }
    }
    for (key, _) in labels where !keys.contains(key) {
      throw MessageFault("action.\(key)", "is not in the list actions=")
    }
    if let reply, !keys.contains(reply.key) {
      throw MessageFault("reply.\(reply.key)", "there is no button '\(reply.key)': action.\(reply.key)= is missing")
    }
    for (key, _) in handlers where key != Action.defaultKey && !keys.contains(key) {
      throw MessageFault("on.\(key)", "there is no button '\(key)': action.\(key)= is missing")
    }
    return actions
  }

  private func handler(of key: String) -> Handler? {
    handlers.first { $0.key == key }?.handler
  }

  private func missed(repeats: Bool) throws(MessageFault) -> MissedPolicy {
    var policy = MissedPolicy.standard(repeats: repeats)
    if let choice = texts[.missed] {
      policy.choice = try Self.choice(MissedPolicy.Choice.self, choice, name: "missed")
    }
    if let limit = texts[.missedLimit] { policy.limit = try Self.duration(limit, name: "missed-limit") }
    return policy
  }
}

// MARK: - The definition

extension MessageDraft {
  /// The draft as one JSON object; the same draft always gives the same text.
  public var json: JSONObject {
    var object = JSONObject()
    for key in Key.allCases {
      if let text = texts[key] { object.append(key.rawValue, .string(text)) }
    }
    if !order.isEmpty { object.append("actions", .array(order.map { .string($0) })) }
    for (key, label) in labels { object.append("action.\(key)", .string(label)) }
    for (key, icon) in icons { object.append("icon.\(key)", .string(icon)) }
    if let reply { object.append("reply.\(reply.key)", .string(reply.placeholder)) }
    for (key, handler) in handlers { object.append("on.\(key)", handler.json) }
    if !userInfo.isEmpty { object.append("user-info", .object(userInfo)) }
    return object
  }

  /// Reads what ``json`` wrote.
  public init(json: JSONObject) throws(MessageFault) {
    for member in json.members {
      switch member.value {
      case .string(let text): try set(member.name, to: text)
      case .array(let keys) where member.name == "actions": try setOrder(keys.compactMap(\.string))
      case .object(let userInfo) where member.name == "user-info": try merge(userInfo: userInfo)
      default:
        guard let key = member.name.suffix(after: "on.") else {
          throw MessageFault(member.name, "has a value of the wrong kind")
        }
        try setHandler(try Handler(json: member.value), of: key)
      }
    }
  }
}

extension JSONValue {
  /// How many containers stand inside each other at most; 0 for a plain value.
  var depth: Int {
    switch self {
    case .array(let elements): 1 + (elements.map(\.depth).max() ?? 0)
    case .object(let object): 1 + (object.members.map(\.value.depth).max() ?? 0)
    default: 0
    }
  }
}

extension String {
  /// What follows `prefix`, nil when the text does not begin with it.
  func suffix(after prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }

  /// The text without the spaces and tabs around it.
  public var trimmed: String {
    guard let start = utf8.firstIndex(where: { !$0.isSpaceOrTab }),
      let last = utf8.lastIndex(where: { !$0.isSpaceOrTab })
    else { return "" }
    return String(decoding: utf8[start...last], as: UTF8.self)
  }

  /// Holds nothing but spaces and tabs.
  fileprivate var isBlank: Bool { utf8.allSatisfy(\.isSpaceOrTab) }
}

extension UInt8 {
  fileprivate var isSpaceOrTab: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}
