extension Instant: CustomStringConvertible {
  /// Reads `2026-12-01T01:00:00Z` or `2026-12-01T09:00:00+08:00`, up to six digits of fraction. Throws code `time`.
  public init(parsing text: String) throws(TimeError) {
    var cursor = TextCursor(text)
    let civil = try CivilDateTime(reading: &cursor, of: text)
    let fraction = try cursor.fraction(of: text)
    guard let offset = cursor.take("Z") ? 0 : ZoneOffset.seconds(reading: &cursor), cursor.isAtEnd else {
      throw TimeError(.time, text, "not an instant; write it as 2026-12-01T09:00:00+08:00 or 2026-12-01T01:00:00Z")
    }
    self = Instant(seconds: Int64(civil.secondNumber - offset)) + Duration(microseconds: Int64(fraction))
  }

  /// The canonical text in UTC, `2026-12-01T01:00:00Z`; a fraction of a second only if there is one.
  public var description: String {
    text(in: .utc)
  }

  /// The text with the offset of `zone`, `2026-12-01T09:00:00+08:00`; `Z` for UTC itself.
  public func text(in zone: Zone) -> String {
    let suffix = zone == .utc ? "Z" : ZoneOffset.text(zone.offset(at: self))
    return "\(zone.civil(at: self))\(fractionText)\(suffix)"
  }

  private var fractionText: String {
    var fraction = Int(microseconds.remainder(dividedDownBy: Duration.microsecondsPerSecond))
    guard fraction > 0 else { return "" }
    var width = 6
    while fraction.isMultiple(of: 10) {
      fraction /= 10
      width -= 1
    }
    return ".\(fraction.padded(width))"
  }
}

extension TextCursor {
  /// Reads `.5` or `,500` as microseconds; further digits are cut off. 0 if there is no fraction.
  mutating func fraction(of text: String) throws(TimeError) -> Int {
    guard take(".") || take(",") else { return 0 }
    let start = position
    guard var value = number(digits: 1...6) else {
      throw TimeError(.time, text, "digits are missing after the decimal point")
    }
    for _ in (position - start)..<6 { value *= 10 }
    while number(digits: 1) != nil {}
    return value
  }
}
