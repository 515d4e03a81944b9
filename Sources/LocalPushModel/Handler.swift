public import LocalPushTime

/// Who gets a response, when it is not the app itself.
public enum Handler: Hashable, Sendable {
  /// Opens a URL; `{key}` stands for a value of `userInfo`.
  case open(String)
  /// Starts a program from its argument list, never through a shell; only config files may name one.
  case command([String])
  /// Starts the app over `org.freedesktop.Application`, with an action of its own if one is named.
  case activate(String?)
  /// Starts the app if it does not listen already; it takes the response itself, and acknowledges it.
  case launch
  /// Shows the same occurrence again after the delay.
  case snooze(Duration)
  /// Ends the series.
  case done
  /// Closes the notification and nothing else.
  case dismiss

  /// Parses every handler but `command:`, which only the reader of config files may build.
  ///
  /// - Throws: a fault that lists what is possible.
  public init(parsing text: String) throws(MessageFault) {
    let (kind, argument) = Self.split(text)
    switch (kind, argument) {
    case ("open", let url?) where !url.isEmpty: self = .open(try Self.checked(url: url))
    case ("activate", nil): self = .activate(nil)
    case ("activate", let action?) where !action.isEmpty: self = .activate(action)
    case ("launch", nil): self = .launch
    case ("snooze", let delay?): self = .snooze(try Self.snoozeDelay(delay))
    case ("done", nil): self = .done
    case ("dismiss", nil): self = .dismiss
    case ("command", _):
      throw MessageFault(nil, "a command may only be named in a config file that you own, under on.KEY=command:…")
    default:
      throw MessageFault(
        nil,
        "'\(text.forDisplay)' is not a handler: open:URL, command:ARGV, activate, activate:ACTION, launch, "
          + "snooze:DURATION, done or dismiss")
    }
  }

  /// Separates the kind of a handler text from what follows the first colon.
  public static func split(_ text: String) -> (kind: String, argument: String?) {
    guard let colon = text.firstIndex(of: ":") else { return (text, nil) }
    return (String(text[..<colon]), String(text[text.index(after: colon)...]))
  }

  private static func snoozeDelay(_ text: String) throws(MessageFault) -> Duration {
    let delay: Duration
    do {
      delay = try Duration(parsing: text)
    } catch {
      throw MessageFault(nil, "snooze: \(error)")
    }
    guard delay >= .seconds(1), delay <= .days(366) else {
      throw MessageFault(nil, "snooze: '\(text.forDisplay)' must be between 1s and 366d")
    }
    return delay
  }

  /// Schemes whose "opening" runs what the URL holds.
  private static let refusedSchemes = ["javascript", "data", "vbscript"]

  private static func checked(url: String) throws(MessageFault) -> String {
    if url.hasPrefix("{") { return url }  // a whole URL from userInfo, checked when it is known
    guard let scheme = URLText.scheme(of: url) else {
      throw MessageFault(nil, "open: '\(url.forDisplay)' has no scheme, such as https:")
    }
    guard !refusedSchemes.contains(scheme) else {
      throw MessageFault(nil, "open: a \(scheme): URL is not opened")
    }
    return url
  }
}

/// The part of RFC 3986 that handlers need.
public enum URLText {
  /// The scheme of a URL in lower case, nil when the text does not begin with one (RFC 3986, section 3.1).
  public static func scheme(of url: String) -> String? {
    guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = url[..<colon].lowercased()
    guard let first = scheme.utf8.first, isLetter(first) else { return nil }
    let isScheme = scheme.utf8.allSatisfy {
      isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "+-.".utf8.contains($0)
    }
    let hasOnlyURLBytes = url.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    return isScheme && hasOnlyURLBytes ? scheme : nil
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }
}

extension Handler {
  /// The handler as the definition of a message keeps it: a text, or for a command the array of its arguments.
  public var json: JSONValue {
    switch self {
    case .command(let arguments): .array(arguments.map { .string($0) })
    default: .string(description)
    }
  }

  /// Reads what ``json`` wrote.
  public init(json: JSONValue) throws(MessageFault) {
    if let arguments = json.array {
      self = .command(arguments.compactMap(\.string))
    } else {
      self = try Handler(parsing: json.string ?? "")
    }
  }
}

extension Handler: CustomStringConvertible {
  public var description: String {
    switch self {
    case .open(let url): "open:\(url)"
    case .command(let arguments): "command:\(arguments.joined(separator: " "))"
    case .activate(nil): "activate"
    case .activate(let action?): "activate:\(action)"
    case .launch: "launch"
    case .snooze(let delay): "snooze:\(delay)"
    case .done: "done"
    case .dismiss: "dismiss"
    }
  }
}

extension String {
  /// The text with each `{key}` replaced by that value of `userInfo`; unknown keys stay as they are.
  public func filled(from userInfo: JSONObject) -> String {
    var filled = ""
    var rest = self[...]
    while let open = rest.firstIndex(of: "{") {
      guard let close = rest[open...].firstIndex(of: "}") else { break }
      filled += rest[..<open]
      let key = String(rest[rest.index(after: open)..<close])
      filled += userInfo[key]?.plainText ?? "{\(key)}"
      rest = rest[rest.index(after: close)...]
    }
    return filled + rest
  }
}
