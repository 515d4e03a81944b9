/// The last moment of a recurrence, itself included: UNTIL of RFC 5545 §3.3.10 in each of its forms.
public enum Until: Hashable, Sendable {
  case instant(Instant)
  /// A time on the wall, in the zone of the recurrence.
  case civil(CivilDateTime)
  /// Through the end of that day, in the zone of the recurrence.
  case date(CivilDate)
}

extension Until: CustomStringConvertible {
  /// Reads the forms of RFC 5545, `20270101T000000Z`, `20270101T000000` and `20270101`. Throws code `date` or `time`.
  public init(basic text: String) throws(TimeError) {
    if text.hasSuffix("Z") {
      let civil = try CivilDateTime(basic: String(text.dropLast()))
      self = .instant(Instant(seconds: Int64(civil.secondNumber)))
    } else if text.contains("T") {
      self = .civil(try CivilDateTime(basic: text))
    } else {
      self = .date(try CivilDate(basic: text))
    }
  }

  /// The text in the form of RFC 5545.
  public var basicText: String {
    switch self {
    case .instant(let instant): Zone.utc.civil(at: instant).basicText + "Z"
    case .civil(let civil): civil.basicText
    case .date(let date): date.basicText
    }
  }

  /// Reads `2027-01-01`, `2027-01-01T09:00:00` and `2027-01-01T09:00:00Z`. Throws code `date` or `time`.
  public init(parsing text: String) throws(TimeError) {
    if let date = try? CivilDate(parsing: text) {
      self = .date(date)
      return
    }
    switch try Slot(parsing: text) {
    case .instant(let instant): self = .instant(instant)
    case .civil(let civil): self = .civil(civil)
    }
  }

  /// The canonical text, in the form that users write.
  public var description: String {
    switch self {
    case .instant(let instant): instant.description
    case .civil(let civil): civil.description
    case .date(let date): date.description
    }
  }

  /// The last second on the wall that can be meant, in whatever zone; the exact limit of an instant depends on the zone.
  var latestSecondNumber: Int {
    let widestOffset = 26 * 3_600
    return switch self {
    case .instant(let instant): Int(instant.seconds) + widestOffset
    case .civil(let civil): civil.secondNumber
    case .date(let date): date.dayNumber * 86_400 + 86_399
    }
  }
}
