extension CivilTime: CustomStringConvertible {
  /// Reads `09:00:00` or `09:00`; one digit for the hour will do. Throws code `time`.
  public init(parsing text: String) throws(TimeError) {
    var cursor = TextCursor(text)
    self = try CivilTime(reading: &cursor, of: text)
    guard cursor.isAtEnd else { throw CivilTime.malformed(text) }
  }

  /// The canonical text, `09:00:00`.
  public var description: String {
    "\(hour.padded(2)):\(minute.padded(2)):\(second.padded(2))"
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
