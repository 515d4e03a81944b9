internal import LocalPushModel
internal import LocalPushTime

/// Where a page of a list ends: the order key and the number of its last row.
public struct PageEnd: Hashable, Sendable {
  let key: Int64
  let number: Int64

  init(_ moment: Instant, _ number: Int64) {
    key = moment.stored
    self.number = number
  }

  /// Before everything, in either order.
  static func start(_ key: Int64) -> PageEnd { PageEnd(Instant(microseconds: key), key) }
}

extension PageEnd: CustomStringConvertible {
  /// Reads what ``description`` wrote; nil for anything else.
  public init?(parsing text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int64($0) }
    guard parts.count == 2, let key = parts[0], let number = parts[1] else { return nil }
    self.key = key
    self.number = number
  }

  /// The text that callers hand back.
  public var description: String { "\(key):\(number)" }
}

extension StoredMessage {
  /// The end of a page of what is pending that ends with this message.
  public var pageEnd: PageEnd { PageEnd(next?.instant ?? .distantPast, number) }
}

extension StoredOccurrence {
  /// The end of a page of what is on screen that ends with this occurrence.
  public var shownPageEnd: PageEnd { PageEnd(occurrence.due, occurrence.number) }

  /// The end of a page of the history that ends with this occurrence.
  public var historyPageEnd: PageEnd { PageEnd(occurrence.changed, occurrence.number) }
}
