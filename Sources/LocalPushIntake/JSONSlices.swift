internal import LocalPushModel

/// The elements of a JSON array as byte slices, found before any of them is parsed.
///
/// A JSON parser refuses the whole text for one bad string, one number too large or one level too deep; parsed one by
/// one, only the element at fault is lost.
struct JSONSlices {
  struct Slice {
    let bytes: ArraySlice<UInt8>
    /// Line on which it begins, from 1.
    let line: Int
  }

  private let bytes: [UInt8]
  private var place = 0
  private var line = 1

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
  }

  /// The elements of the array that `bytes` are; a single object counts as an array of one.
  static func elements(of bytes: [UInt8]) throws(JSONError) -> [Slice] {
    var scanner = JSONSlices(bytes)
    scanner.skipSpace()
    switch scanner.current {
    case UInt8(ascii: "{"):
      return [Slice(bytes: bytes[scanner.place...], line: scanner.line)]
    case UInt8(ascii: "["): return try scanner.array()
    case nil: throw JSONError(reason: "is empty")
    default: throw JSONError(reason: "must be a JSON array of objects", line: scanner.line)
    }
  }

  private var current: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func advance() {
    if bytes[place] == UInt8(ascii: "\n") { line += 1 }
    place += 1
  }

  private mutating func skipSpace() {
    while let byte = current, Self.isSpace(byte) { advance() }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

  private mutating func array() throws(JSONError) -> [Slice] {
    advance()
    var slices: [Slice] = []
    skipSpace()
    var isOpen = current != UInt8(ascii: "]")
    if !isOpen { advance() }
    while isOpen {
      skipSpace()
      let (start, startLine) = (place, line)
      try skipElement(from: startLine)
      slices.append(Slice(bytes: bytes[start..<place], line: startLine))
      guard slices.count <= Limits.messagesPerCall else {
        throw JSONError(reason: "has more than \(Limits.messagesPerCall) items", line: line)
      }
      isOpen = current == UInt8(ascii: ",")
      advance()
    }
    skipSpace()
    guard current == nil else { throw JSONError(reason: "something follows the end of the array", line: line) }
    return slices
  }

  /// Goes to the comma or bracket that ends the element, over strings and nested containers.
  private mutating func skipElement(from startLine: Int) throws(JSONError) {
    var depth = 0
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\""): try skipString(from: startLine)
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        advance()
      case UInt8(ascii: "]") where depth == 0, UInt8(ascii: ",") where depth == 0: return
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        advance()
      default: advance()
      }
    }
    throw JSONError(reason: "ends in the middle of the item that begins here", line: startLine)
  }

  private mutating func skipString(from startLine: Int) throws(JSONError) {
    advance()
    while let byte = current {
      if byte == UInt8(ascii: "\\"), place + 1 < bytes.count { advance() }
      advance()
      if byte == UInt8(ascii: "\"") { return }
    }
    throw JSONError(reason: "ends in the middle of the item that begins here", line: startLine)
  }
}
