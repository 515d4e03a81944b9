public import LocalPushModel

/// A JSON feed: an array of items `title, msg, image, url, icon, send_time, user_sid, msg_id`.
///
/// `msg_id` is the id, `msg` the body, `send_time` the civil time `yyyy-MM-dd HH:mm:ss` where the user is. An item may
/// also use the keys of the config (`body`, `at`, `repeat`, `zone`, …). Whatever else it holds goes into `userInfo`.
public struct JSONFeed: Sendable {
  /// The messages that were read so far.
  public private(set) var messages: [(draft: MessageDraft, line: Int)] = []
  public private(set) var faults: [Fault] = []
  /// Messages that are in the feed with a fault.
  public private(set) var faulty: Set<MessageKey> = []

  private let slices: [JSONSlices.Slice]
  private let file: String
  private let app: String?
  private let allowedSchemes: Set<String>
  private var itemsRead = 0
  private var lines: [MessageKey: Int] = [:]

  /// Finds the items in the text of a feed, none of which is read yet; `file` is only its name.
  ///
  /// - Parameter allowedSchemes: URL schemes that its items may open.
  /// - Throws: a fault when the text as a whole is no feed.
  public init(
    findingItemsIn bytes: [UInt8], file: String, app: String? = nil, allowedSchemes: Set<String> = []
  ) throws(Fault) {
    do {
      slices = try JSONSlices.elements(of: bytes)
    } catch {
      throw Fault(file: file, line: error.line, reason: error.reason)
    }
    (self.file, self.app, self.allowedSchemes) = (file, app, allowedSchemes)
  }

  /// Reads a whole feed; an item at fault is in ``faults``. See ``init(findingItemsIn:file:app:allowedSchemes:)``.
  public init(
    _ bytes: [UInt8], file: String, app: String? = nil, allowedSchemes: Set<String> = []
  ) throws(Fault) {
    try self.init(findingItemsIn: bytes, file: file, app: app, allowedSchemes: allowedSchemes)
    readItems()
  }

  /// How many items the feed has, read or not.
  public var itemCount: Int { slices.count }

  /// Whether every item was read.
  public var isRead: Bool { itemsRead == slices.count }

  /// Reads the next items; what they say and what is wrong with them comes to ``messages`` and ``faults``.
  public mutating func readItems(atMost limit: Int = .max) {
    let end = itemsRead + min(limit, slices.count - itemsRead)
    for place in itemsRead..<end { read(slices[place], number: place + 1) }
    itemsRead = end
  }

  private mutating func read(_ slice: JSONSlices.Slice, number: Int) {
    var item = FeedItem(app: app, allowedSchemes: allowedSchemes)
    do throws(MessageFault) {
      try item.read(slice.bytes)
      if let first = lines[item.draft.key] {
        throw MessageFault("msg_id", "'\(item.draft.key)' is also the id of the item in line \(first)")
      }
      lines[item.draft.key] = slice.line
      messages.append((item.draft, slice.line))
    } catch {
      faults.append(Fault(error, file: file, line: slice.line, item: "item \(number)"))
      if item.draft[.id] != nil { faulty.insert(item.draft.key) }
    }
  }
}

/// One item on its way into a draft.
private struct FeedItem {
  private(set) var draft = MessageDraft()
  private let allowedSchemes: Set<String>
  private let app: String?

  /// What the original feed calls the keys of the config.
  private static let names = [("msg", "body"), ("send_time", "at"), ("msg_id", "id")]

  private static func key(named name: String) -> String { names.first { $0.0 == name }?.1 ?? name }

  init(app: String?, allowedSchemes: Set<String>) {
    self.app = app
    self.allowedSchemes = allowedSchemes
  }

  /// Reads an item; its faults name the keys as the item does.
  mutating func read(_ bytes: ArraySlice<UInt8>) throws(MessageFault) {
    let item = try Self.parse(bytes)
    do {
      try read(item)
    } catch {
      let written = Self.names.first { $0.1 == error.key && item[$0.0] != nil }?.0
      throw MessageFault(written ?? error.key, error.reason)
    }
  }

  private mutating func read(_ item: JSONObject) throws(MessageFault) {
    // the id first, so that a fault in any other member can be put down to its message
    guard let id = item["msg_id"] ?? item["id"] else { throw MessageFault("msg_id", "is missing") }
    if let app { try draft.set("app", to: app) }
    try set("id", id, named: "msg_id")
    for member in item.members { try take(member) }
    try openURL(item)
    _ = try draft.content()
    try draft.checkTrigger()
  }

  private static func parse(_ bytes: ArraySlice<UInt8>) throws(MessageFault) -> JSONObject {
    let value: JSONValue
    do {
      value = try JSONValue(parsing: bytes)
    } catch {
      throw MessageFault(nil, error.reason)
    }
    guard let item = value.object else { throw MessageFault(nil, "is not a JSON object") }
    return item
  }

  private mutating func take(_ member: JSONObject.Member) throws(MessageFault) {
    let key = Self.key(named: member.name)
    switch key {
    case "id", "url": try draft.setUserInfo(member.value, of: member.name)
    case "app": try draft.setUserInfo(member.value, of: member.name)  // a feed speaks for nobody but who reads it
    case "image" where member.value.string == "", "icon" where member.value.string == "": break
    case "user-info":
      guard let userInfo = member.value.object else { throw MessageFault(member.name, "must be an object") }
      try draft.merge(userInfo: userInfo)
    case _ where MessageDraft.Key(rawValue: key) != nil: try set(key, member.value, named: member.name)
    case _ where key.hasPrefix("action.") || key.hasPrefix("reply."): try set(key, member.value, named: member.name)
    case _ where key.hasPrefix("on."):
      throw MessageFault(member.name, "a feed names no handlers; url= is opened where allow-open= allows its scheme")
    default: try draft.setUserInfo(member.value, of: member.name)
    }
  }

  private mutating func set(_ key: String, _ value: JSONValue, named name: String) throws(MessageFault) {
    let text: String
    switch value {
    case .string(let string): text = string
    case .integer(let number): text = String(number)
    default: throw MessageFault(name, "must be a text")
    }
    do {
      try draft.set(key, to: text)
    } catch {
      throw MessageFault(name, error.reason)
    }
  }

  /// Gives an item with a URL its button, and opens the URL where the scheme is allowed for this feed.
  private mutating func openURL(_ item: JSONObject) throws(MessageFault) {
    guard let url = item["url"]?.string, !url.isEmpty else { return }
    guard let scheme = URLText.scheme(of: url) else { throw MessageFault("url", "'\(url.forDisplay)' is not a URL") }
    try draft.offer(url: url, scheme: scheme, allowed: allowedSchemes, isLabelled: item["action.view"] != nil)
  }
}
