internal import LocalPushModel

/// One thing that is wrong in a file, and where.
public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
  public let file: String
  /// From 1; 0 when the file as a whole is at fault.
  public let line: Int
  /// The item at fault, such as `[message tea]` or `item 3`.
  public let item: String?
  public let key: String?
  public let reason: String
  /// The message was fine but had passed when it arrived.
  public let isExpired: Bool

  public init(
    file: String, line: Int = 0, item: String? = nil, key: String? = nil, reason: String, isExpired: Bool = false
  ) {
    self.file = file
    self.line = line
    self.item = item
    self.key = key
    self.reason = reason
    self.isExpired = isExpired
  }

  init(_ fault: MessageFault, file: String, line: Int, item: String?) {
    self.init(
      file: file, line: line, item: item, key: fault.key, reason: fault.reason, isExpired: fault.isExpired)
  }

  /// `messages.conf:12: [message tea] at: 2026-02-30 is not a date`.
  public var description: String {
    let place = line > 0 ? "\(file):\(line)" : file
    return ([place] + [[item, key.map { "\($0):" }].compactMap(\.self).joined(separator: " ")].filter { !$0.isEmpty })
      .joined(separator: ": ") + (item == nil && key == nil ? ": " : " ") + reason
  }
}
