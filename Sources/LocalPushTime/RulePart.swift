/// One `NAME=VALUE` of a rule's text, in capital letters.
struct RulePart {
  let name: String
  let value: String

  /// Splits the text of a rule, after an optional `RRULE:`; every part once.
  static func split(_ text: String) throws(TimeError) -> [RulePart] {
    let upper = text.uppercased()
    let body = upper.hasPrefix("RRULE:") ? upper.dropFirst(6) : upper[...]
    var parts: [RulePart] = []
    for piece in body.split(separator: ";", omittingEmptySubsequences: false) {
      let part = try RulePart(piece)
      if parts.contains(where: { $0.name == part.name }) { throw part.fault("\(part.name) is there twice") }
      parts.append(part)
    }
    return parts
  }

  private init(_ text: Substring) throws(TimeError) {
    guard let equals = text.firstIndex(of: "=") else {
      throw TimeError(.rule, String(text), "not a part of a rule; parts look like FREQ=DAILY, with ; between them")
    }
    name = String(text[..<equals])
    value = String(text[text.index(after: equals)...])
  }

  func fault(_ reason: String) -> TimeError {
    TimeError(.rule, "\(name)=\(value)", reason)
  }

  func frequency() throws(TimeError) -> Frequency {
    guard let frequency = Frequency(rawValue: value) else {
      throw fault("must be one of \(Frequency.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return frequency
  }

  func number() throws(TimeError) -> Int {
    var cursor = TextCursor(value)
    guard let number = cursor.number(digits: 1...18), cursor.isAtEnd else { throw fault("must be a number") }
    return number
  }

  /// Numbers with optional signs, commas between them; sorted, without duplicates.
  func numbers() throws(TimeError) -> [Int] {
    var cursor = TextCursor(value)
    var numbers: [Int] = []
    repeat {
      guard let number = cursor.signedNumber() else { throw fault("must be numbers with commas between them") }
      numbers.append(number)
    } while cursor.take(",")
    guard cursor.isAtEnd else { throw fault("must be numbers with commas between them") }
    return numbers.sortedUnique()
  }

  func weekdayNumbers() throws(TimeError) -> [WeekdayNumber] {
    var cursor = TextCursor(value)
    var days: [WeekdayNumber] = []
    repeat {
      let ordinal = cursor.signedNumber()
      guard let weekday = Weekday(abbreviation: cursor.letters()) else { throw malformedDays }
      days.append(WeekdayNumber(weekday, ordinal: ordinal))
    } while cursor.take(",")
    guard cursor.isAtEnd else { throw malformedDays }
    return days.sortedUnique()
  }

  private var malformedDays: TimeError {
    fault("must be weekdays such as MO, 2TU or -1FR, with commas between them")
  }

  func weekday() throws(TimeError) -> Weekday {
    guard let weekday = Weekday(abbreviation: value) else { throw fault("must be one of MO, TU, WE, TH, FR, SA, SU") }
    return weekday
  }

  func until() throws(TimeError) -> Until {
    do {
      return try Until(basic: value)
    } catch {
      throw fault(error.reason)
    }
  }

  func checkScale() throws(TimeError) {
    guard value == "GREGORIAN" else { throw fault("only GREGORIAN is supported") }
  }

  func skip() throws(TimeError) -> Skip {
    guard let skip = Skip(rawValue: value) else { throw fault("must be one of OMIT, BACKWARD, FORWARD") }
    return skip
  }
}

extension TextCursor {
  /// Reads `5`, `+5` or `-5`; nil, and possibly past a sign, if there is no number.
  fileprivate mutating func signedNumber() -> Int? {
    let isNegative = take("-")
    if !isNegative { _ = take("+") }
    return number(digits: 1...9).map { isNegative ? -$0 : $0 }
  }
}
