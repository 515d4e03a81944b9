import LocalPushTestSupport

@testable import LocalPushTime

/// One question for an oracle: the first occurrences of a rule up to a horizon, and those around some later moment.
struct RuleQuestion: CustomStringConvertible, Sendable {
  let ruleText: String
  private let random: RandomRule
  private let rule: RecurrenceRule
  private let horizon: CivilDateTime
  private let probe: CivilDateTime
  private let limit = 10

  init(seed: UInt64) throws {
    random = RandomRule(seed: seed, among: Frequency.allCases)
    rule = try RecurrenceRule(parsing: random.text)
    ruleText = rule.description
    var generator = SeededGenerator(seed: ~seed)
    let length = RuleQuestion.horizon(of: rule.frequency)
    let start = random.start.secondNumber
    horizon = CivilDateTime(uncheckedSecondNumber: start + length)
    probe = CivilDateTime(uncheckedSecondNumber: start + generator.number(0...length / 2))
  }

  var description: String {
    "\(random), around \(probe)"
  }

  /// The question in the form that the oracles read.
  var text: String {
    [ruleText, "\(random.start)", "\(horizon)", "\(probe)", "\(limit)"].joined(separator: "\t")
  }

  /// The answer of LocalPush in UTC, in the form in which the oracles write.
  func ownAnswer() throws -> String {
    guard let set = try set() else { return answer([], nil, nil) }
    var first: [Instant] = []
    var after = Instant.distantPast
    while first.count < limit, let next = set.next(after: after, in: .utc), next.instant <= horizonInstant {
      first.append(next.instant)
      after = next.instant
    }
    let next = set.next(after: probeInstant, in: .utc).map(\.instant).flatMap { $0 <= horizonInstant ? $0 : nil }
    return answer(first, next, set.previous(before: probeInstant, in: .utc)?.instant)
  }

  /// The set, or nil if it was refused because it never fires.
  private func set() throws -> RecurrenceSet? {
    do {
      return try RecurrenceSet(start: random.start, rule: rule)
    } catch {
      guard error.code == .neverFires else { throw error }
      return nil
    }
  }

  /// The answer of the slow walk.
  func referenceAnswer() -> String {
    let all: [Instant]
    if rule.frequency >= .daily {
      let times = ReferenceRule(rule, start: random.start).occurrences(through: horizon.date.dayNumber, limit: .max)
      all = times.filter { $0 <= horizon }.map { Zone.utc.resolve($0).instant }
    } else {
      let steps = ReferenceSteps(rule, start: random.start, zone: .utc)
      all = steps.occurrences(through: horizonInstant, limit: .max)
    }
    return answer(Array(all.prefix(limit)), all.first { $0 > probeInstant }, all.last { $0 < probeInstant })
  }

  private func answer(_ first: [Instant], _ next: Instant?, _ previous: Instant?) -> String {
    let list = first.isEmpty ? "-" : first.map(text).joined(separator: " ")
    return [list, next.map(text) ?? "-", previous.map(text) ?? "-"].joined(separator: "\t")
  }

  private func text(_ instant: Instant) -> String {
    Zone.utc.civil(at: instant).description
  }

  private var probeInstant: Instant {
    Zone.utc.resolve(probe).instant
  }

  private var horizonInstant: Instant {
    Zone.utc.resolve(horizon).instant
  }

  /// Seconds to look ahead: long enough for ten occurrences of most rules, short enough to be walked.
  private static func horizon(of frequency: Frequency) -> Int {
    let day = 86_400
    return switch frequency {
    case .yearly: 15_000 * day
    case .monthly: 6_000 * day
    case .weekly, .daily: 2_500 * day
    case .hourly: 120 * day
    case .minutely: 4 * day
    case .secondly: 5 * 3_600
    }
  }
}
