import LocalPushTestSupport
import Testing

@testable import LocalPushTime

/// The real rules against the slow ones, and next against previous.
@Suite struct AgreementTests {
  /// Zones with all kinds of changes: usual ones, half an hour, two hours, a whole day, at midnight, and negative summer.
  static let zones = [
    "UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Antarctica/Troll", "Pacific/Apia",
    "Asia/Beirut",
    "America/Santiago", "Europe/Dublin", "Africa/Casablanca", "Asia/Kathmandu", "America/St_Johns",
  ]

  @Test("daily and longer rules give what a day by day walk gives")
  func walk() throws {
    for seed in UInt64(0)..<300 {
      let random = RandomRule(seed: seed, among: [.daily, .weekly, .monthly, .yearly])
      let rule = try RecurrenceRule(parsing: random.text)
      let lastDay = random.start.date.dayNumber + 4_000
      let expected = ReferenceRule(rule, start: random.start).occurrences(through: lastDay, limit: 20)
      let real = WallClockRule(rule, start: random.start)
      var found: [CivilDateTime] = []
      var second = random.start.secondNumber
      while found.count < 20, let next = real.first(from: second), next < (lastDay + 1) * 86_400 {
        found.append(CivilDateTime(uncheckedSecondNumber: next))
        second = next + 1
      }
      #expect(found == expected, "\(random)")
    }
  }

  @Test("hourly and shorter rules give what a step by step walk gives, also where clocks change", arguments: zones)
  func steps(name: String) throws {
    let zone = try Zone(identifier: name)
    for seed in UInt64(0)..<80 {
      var generator = SeededGenerator(seed: seed)
      let random = RandomRule(seed: seed, among: [.secondly, .minutely, .hourly])
      let rule = try RecurrenceRule(parsing: random.text)
      let start = startNearChange(in: zone, &generator)
      guard let elapsed = ElapsedRule(rule, start: start), !elapsed.isImpossible else { continue }
      let length: Duration = rule.frequency == .secondly ? .hours(6) : .days(rule.frequency == .hourly ? 40 : 3)
      let last = zone.resolve(start).instant + length
      let expected = ReferenceSteps(rule, start: start, zone: zone).occurrences(through: last, limit: 40)
      var found: [Instant] = []
      var second = Int(Instant.distantPast.seconds)
      while found.count < 40, let next = elapsed.next(after: second, in: zone.rules), next <= Int(last.seconds) {
        found.append(Instant(seconds: Int64(next)))
        second = next
      }
      #expect(found == expected, "\(random.text) from \(start) in \(name)")
    }
  }

  @Test("next and previous agree, whatever the rule", arguments: zones)
  func directions(name: String) throws {
    for seed in UInt64(0)..<100 { try checkDirections(seed: seed, in: Zone(identifier: name)) }
  }

  @Test("next and previous agree in all zones of the system")
  func allZones() throws {
    for (index, name) in ZoneFolder.standard().allZoneNames().enumerated() {
      let zone = try Zone(identifier: name)
      for seed in UInt64(index * 2)..<UInt64(index * 2 + 2) { try checkDirections(seed: 100_000 + seed, in: zone) }
    }
  }

  @Test(
    "next and previous agree in the first and the last years", arguments: ["UTC", "+14:00", "-12:00", "Europe/Berlin"])
  func edges(name: String) throws {
    let zone = try Zone(identifier: name)
    let seconds = CivilDateTime.secondNumbers
    for seed in UInt64(0)..<80 {
      var generator = SeededGenerator(seed: seed)
      let early = generator.number(seconds.lowerBound...seconds.lowerBound + 100_000_000)
      let late = generator.number(seconds.upperBound - 100_000_000...seconds.upperBound)
      for start in [early, late] {
        try checkDirections(seed: seed, in: zone, start: CivilDateTime(uncheckedSecondNumber: start))
      }
    }
  }

  /// Twelve occurrences forwards, and the same ones backwards and from moments between them.
  private func checkDirections(seed: UInt64, in zone: Zone, start: CivilDateTime? = nil) throws {
    var generator = SeededGenerator(seed: seed)
    let rule = try RecurrenceRule(parsing: RandomRule(seed: seed, among: Frequency.allCases).text)
    let start = start ?? startNearChange(in: zone, &generator)
    guard let set = try? RecurrenceSet(start: start, rule: rule) else { return }
    var all: [PlannedOccurrence] = []
    while all.count < 12, let next = set.next(after: all.last?.instant ?? Instant(microseconds: .min), in: zone) {
      all.append(next)
    }
    let text = "\(rule) from \(start) in \(zone.identifier)"
    for (earlier, later) in zip(all, all.dropFirst()) {
      #expect(earlier.instant < later.instant, "\(text)")
      #expect(set.previous(before: later.instant, in: zone) == earlier, "\(text)")
      let between = Instant(microseconds: generator.between(earlier.instant, later.instant))
      #expect(set.next(after: between, in: zone) == later, "\(text)")
      #expect(set.previous(before: between + Duration(microseconds: 1), in: zone) == earlier, "\(text)")
    }
    if let first = all.first { #expect(set.previous(before: first.instant, in: zone) == nil, "\(text)") }
    if let last = all.last, all.count < 12 {
      #expect(set.previous(before: Instant(microseconds: .max), in: zone) == last, "\(text)")
    }
  }

  /// A time on the wall a few hours before one of the zone's changes.
  private func startNearChange(in zone: Zone, _ generator: inout SeededGenerator) -> CivilDateTime {
    let changes = zone.rules.transitions.filter { (0...2_500_000_000).contains($0) }
    let change = changes.isEmpty ? 1_700_000_000 : generator.pick(changes)
    let before = generator.number(0...20) * 900 + (generator.chance(20) ? generator.number(0...899) : 0)
    return zone.civil(at: Instant(seconds: Int64(change - before)))
  }
}

extension SeededGenerator {
  /// Microseconds of some moment from `start` on and before `end`.
  fileprivate mutating func between(_ start: Instant, _ end: Instant) -> Int64 {
    Int64.random(in: start.microseconds..<end.microseconds, using: &self)
  }
}
