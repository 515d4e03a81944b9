/// The text forms of an offset from UTC.
enum ZoneOffset {
  /// Reads `+08:00`, `-0330`, `+08` or `+00:53:28` as seconds east of UTC; nil if it is none or 24 hours or more.
  static func seconds(parsing text: String) -> Int? {
    var cursor = TextCursor(text)
    guard let offset = seconds(reading: &cursor), cursor.isAtEnd else { return nil }
    return offset
  }

  static func seconds(reading cursor: inout TextCursor) -> Int? {
    let isWest = cursor.take("-")
    guard isWest || cursor.take("+"), let hours = cursor.number(digits: 2), hours < 24 else { return nil }
    var seconds = hours * 3_600
    let hasColon = cursor.take(":")
    for unit in [60, 1] {
      if unit == 1, !hasColon || !cursor.take(":") { break }
      guard let count = cursor.number(digits: 2) else {
        if unit == 60, !hasColon { break }
        return nil
      }
      guard count < 60 else { return nil }
      seconds += count * unit
    }
    return isWest ? -seconds : seconds
  }

  /// The canonical text, `+08:00`; with seconds only where there are some.
  static func text(_ seconds: Int) -> String {
    let size = abs(seconds)
    let text = "\(seconds < 0 ? "-" : "+")\((size / 3_600).padded(2)):\((size / 60 % 60).padded(2))"
    return size % 60 == 0 ? text : "\(text):\((size % 60).padded(2))"
  }
}
