/// Reads a text from front to back, byte by byte: the small steps every parser here is made of.
struct TextCursor {
  private let bytes: [UInt8]
  private(set) var position = 0

  init(_ text: some StringProtocol) {
    bytes = Array(text.utf8)
  }

  var isAtEnd: Bool {
    position == bytes.count
  }

  var next: UInt8? {
    position < bytes.count ? bytes[position] : nil
  }

  /// Everything not read yet.
  var rest: String {
    String(decoding: bytes[position...], as: UTF8.self)
  }

  /// Steps over `scalar` if it comes next.
  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard let next, next == UInt8(ascii: scalar) else { return false }
    position += 1
    return true
  }

  /// Steps over one byte, whatever it is, and returns it.
  @discardableResult
  mutating func takeAny() -> UInt8? {
    guard let next else { return nil }
    position += 1
    return next
  }

  /// Reads as many decimal digits as there are, up to the upper bound; nil, without moving, if there are too few.
  mutating func number(digits: ClosedRange<Int>) -> Int? {
    var value = 0
    var end = position
    while end < bytes.count, end - position < digits.upperBound, let digit = TextCursor.digit(bytes[end]) {
      value = value * 10 + digit
      end += 1
    }
    guard digits.contains(end - position) else { return nil }
    position = end
    return value
  }

  /// Reads exactly `digits` decimal digits.
  mutating func number(digits: Int) -> Int? {
    number(digits: digits...digits)
  }

  /// Reads ASCII letters as far as they go.
  mutating func letters() -> String {
    let start = position
    while let next, TextCursor.isLetter(next) { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  static func digit(_ byte: UInt8) -> Int? {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? Int(byte - UInt8(ascii: "0")) : nil
  }
}
