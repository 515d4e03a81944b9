public import LocalPushTime

/// What a message says and offers.
public struct Content: Hashable, Sendable {
  public var title: String
  public var body = ""
  /// Icon name, absolute path or `file:` URL.
  public var icon: String?
  /// Absolute path or `file:` URL of a picture.
  public var image: String?
  /// Sound name of the sound naming specification, or absolute path.
  public var sound: String?
  public var urgency = Urgency.normal
  /// Category hint of the notification specification, such as `im.received`.
  public var category: String?
  /// Messages of one group replace each other on screen.
  public var group: String?
  /// How long the server shows it; nil leaves it to the server, zero means until it is closed.
  public var timeout: Duration?
  /// Until when the message is worth showing: then it is taken off the screen, or not shown any more.
  public var expires: Expiry?
  public var doNotDisturb = DoNotDisturb.show
  public var badge: BadgeChange?
  /// The buttons, in order; the first also answers a click on the body.
  public var actions: [Action] = []
  /// Handler for a click on the body, when it is not the first button's.
  public var defaultHandler: Handler?
  public var userInfo = JSONObject()

  public init(title: String) {
    self.title = title
  }

  /// The key under which a click on the body is reported: the first button's, unless the body has its own handler.
  public var bodyActionKey: String {
    defaultHandler == nil ? actions.first?.key ?? Action.defaultKey : Action.defaultKey
  }

  /// The action into which the user types an answer.
  public var replyAction: Action? { actions.first { $0.placeholder != nil } }

  /// The handler that the message names for `key`, nil when the response is offered to the app.
  public func handler(for key: String) -> Handler? {
    key == Action.defaultKey ? defaultHandler ?? actions.first?.handler : actions.first { $0.key == key }?.handler
  }
}

/// A button.
public struct Action: Hashable, Sendable {
  /// The key that stands for a click on the body (notification specification, "Actions").
  public static let defaultKey = "default"
  /// The key that servers with text fields know an answer by (capability `inline-reply`).
  public static let replyKey = "inline-reply"

  public let key: String
  public let label: String
  public let handler: Handler?
  /// What stands in the text field of an action that takes text, possibly nothing; nil for a mere button.
  public let placeholder: String?
  /// Name of the icon that can stand in the place of the label, where the server draws such buttons.
  public let icon: String?

  public init(
    key: String, label: String, handler: Handler? = nil, placeholder: String? = nil, icon: String? = nil
  ) {
    self.key = key
    self.label = label
    self.handler = handler
    self.placeholder = placeholder
    self.icon = icon
  }
}

/// What becomes of a message whose time comes while the user is not to be disturbed.
public enum DoNotDisturb: String, Hashable, Sendable, CaseIterable {
  /// The server gets it all the same, and shows it as it shows such messages: silently, or in its list only.
  case show
  /// It waits until do-not-disturb is over, and is late then.
  case hold
}

/// The three urgency levels of the notification specification.
public enum Urgency: String, Hashable, Sendable, CaseIterable {
  case low, normal, critical

  /// The byte of the `urgency` hint.
  public var level: UInt8 {
    switch self {
    case .low: 0
    case .normal: 1
    case .critical: 2
    }
  }
}

/// What showing a message does to its app's badge.
public enum BadgeChange: Hashable, Sendable {
  case set(Int64)
  case add(Int64)

  /// Parses `3`, `0`, `+1` or `-1`.
  public init(parsing text: String) throws(MessageFault) {
    guard let number = Int64(text), (-Self.maximum...Self.maximum).contains(number) else {
      throw MessageFault("badge", "'\(text.forDisplay)' is not a badge: N sets it, +N and -N change it, 0 clears it")
    }
    self = text.hasPrefix("+") || text.hasPrefix("-") ? .add(number) : .set(number)
  }

  /// The largest count that every dock can show.
  public static let maximum: Int64 = 999_999_999

  /// The count after the change: never negative, never above ``maximum``.
  public func applied(to count: Int64) -> Int64 {
    switch self {
    case .set(let number): min(max(0, number), Self.maximum)
    case .add(let number): min(max(0, count + number), Self.maximum)
    }
  }
}

extension BadgeChange: CustomStringConvertible {
  public var description: String {
    switch self {
    case .set(let number): String(number)
    case .add(let number): number < 0 ? String(number) : "+\(number)"
    }
  }
}
