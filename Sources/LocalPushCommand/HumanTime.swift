internal import Glibc
internal import LocalPushIntake
internal import LocalPushTime

/// Moments as a person at a terminal reads them; programs read the exact ones with `--json`.
struct HumanTime {
  private let now: Instant
  private let zone: Zone

  init() {
    now = Instant(microseconds: Session.now())
    zone = .system()
  }

  /// A moment with its weekday, `Tue 2026-12-01 09:00`, where it is repeated to whoever asked for it.
  func full(_ text: String) -> String {
    guard let instant = try? Instant(parsing: text) else { return text }
    let civil = zone.civil(at: instant)
    let weekday = civil.formatted("%a")
    return localized("\(weekday) \(civil.localDate) \(civil.localTime)")
  }

  /// `2026-12-01 09:00`, on the wall where the user is; seconds only where there are some.
  func wall(_ text: String) -> String {
    guard let instant = try? Instant(parsing: text) else { return text }
    return zone.civil(at: instant).local
  }

  /// A slot on the wall where it belongs, or where the user is.
  func slot(_ text: String) -> String {
    guard let slot = try? Slot(parsing: text) else { return text }
    return slot.civil?.local ?? wall(text)
  }

  /// `in 3 h 20 min`, `5 min ago` or `now`.
  func relative(_ text: String) -> String {
    guard let instant = try? Instant(parsing: text) else { return "" }
    let seconds = (instant - now).microseconds / 1_000_000
    guard seconds != 0 else { return localized("now") }
    let span = Self.span(abs(seconds))
    return seconds > 0 ? localized("in \(span)") : localized("\(span) ago")
  }

  /// A moment and how far it is from now: `Tue 2026-12-01 09:00 (in 3 h 20 min)`.
  func fullAndRelative(_ text: String) -> String {
    "\(full(text)) (\(relative(text)))"
  }

  /// The two largest units of a span of seconds, of which the second may be nothing.
  static func span(_ seconds: Int64) -> String {
    // a year is the mean one of the calendar, or leap days would be left over
    let units: [(size: Int64, text: (Int64) -> String)] = [
      (31_556_952, { localized("\($0) y", "\($0) y", count: Int($0)) }),
      (86_400, { localized("\($0) d", "\($0) d", count: Int($0)) }),
      (3_600, { localized("\($0) h") }), (60, { localized("\($0) min") }), (1, { localized("\($0) s") }),
    ]
    guard let place = units.firstIndex(where: { seconds >= $0.size }) else { return units[4].text(0) }
    let unit = units[place]
    guard place + 1 < units.count else { return unit.text(seconds) }
    let smaller = units[place + 1]
    // rounded, so that a message just added in 2 h is not shown in 1 h 59 min
    let rest = (seconds % unit.size + smaller.size / 2) / smaller.size
    let isFull = rest * smaller.size >= unit.size
    let count = seconds / unit.size + (isFull ? 1 : 0)
    if place > 0, count * unit.size >= units[place - 1].size { return units[place - 1].text(1) }
    return rest == 0 || isFull ? unit.text(count) : "\(unit.text(count)) \(smaller.text(rest))"
  }
}

extension CivilDateTime {
  /// The date and the time as the user's locale (`LC_TIME`) writes them, or as the config does where it has no opinion.
  fileprivate var local: String { "\(localDate) \(localTime)" }

  fileprivate var localDate: String { Self.localeHasOpinion ? formatted("%x") : date.description }

  fileprivate var localTime: String {
    let isWhole = time.description.hasSuffix(":00")
    guard Self.localeHasTwelveHours else { return isWhole ? String(time.description.prefix(5)) : time.description }
    return formatted(isWhole ? "%I:%M %p" : "%I:%M:%S %p")
  }

  /// The C and POSIX locales would write the month first and two digits of the year.
  private static let localeHasOpinion: Bool = {
    guard let name = setlocale(LC_TIME, nil).map({ String(cString: $0) }) else { return false }
    return name != "POSIX" && name != "C" && !name.hasPrefix("C.")
  }()

  private static let localeHasTwelveHours: Bool = {
    guard localeHasOpinion, let format = nl_langinfo(nl_item(T_FMT)).map({ String(cString: $0) }) else { return false }
    return ["%I", "%l", "%r", "%p"].contains { format.contains($0) }
  }()

  /// The corresponding C function is `strftime`.
  fileprivate func formatted(_ format: String) -> String {
    var parts = tm()
    parts.tm_year = Int32(date.year - 1900)
    parts.tm_mon = Int32(date.month - 1)
    parts.tm_mday = Int32(date.day)
    parts.tm_wday = Int32(date.weekday.rawValue % 7)
    parts.tm_hour = Int32(time.hour)
    parts.tm_min = Int32(time.minute)
    parts.tm_sec = Int32(time.second)
    var text = [CChar](repeating: 0, count: 128)
    let count = strftime(&text, text.count, format, &parts)
    return String(decoding: text[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
