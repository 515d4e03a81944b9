extension CivilDateTime: CustomStringConvertible {
  /// Reads `2026-12-01T09:00:00` or `2026-12-01 09:00`, the seconds optional in both. Throws code `date` or `time`.
  public init(parsing text: String) throws(TimeError) {
    var cursor = TextCursor(text)
    self = try CivilDateTime(reading: &cursor, of: text)
    guard cursor.isAtEnd else { throw CivilDateTime.malformed(text) }
  }

  /// Reads the form of RFC 5545 §3.3.5, `20261201T090000`. Throws code `date` or `time`.
  public init(basic text: String) throws(TimeError) {
    var cursor = TextCursor(text)
    date = try CivilDate(readingBasic: &cursor, of: text)
    guard cursor.take("T"), let hour = cursor.number(digits: 2), let minute = cursor.number(digits: 2),
      let second = cursor.number(digits: 2), cursor.isAtEnd
    else { throw TimeError(.time, text, "not a date and time; write it as 20261201T090000") }
    time = try CivilTime(hour: hour, minute: minute, second: second)
  }

  /// The canonical text, `2026-12-01T09:00:00`.
  public var description: String {
    // in one piece: three of these are made for each message that is handed over
    var text: [UInt8] = []
    text.reserveCapacity(19)
    date.write(to: &text)
    text.append(UInt8(ascii: "T"))
    time.write(to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// The text in the form of RFC 5545 §3.3.5, `20261201T090000`.
  public var basicText: String {
    "\(date.basicText)T\(time.hour.padded(2))\(time.minute.padded(2))\(time.second.padded(2))"
  }

  init(reading cursor: inout TextCursor, of text: String) throws(TimeError) {
    date = try CivilDate(reading: &cursor, of: text)
    guard cursor.take("T") || cursor.take(" ") else { throw CivilDateTime.malformed(text) }
    time = try CivilTime(reading: &cursor, of: text)
  }

  private static func malformed(_ text: String) -> TimeError {
    TimeError(.time, text, "not a date and time; write it as 2026-12-01 09:00:00")
  }
}
