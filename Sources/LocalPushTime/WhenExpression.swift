/// A time as users type it.
///
/// - `2026-12-01 09:00:00`, `2026-12-01 09:00`, both also with `T`: on the wall.
/// - `2026-12-01T09:00:00+08:00`, `2026-12-01T01:00:00Z`: a moment.
/// - `2026-12-01 09:00[Asia/Shanghai]`: on the wall of that zone; brackets may follow all forms below too.
/// - `09:00`, `9am`, `9:30 pm`, `noon`, `midnight`: the next one.
/// - `today 18:00`, `tomorrow 9:00`, `friday 18:30`: on that day; a weekday is the next one whose time is still to come.
/// - `in 10m`, `now`: elapsed from now.
public struct WhenExpression: Hashable, Sendable {
  /// The text as typed.
  public let text: String

  /// Takes a text as typed; it is read when it is asked for its meaning.
  public init(_ text: String) {
    self.text = text
  }

  /// Works out the meaning at `now` for someone in `zone`. Throws code `date`, `time`, `duration` or `zone`.
  public func parsed(now: Instant, zone: Zone) throws(TimeError) -> ParsedTime {
    let (body, ownZone) = try splitZone()
    if Self.beginsWithDate(body) { return try dated(body, ownZone) }
    let words = body.split(separator: " ").map { $0.lowercased() }
    guard let first = words.first else { throw malformed }
    if first == "in" { return try elapsed(words.dropFirst(), ownZone) }
    if words == ["now"] { return .elapsed(.zero) }
    let day = DayWord(first)
    let time = try timeOfDay(Array(day == nil ? words[...] : words.dropFirst()), day: first)
    let wall = (ownZone ?? zone).civil(at: now)
    guard let civil = (day ?? .next).date(of: time, now: wall).map({ CivilDateTime(date: $0, time: time) }) else {
      throw TimeError(.date, text, "later than the year 9999")
    }
    return .civil(civil, ownZone)
  }

  /// Tells whether the first word begins with a digit and has a hyphen.
  private static func beginsWithDate(_ body: String) -> Bool {
    guard let first = body.utf8.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return false }
    return body.utf8.prefix { $0 != UInt8(ascii: " ") }.contains(UInt8(ascii: "-"))
  }

  private var malformed: TimeError {
    TimeError(
      .time, text,
      "not a time; write for example 2026-12-01 09:00, 09:00, tomorrow 9:00, friday 18:30, in 10m or "
        + "2026-12-01T09:00:00+08:00")
  }

  /// Takes `[Asia/Shanghai]` off the end.
  private func splitZone() throws(TimeError) -> (body: String, zone: Zone?) {
    let body = text.trimmingSpaces()
    guard body.hasSuffix("]"), let open = body.lastIndex(of: "[") else { return (body, nil) }
    let name = String(body[body.index(after: open)...].dropLast())
    return (String(body[..<open]).trimmingSpaces(), try Zone(identifier: name))
  }

  private func elapsed(_ words: ArraySlice<String>, _ ownZone: Zone?) throws(TimeError) -> ParsedTime {
    guard ownZone == nil, !words.isEmpty else { throw malformed }
    let duration = try Duration(parsing: words.joined())
    guard duration >= .zero else { throw TimeError(.duration, text, "in the past") }
    return .elapsed(duration)
  }

  /// A text that begins with a date.
  private func dated(_ body: String, _ ownZone: Zone?) throws(TimeError) -> ParsedTime {
    let slot: Slot
    do throws(TimeError) {
      slot = try Slot(parsing: body)
    } catch {
      guard let date = try? CivilDate(parsing: body) else { throw error }
      throw TimeError(.time, text, "the time of day is missing; write for example \(date) 09:00")
    }
    switch slot {
    case .civil(let civil):
      return .civil(civil, ownZone)
    case .instant(let instant):
      if let ownZone { try checkAgreement(body, instant, ownZone) }
      return .instant(instant)
    }
  }

  /// An offset beside a zone in brackets must be the offset that the zone has then; `Z` says nothing about it (RFC 9557).
  private func checkAgreement(_ body: String, _ instant: Instant, _ zone: Zone) throws(TimeError) {
    guard !body.hasSuffix("Z"), !instant.text(in: zone).hasSuffix(body.suffix(6)) else { return }
    throw TimeError(.time, text, "\(zone.identifier) has another offset then: \(instant.text(in: zone))")
  }

  private func timeOfDay(_ words: [String], day: String) throws(TimeError) -> CivilTime {
    let joined = words.joined()
    switch joined {
    case "": throw TimeError(.time, text, "the time of day is missing; write for example \(day) 9:00")
    case "noon": return CivilTime(uncheckedHour: 12, minute: 0, second: 0)
    case "midnight": return .midnight
    default: break
    }
    guard words.count <= 2, joined.first?.isNumber == true else { throw malformed }
    if joined.hasSuffix("am") || joined.hasSuffix("pm") {
      return try CivilTime(twelveHour: String(joined.dropLast(2)), isAfternoon: joined.hasSuffix("pm"), of: text)
    }
    guard words.count == 1 else { throw malformed }
    return try CivilTime(parsing: joined)
  }
}

extension CivilTime {
  /// Reads `9` or `9:30` on a clock of twelve hours, where 12 comes before 1.
  fileprivate init(twelveHour text: String, isAfternoon: Bool, of whole: String) throws(TimeError) {
    var cursor = TextCursor(text)
    guard let hour = cursor.number(digits: 1...2), (1...12).contains(hour) else {
      throw TimeError(.time, whole, "with am or pm hours go from 1 to 12")
    }
    let minute = cursor.take(":") ? cursor.number(digits: 2) : 0
    guard let minute, cursor.isAtEnd else { throw TimeError(.time, whole, "not a time of day; write 9:30pm or 21:30") }
    try self.init(hour: hour % 12 + (isAfternoon ? 12 : 0), minute: minute)
  }
}

extension String {
  fileprivate func trimmingSpaces() -> String {
    let space = UInt8(ascii: " ")
    guard let first = utf8.firstIndex(where: { $0 != space }), let last = utf8.lastIndex(where: { $0 != space })
    else { return "" }
    return String(self[first...last])
  }
}
