import LocalPushTestSupport

@testable import LocalPushTime

/// A rule and a start made from a seed; every part of RFC 5545 turns up, alone and beside others.
struct RandomRule: CustomStringConvertible, Sendable {
  let seed: UInt64
  let text: String
  let start: CivilDateTime

  init(seed: UInt64, among frequencies: [Frequency]) {
    self.seed = seed
    var generator = SeededGenerator(seed: seed)
    let frequency = generator.pick(frequencies)
    text = RandomRule.parts(frequency, &generator).joined(separator: ";")
    start = RandomRule.start(&generator)
  }

  var description: String {
    "seed \(seed): \(text) from \(start)"
  }

  func set() throws -> RecurrenceSet {
    try RecurrenceSet(start: start, rule: RecurrenceRule(parsing: text))
  }

  private static func start(_ generator: inout SeededGenerator) -> CivilDateTime {
    let day = generator.number(7_305...20_000)
    let second = generator.chance(70) ? generator.number(0...95) * 900 : generator.number(0...86_399)
    return CivilDateTime(uncheckedSecondNumber: day * 86_400 + second)
  }

  private static func parts(_ frequency: Frequency, _ generator: inout SeededGenerator) -> [String] {
    var parts = ["FREQ=\(frequency.rawValue)"]
    if generator.chance(40) { parts.append("INTERVAL=\(interval(frequency, &generator))") }
    if generator.chance(15) { parts.append("COUNT=\(generator.number(1...12))") }
    if generator.chance(15) { parts.append("WKST=\(generator.pick(Weekday.allCases).abbreviation)") }
    var lists = dateParts(frequency, &generator)
    lists += timeParts(frequency, &generator)
    if !lists.isEmpty, generator.chance(20) {
      let most = frequency >= .monthly ? 12 : 3
      lists.append(list("BYSETPOS", generator.numbers(-most...most, most: 3) { $0 != 0 }))
    }
    return parts + lists
  }

  private static func interval(_ frequency: Frequency, _ generator: inout SeededGenerator) -> Int {
    switch frequency {
    case .yearly: generator.number(2...5)
    case .monthly, .weekly: generator.number(2...7)
    case .daily: generator.number(2...40)
    case .hourly: generator.number(2...50)
    case .minutely, .secondly: generator.number(2...200)
    }
  }

  private static func dateParts(_ frequency: Frequency, _ generator: inout SeededGenerator) -> [String] {
    let noneAtAll = generator.chance(20)
    if noneAtAll { return [] }
    var parts: [String] = []
    let isShort = frequency < .daily
    if generator.chance(isShort ? 10 : 25) { parts.append(list("BYMONTH", generator.numbers(1...12, most: 4))) }
    let usesWeeks = frequency == .yearly && generator.chance(20)
    if usesWeeks { parts.append(list("BYWEEKNO", generator.numbers(-53...53, most: 4) { $0 != 0 })) }
    if frequency == .yearly || isShort, generator.chance(isShort ? 5 : 20) {
      parts.append(list("BYYEARDAY", generator.numbers(-366...366, most: isShort ? 12 : 5) { $0 != 0 }))
    }
    if frequency != .weekly, generator.chance(isShort ? 10 : 30) {
      parts.append(list("BYMONTHDAY", generator.numbers(-31...31, most: 6) { $0 != 0 }))
    }
    if generator.chance(isShort ? 10 : 45) {
      parts.append("BYDAY=\(days(numbered: frequency >= .monthly && !usesWeeks, frequency, &generator))")
    }
    return parts
  }

  /// All numbered or none: mixing both is a case of its own, see the table of differences.
  private static func days(numbered: Bool, _ frequency: Frequency, _ generator: inout SeededGenerator) -> String {
    let usesNumbers = numbered && generator.chance(50)
    let mixes = usesNumbers && generator.chance(10)
    let most = frequency == .yearly ? 53 : 5
    let days = (0..<generator.number(1...3)).map { index in
      let weekday = generator.pick(Weekday.allCases).abbreviation
      guard usesNumbers, !(mixes && index == 0) else { return weekday }
      let ordinal = generator.number(1...(generator.chance(80) ? 5 : most))
      return "\(generator.chance(40) ? -ordinal : ordinal)\(weekday)"
    }
    return days.joined(separator: ",")
  }

  private static func timeParts(_ frequency: Frequency, _ generator: inout SeededGenerator) -> [String] {
    var parts: [String] = []
    if generator.chance(15) { parts.append(list("BYHOUR", generator.numbers(0...23, most: 4))) }
    if generator.chance(15) { parts.append(list("BYMINUTE", generator.numbers(0...59, most: 4))) }
    if generator.chance(10) { parts.append(list("BYSECOND", generator.numbers(0...59, most: 4))) }
    return parts
  }

  private static func list(_ name: String, _ numbers: [Int]) -> String {
    "\(name)=\(numbers.map(String.init).joined(separator: ","))"
  }
}
