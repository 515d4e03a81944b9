extension CivilTime: CustomStringConvertible {
  /// Reads `09:00:00` or `09:00`; one digit for the hour will do. Throws code `time`.
  public init(parsing text: String) throws(TimeError) {
    var cursor = TextCursor(text)
    self = try CivilTime(reading: &cursor, of: text)
    guard cursor.isAtEnd else { throw CivilTime.malformed(text) }
  }

  /// The canonical text, `09:00:00`.
  public var description: String {
    var text: [UInt8] = []
    write(to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends the canonical text.
  func write(to text: inout [UInt8]) {
    text.append(hour, width: 2)
    text.append(UInt8(ascii: ":"))
    text.append(minute, width: 2)
    text.append(UInt8(ascii: ":"))
    text.append(second, width: 2)
  }

  init(reading cursor: inout TextCursor, of text: String) throws(TimeError) {
    guard let hour = cursor.number(digits: 1...2), cursor.take(":"), let minute = cursor.number(digits: 2)
    else { throw CivilTime.malformed(text) }
    guard cursor.take(":") else {
      try self.init(hour: hour, minute: minute)
      return
    }
    guard let second = cursor.number(digits: 2) else { throw CivilTime.malformed(text) }
    try self.init(hour: hour, minute: minute, second: second)
  }

  private static func malformed(_ text: String) -> TimeError {
    TimeError(.time, text, "not a time of day; write it as 09:00 or 09:00:00")
  }
}
