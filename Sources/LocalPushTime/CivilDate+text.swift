extension CivilDate: CustomStringConvertible {
  /// Reads `2026-12-01`. Throws code `date`.
  public init(parsing text: String) throws(TimeError) {
    var cursor = TextCursor(text)
    self = try CivilDate(reading: &cursor, of: text)
    guard cursor.isAtEnd else { throw CivilDate.malformed(text) }
  }

  /// The canonical text, `2026-12-01`.
  public var description: String {
    var text: [UInt8] = []
    write(to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends the canonical text.
  func write(to text: inout [UInt8]) {
    text.append(year, width: 4)
    text.append(UInt8(ascii: "-"))
    text.append(month, width: 2)
    text.append(UInt8(ascii: "-"))
    text.append(day, width: 2)
  }

  init(reading cursor: inout TextCursor, of text: String) throws(TimeError) {
    guard let year = cursor.number(digits: 4), cursor.take("-"), let month = cursor.number(digits: 2),
      cursor.take("-"), let day = cursor.number(digits: 2)
    else { throw CivilDate.malformed(text) }
    try self.init(year: year, month: month, day: day)
  }

  private static func malformed(_ text: String) -> TimeError {
    TimeError(.date, text, "not a date; write it as 2026-12-01")
  }
}

extension CivilDate {
  /// Reads the form of RFC 5545 §3.3.4, `20261201`. Throws code `date`.
  public init(basic text: String) throws(TimeError) {
    var cursor = TextCursor(text)
    self = try CivilDate(readingBasic: &cursor, of: text)
    guard cursor.isAtEnd else { throw TimeError(.date, text, "not a date; write it as 20261201") }
  }

  /// The text in the form of RFC 5545 §3.3.4, `20261201`.
  public var basicText: String {
    "\(year.padded(4))\(month.padded(2))\(day.padded(2))"
  }

  init(readingBasic cursor: inout TextCursor, of text: String) throws(TimeError) {
    guard let year = cursor.number(digits: 4), let month = cursor.number(digits: 2), let day = cursor.number(digits: 2)
    else { throw TimeError(.date, text, "not a date; write it as 20261201") }
    try self.init(year: year, month: month, day: day)
  }
}
