@testable import LocalPushTime

/// A second implementation of hourly and shorter rules: every step from the start on, one by one.
struct ReferenceSteps {
  private let rule: RecurrenceRule
  private let start: CivilDateTime
  private let zone: Zone

  init(_ rule: RecurrenceRule, start: CivilDateTime, zone: Zone) {
    self.rule = rule
    self.start = start
    self.zone = zone
  }

  /// The occurrences from the start through `last`, at most `limit`.
  func occurrences(through last: Instant, limit: Int) -> [Instant] {
    let first = zone.resolve(start).instant
    let step = Duration.seconds(Int64((rule.frequency.seconds ?? 1) * rule.interval))
    var found: [Instant] = []
    var base = first
    while base <= last + .hours(1), found.count < min(limit, rule.count ?? .max) {
      found += occurrences(at: base).filter { $0 >= first }
      base += step
    }
    return found.prefix(min(limit, rule.count ?? .max)).filter { $0 <= last }
  }

  /// What one step gives: itself, or all times of its minute or hour on the wall that BYSECOND and BYMINUTE name.
  private func occurrences(at base: Instant) -> [Instant] {
    let wall = zone.civil(at: base)
    guard isAllowed(wall) else { return [] }
    let minutes = rule.frequency == .hourly && !rule.minutes.isEmpty ? rule.minutes : [wall.time.minute]
    let expandsSeconds = rule.frequency != .secondly && !rule.seconds.isEmpty
    let kept = rule.frequency == .hourly && !rule.minutes.isEmpty ? start.time.second : wall.time.second
    let seconds = expandsSeconds ? rule.seconds : [kept]
    let all = minutes.flatMap { minute in
      seconds.map { wall.date.description + "T" + clock(wall.time.hour, minute, $0) }
    }
    return chosen(all).compactMap { instant(ofText: $0, near: base) }
  }

  private func clock(_ hour: Int, _ minute: Int, _ second: Int) -> String {
    [hour, minute, second].map { $0.padded(2) }.joined(separator: ":")
  }

  private func chosen(_ all: [String]) -> [String] {
    guard !rule.positions.isEmpty else { return all }
    let indices = Set(rule.positions.map { $0 > 0 ? $0 - 1 : all.count + $0 })
    return all.indices.filter(indices.contains).map { all[$0] }
  }

  /// The instant at which the wall shows the text, with the offset it has at `base`; nil if it shows something else.
  private func instant(ofText text: String, near base: Instant) -> Instant? {
    let offset = zone.offset(at: base)
    guard let instant = try? Instant(parsing: text + ZoneOffset.text(offset)) else { return nil }
    let (early, late) = (min(base, instant), max(base, instant))
    let isSteady = zone.rules.segment(at: Int(early.seconds)).end > Int(late.seconds)
    return isSteady ? instant : nil
  }

  private func isAllowed(_ wall: CivilDateTime) -> Bool {
    guard ReferenceRule.allowsDate(rule, wall.date), allows(rule.hours, wall.time.hour) else { return false }
    if rule.frequency != .hourly, !allows(rule.minutes, wall.time.minute) { return false }
    return rule.frequency != .secondly || allows(rule.seconds, wall.time.second)
  }

  private func allows(_ list: [Int], _ number: Int) -> Bool {
    list.isEmpty || list.contains(number)
  }
}
