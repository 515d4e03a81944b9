extension Duration: CustomStringConvertible {
  /// The longest duration a text may say: 10 000 years of 366 days, more than any two instants are apart.
  static let longest = Duration.days(3_660_000)

  /// Reads `90s`, `10m`, `1h30m`, `2h`, `3d`, `1w`, `500ms`: numbers with units, longest unit first, none twice.
  ///
  /// A leading `-` makes it negative. Throws code `duration`.
  public init(parsing text: String) throws(TimeError) {
    var cursor = TextCursor(text)
    let isNegative = cursor.take("-")
    var total: Int64 = 0
    var units = Unit.all[...]
    repeat {
      guard let count = cursor.number(digits: 1...15) else { throw Duration.malformed(text) }
      let name = cursor.letters()
      guard let index = units.firstIndex(where: { $0.name == name }) else { throw Duration.malformed(text) }
      let (part, overflow) = Int64(count).multipliedReportingOverflow(by: units[index].microseconds)
      guard !overflow, part <= Duration.longest.microseconds - total else {
        throw TimeError(.duration, text, "longer than 10000 years")
      }
      total += part
      units = units[(index + 1)...]
    } while !cursor.isAtEnd
    self.init(microseconds: isNegative ? -total : total)
  }

  /// The canonical text: whole weeks as `2w`, otherwise days and the shorter units, such as `1h30m`; zero is `0s`.
  public var description: String {
    let week = Unit.all[0]
    guard microseconds != 0 else { return "0s" }
    let sign = microseconds < 0 ? "-" : ""
    var rest = microseconds.magnitude
    if rest.isMultiple(of: UInt64(week.microseconds)) {
      return "\(sign)\(rest / UInt64(week.microseconds))\(week.name)"
    }
    var text = sign
    for unit in Unit.all.dropFirst() {
      let (count, remainder) = rest.quotientAndRemainder(dividingBy: UInt64(unit.microseconds))
      if count > 0 { text += "\(count)\(unit.name)" }
      rest = remainder
    }
    return text
  }

  private struct Unit {
    let name: String
    let microseconds: Int64

    static let all = [
      Unit(name: "w", microseconds: 604_800_000_000), Unit(name: "d", microseconds: 86_400_000_000),
      Unit(name: "h", microseconds: 3_600_000_000), Unit(name: "m", microseconds: 60_000_000),
      Unit(name: "s", microseconds: 1_000_000), Unit(name: "ms", microseconds: 1_000),
      Unit(name: "us", microseconds: 1),
    ]
  }

  private static func malformed(_ text: String) -> TimeError {
    TimeError(.duration, text, "not a duration; write numbers with w, d, h, m, s or ms, such as 90s, 10m, 1h30m or 3d")
  }
}
