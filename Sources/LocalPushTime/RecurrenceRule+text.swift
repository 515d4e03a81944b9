extension RecurrenceRule: CustomStringConvertible {
  static let longestText = 4_096

  /// Reads the text of RFC 5545 §3.3.10, such as `FREQ=WEEKLY;BYDAY=MO,WE`; upper or lower case, parts in any order.
  ///
  /// `SKIP` is taken with or without the `RSCALE=GREGORIAN` that RFC 7529 wants beside it. Throws code `rule`, naming
  /// the part at fault.
  public init(parsing text: String) throws(TimeError) {
    guard text.utf8.count <= RecurrenceRule.longestText else {
      throw TimeError(.rule, text, "longer than \(RecurrenceRule.longestText) bytes")
    }
    let parts = try RulePart.split(text)
    guard let first = parts.first(where: { $0.name == "FREQ" }) else {
      throw TimeError(.rule, text, "FREQ is missing; write for example FREQ=WEEKLY;BYDAY=MO,WE")
    }
    var rule = RecurrenceRule(unchecked: try first.frequency())
    for part in parts { try rule.set(part) }
    try rule.checkRanges()
    try rule.checkCombinations()
    self = rule
  }

  private mutating func set(_ part: RulePart) throws(TimeError) {
    switch part.name {
    case "FREQ": break
    case "INTERVAL": interval = try part.number()
    case "COUNT": count = try part.number()
    case "UNTIL": until = try part.until()
    case "BYMONTH": months = try part.numbers()
    case "BYWEEKNO": weekNumbers = try part.numbers()
    case "BYYEARDAY": yearDays = try part.numbers()
    case "BYMONTHDAY": monthDays = try part.numbers()
    case "BYDAY": days = try part.weekdayNumbers()
    case "BYHOUR": hours = try part.numbers()
    case "BYMINUTE": minutes = try part.numbers()
    case "BYSECOND": seconds = try part.numbers().map { $0 == 60 ? 59 : $0 }.sortedUnique()
    case "BYSETPOS": positions = try part.numbers()
    case "WKST": weekStart = try part.weekday()
    case "RSCALE": try part.checkScale()
    case "SKIP": skip = try part.skip()
    default: throw part.fault("there is no such part in a rule")
    }
  }

  /// The canonical text: parts in the order of RFC 5545, lists sorted, defaults left out.
  public var description: String {
    var parts = skip == .omit ? [] : ["RSCALE=GREGORIAN"]
    parts.append("FREQ=\(frequency.rawValue)")
    if let until { parts.append("UNTIL=\(until.basicText)") }
    if let count { parts.append("COUNT=\(count)") }
    if interval != 1 { parts.append("INTERVAL=\(interval)") }
    parts += lists.filter { !$0.values.isEmpty }.map { "\($0.name)=\($0.values.joined(separator: ","))" }
    if weekStart != .monday { parts.append("WKST=\(weekStart.abbreviation)") }
    if skip != .omit { parts.append("SKIP=\(skip.rawValue)") }
    return parts.joined(separator: ";")
  }

  private var lists: [(name: String, values: [String])] {
    [
      ("BYSECOND", seconds.map(String.init)), ("BYMINUTE", minutes.map(String.init)),
      ("BYHOUR", hours.map(String.init)), ("BYDAY", days.map(\.description)),
      ("BYMONTHDAY", monthDays.map(String.init)), ("BYYEARDAY", yearDays.map(String.init)),
      ("BYWEEKNO", weekNumbers.map(String.init)), ("BYMONTH", months.map(String.init)),
      ("BYSETPOS", positions.map(String.init)),
    ]
  }
}
