/// How long before or after a time on the wall something happens: a duration of RFC 5545 §3.3.6.
///
/// Weeks and days are days of the calendar, so that the clock on the wall shows the same; hours, minutes and seconds
/// elapse.
public struct TimeShift: Hashable, Sendable {
  /// Days of the calendar; negative for before.
  public let days: Int
  /// What elapses after that, in seconds.
  public let seconds: Int

  /// The most days, in either direction, that a shift may have.
  public static let mostDays = 3_660

  /// Puts both parts together.
  public init(days: Int, seconds: Int) {
    self.days = days
    self.seconds = seconds
  }

  /// The shift if all days had 24 hours.
  public var nominal: Duration { .seconds(Int64(days) * 86_400 + Int64(seconds)) }

  /// Both one after the other.
  public static func + (left: TimeShift, right: TimeShift) -> TimeShift {
    TimeShift(days: left.days + right.days, seconds: left.seconds + right.seconds)
  }
}

extension TimeShift {
  /// The moment that is so far from an occurrence on the wall of a zone.
  public func moment(from occurrence: PlannedOccurrence, in zone: Zone) -> Instant {
    guard days != 0 else { return occurrence.instant + .seconds(Int64(seconds)) }
    let civil = occurrence.slot.civil ?? zone.civil(at: occurrence.instant)
    guard let date = civil.date.adding(days: days) else { return occurrence.instant + nominal }
    return zone.resolve(CivilDateTime(date: date, time: civil.time)).instant + .seconds(Int64(seconds))
  }

  /// The slot that is so far from `slot`, as if all days had 24 hours: a name for what the shift makes of it, from which
  /// the opposite shift leads back.
  public func name(of slot: Slot) -> Slot {
    switch slot {
    case .instant(let instant): return .instant(instant + nominal)
    case .civil(let civil):
      let range = CivilDateTime.secondNumbers
      let number = civil.secondNumber + Int(nominal.seconds)
      return .civil(CivilDateTime(uncheckedSecondNumber: min(max(number, range.lowerBound), range.upperBound)))
    }
  }

  /// The same in the other direction.
  public static prefix func - (shift: TimeShift) -> TimeShift {
    TimeShift(days: -shift.days, seconds: -shift.seconds)
  }
}

extension TimeShift: CustomStringConvertible {
  /// Reads `-PT15M`, `-P1DT12H`, `P2W` (RFC 5545 §3.3.6), several of them one after the other, and `15m` or `-1h30m`,
  /// which elapse. Throws code `duration`.
  public init(parsing text: String) throws(TimeError) {
    var cursor = TextCursor(text)
    var sum = TimeShift(days: 0, seconds: 0)
    guard text.contains("P") else {
      self = try TimeShift(days: 0, seconds: Int(Duration(parsing: text).seconds)).checked(text)
      return
    }
    repeat {
      let isNegative = cursor.take("-")
      if !isNegative { _ = cursor.take("+") }
      let part = try TimeShift.part(&cursor, of: text)
      sum = try (sum + (isNegative ? -part : part)).checked(text)
    } while !cursor.isAtEnd
    self = sum
  }

  private func checked(_ text: String) throws(TimeError) -> TimeShift {
    let most = TimeShift.mostDays
    guard (-most...most).contains(days), (-most * 86_400...most * 86_400).contains(seconds) else {
      throw TimeError(.duration, text, "longer than \(most) days")
    }
    return self
  }

  /// A `P`, weeks and days, then after a `T` hours, minutes and seconds, each at most once.
  private static func part(_ cursor: inout TextCursor, of text: String) throws(TimeError) -> TimeShift {
    guard cursor.take("P") else { throw malformed(text) }
    var shift = TimeShift(days: 0, seconds: 0)
    var letters = Array("WDHMS".utf8)[...]
    var isTime = false
    var isEmpty = true
    while let next = cursor.next, !"-+P".utf8.contains(next) {
      if !isTime, cursor.take("T") {
        isTime = true
        letters = letters.drop { $0 != UInt8(ascii: "H") }
      }
      guard let count = cursor.number(digits: 1...9), let letter = cursor.takeAny(),
        let index = letters.firstIndex(of: letter), isTime == (index > 1)
      else { throw malformed(text) }
      letters = letters[(index + 1)...]
      isEmpty = false
      let size = count * [7, 1, 3_600, 60, 1][index]
      shift = shift + (isTime ? TimeShift(days: 0, seconds: size) : TimeShift(days: size, seconds: 0))
    }
    guard !isEmpty else { throw malformed(text) }
    return shift
  }

  private static func malformed(_ text: String) -> TimeError {
    TimeError(
      .duration, text, "not a duration; write -PT15M for 15 minutes before, -P1D for a day before, PT1H for after")
  }

  /// The canonical text, such as `-P1DT12H`, or `P1D-PT5M` for five minutes before the day after.
  public var description: String {
    let isMixed = days.signum() * seconds.signum() < 0
    let calendar = days == 0 ? "" : "\(days.magnitude)D"
    let clock = days != 0 && seconds == 0 ? "" : "T" + clockText
    let sign = { (part: Int) in part < 0 ? "-P" : "P" }
    return isMixed ? sign(days) + calendar + sign(seconds) + clock : sign(days == 0 ? seconds : days) + calendar + clock
  }

  private var clockText: String {
    let parts = [(seconds.magnitude / 3_600, "H"), (seconds.magnitude / 60 % 60, "M"), (seconds.magnitude % 60, "S")]
    let text = parts.filter { $0.0 != 0 }.map { "\($0.0)\($0.1)" }.joined()
    return text.isEmpty ? "0S" : text
  }
}
