internal import CGLib
internal import LocalPushTime

/// Moments as a person at a terminal reads them; programs read the exact ones with `--json`.
struct HumanTime {
  private let now: Instant
  private let zone: Zone

  init() {
    now = Instant(microseconds: Int64(g_get_real_time()))
    zone = .system()
  }

  /// A moment to the second with its offset, `2026-12-01T09:00:00+01:00`, from the exact text that the daemon gives.
  static func full(_ text: String) -> String {
    guard let point = text.firstIndex(of: ".") else { return text }
    return String(text[..<point] + text[point...].dropFirst().drop { $0.isNumber })
  }

  /// `2026-12-01 09:00`, on the wall where the user is; seconds only where there are some.
  func wall(_ text: String) -> String {
    guard let instant = try? Instant(parsing: text) else { return text }
    let civil = zone.civil(at: instant)
    let time = civil.time.description
    return "\(civil.date) \(time.hasSuffix(":00") ? String(time.prefix(5)) : time)"
  }

  /// `in 3 h 20 min`, `5 min ago` or `now`.
  func relative(_ text: String) -> String {
    guard let instant = try? Instant(parsing: text) else { return "" }
    let seconds = (instant - now).microseconds / 1_000_000
    guard seconds != 0 else { return "now" }
    let span = Self.span(abs(seconds))
    return seconds > 0 ? "in \(span)" : "\(span) ago"
  }

  /// The two largest units of a span of seconds, of which the second may be nothing.
  static func span(_ seconds: Int64) -> String {
    let units: [(String, Int64)] = [("y", 31_536_000), ("d", 86_400), ("h", 3_600), ("min", 60), ("s", 1)]
    guard let first = units.firstIndex(where: { seconds >= $0.1 }) else { return "0 s" }
    let (name, size) = units[first]
    let largest = "\(seconds / size) \(name)"
    guard first + 1 < units.count else { return largest }
    let (smallName, smallSize) = units[first + 1]
    let rest = seconds % size / smallSize
    return rest == 0 ? largest : "\(largest) \(rest) \(smallName)"
  }
}
