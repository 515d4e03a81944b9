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
  /// The text as an error message may show it: control characters replaced, cut after 80 characters.
  public var forDisplay: String {
    var shown = ""
    for (index, scalar) in unicodeScalars.enumerated() {
      if index == 80 { return shown + "…" }
      shown.unicodeScalars.append(scalar.value < 0x20 || scalar.value == 0x7F ? "\u{FFFD}" : scalar)
    }
    return shown
  }
}
