@testable import LocalPushTime

/// One question for an oracle: the first occurrences of a rule up to a horizon, and those around some later moment.
struct RuleQuestion: Sendable {
  let rule: RandomRule
  private let horizon: CivilDateTime
  private let probe: CivilDateTime
  private let limit = 10

  init(seed: UInt64) {
    rule = RandomRule(seed: seed, among: Frequency.allCases)
    var generator = SeededGenerator(seed: ~seed)
    let length = RuleQuestion.horizon(of: rule.text)
    let start = rule.start.secondNumber
    horizon = CivilDateTime(uncheckedSecondNumber: start + length)
    probe = CivilDateTime(uncheckedSecondNumber: start + generator.number(0...length / 2))
  }

  /// The question in the form that the oracles read.
  var text: String {
    [rule.text, "\(rule.start)", "\(horizon)", "\(probe)", "\(limit)"].joined(separator: "\t")
  }

  /// The answer as it should be, in the form in which the oracles write.
  func ownAnswer() throws -> String {
    let set: RecurrenceSet
    do {
      set = try rule.set()
    } catch let error as TimeError where error.code == .neverFires {
      return "-\t-\t-"
    }
    var first: [String] = []
    var after = Instant.distantPast
    while first.count < limit, let next = set.next(after: after, in: .utc), isInTime(next) {
      first.append(text(of: next))
      after = next.instant
    }
    let next = set.next(after: probeInstant, in: .utc).flatMap { isInTime($0) ? text(of: $0) : nil }
    let previous = set.previous(before: probeInstant, in: .utc).map(text)
    return [first.isEmpty ? "-" : first.joined(separator: " "), next ?? "-", previous ?? "-"].joined(separator: "\t")
  }

  private var probeInstant: Instant {
    Zone.utc.resolve(probe).instant
  }

  private func isInTime(_ occurrence: PlannedOccurrence) -> Bool {
    Zone.utc.civil(at: occurrence.instant) <= horizon
  }

  private func text(of occurrence: PlannedOccurrence) -> String {
    Zone.utc.civil(at: occurrence.instant).description
  }

  /// Seconds to look ahead: long enough for ten occurrences of most rules, short enough to be walked.
  private static func horizon(of rule: String) -> Int {
    let day = 86_400
    if rule.contains("YEARLY") { return 15_000 * day }
    if rule.contains("MONTHLY") { return 6_000 * day }
    if rule.contains("WEEKLY") || rule.contains("DAILY") { return 2_500 * day }
    if rule.contains("HOURLY") { return 120 * day }
    return rule.contains("MINUTELY") ? 4 * day : 5 * 3_600
  }
}
