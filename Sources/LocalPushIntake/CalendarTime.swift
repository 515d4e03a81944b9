internal import LocalPushModel
internal import LocalPushTime

/// A time as iCalendar writes it (RFC 5545 §3.3.4 and §3.3.5).
enum CalendarTime: Hashable {
  /// A whole day, wherever the user is.
  case day(CivilDate)
  /// A time on the wall: of a zone, or wherever the user is.
  case civil(CivilDateTime, Zone?)
  case utc(CivilDateTime)

  /// Reads one value of `line`, such as `20261201T090000Z`.
  init(_ value: String, of line: ContentLine, _ zones: CalendarZones) throws {
    let text = value.trimmed
    if line.parameter("VALUE")?.uppercased() == "DATE" || text.utf8.count == 8 {
      self = .day(try CivilDate(basic: text))
    } else if text.hasSuffix("Z") {
      self = .utc(try CivilDateTime(basic: String(text.dropLast())))
    } else {
      self = .civil(try CivilDateTime(basic: text), try line.parameter("TZID").map(zones.zone))
    }
  }

  /// Every value of a list such as `EXDATE`; of periods, where they begin.
  static func list(_ lines: [ContentLine], _ zones: CalendarZones) throws -> [CalendarTime] {
    try lines.flatMap { line in
      try line.value.split(separator: ",").map { value in
        try CalendarTime(String(value.prefix { $0 != "/" }), of: line, zones)
      }
    }
  }

  /// What its clock shows; a day begins at midnight.
  var wall: CivilDateTime {
    switch self {
    case .day(let date): CivilDateTime(date: date, time: .midnight)
    case .civil(let civil, _), .utc(let civil): civil
    }
  }

  var isDay: Bool {
    if case .day = self { true } else { false }
  }

  /// What `zone=` says for it, nil where it goes by the clock of wherever the user is.
  var zone: Zone? {
    switch self {
    case .day: nil
    case .civil(_, let zone): zone
    case .utc: .utc
    }
  }

  /// The moment for somebody whose clock shows UTC, to tell how far two of them are apart.
  var instant: Instant { (zone ?? .utc).resolve(wall).instant }

  /// The time as `rdate=` and `exdate=` of a series that begins at `start` name it.
  func slotText(in start: CalendarTime) -> String {
    switch self {
    case .day(let date): date.description
    case _ where start.isDay: wall.date.description  // a time in a series of days means its day
    case .utc(let civil): "\(civil)Z"
    case .civil(let civil, nil): civil.description
    case .civil(let civil, let zone?): zone == start.zone ? civil.description : "\(civil)[\(zone.identifier)]"
    }
  }

  /// The time as an id names it: `2026-12-01`, `2026-12-01T09:00:00` on its wall, `2026-12-01T08:00:00Z`.
  var name: String {
    switch self {
    case .day(let date): date.description
    case .civil(let civil, _): civil.description
    case .utc(let civil): "\(civil)Z"
    }
  }
}
