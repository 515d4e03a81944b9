/// What is wrong with one message: the key at fault and a sentence that says what and why.
public struct MessageFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// Key of the config or of the D-Bus dictionary, nil when the message as a whole is at fault.
  public let key: String?
  /// What is wrong and what would be right, without the key.
  public let reason: String
  /// The message was fine but its only moment has passed.
  public let isExpired: Bool

  public init(_ key: String?, _ reason: String, isExpired: Bool = false) {
    self.key = key
    self.reason = reason
    self.isExpired = isExpired
  }

  public var description: String {
    key.map { "\($0): \(reason)" } ?? reason
  }
}

extension String {
  /// The text on one line with nothing in it that could drive a terminal, fake a line of a log, or turn what follows
  /// around: control characters become U+FFFD (tabs and line ends a space), bidirectional overrides are left out.
  public var printable: String {
    var shown = ""
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0A, 0x0D: shown += " "
      case 0x00...0x1F, 0x7F...0x9F: shown += "\u{FFFD}"
      case 0x202A...0x202E, 0x2066...0x2069: break
      default: shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }

  /// The text as an error message may show it: ``printable``, cut after 80 characters.
  public var forDisplay: String {
    let shown = printable
    return shown.count > 80 ? shown.prefix(80) + "…" : shown
  }
}
