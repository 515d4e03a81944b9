import Foundation
import Testing

@testable import LocalPushTime

/// Generated rules against other people's implementations.
///
/// Where one of them differs, `differences.md` must explain it, and somebody else must agree with LocalPush: the other
/// one, or the slow walk over every day or step in `ReferenceRule` and `ReferenceSteps`.
///
/// `LOCALPUSH_RULES` sets how many rules there are, `LOCALPUSH_SEED` where their seeds begin.
@Suite struct DifferentialTests {
  private static let ruleCount = setting("LOCALPUSH_RULES") ?? 2_000
  private static let firstSeed = setting("LOCALPUSH_SEED") ?? 1

  private static func setting(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap(Int.init)
  }

  @Test("python-dateutil and libical give the same occurrences, save for explained differences")
  func oracles() async throws {
    let seeds = DifferentialTests.firstSeed..<DifferentialTests.firstSeed + DifferentialTests.ruleCount
    let questions = try seeds.map { try RuleQuestion(seed: UInt64($0)) }
    let texts = questions.map(\.text)
    async let dateutilAnswers = Oracle.dateutil().answers(to: texts)
    async let libicalAnswers = Oracle.libical().answers(to: texts)
    let own = try questions.map { try $0.ownAnswer() }
    let (dateutil, libical) = (try await dateutilAnswers, try await libicalAnswers)

    var comparison = try Comparison()
    for (index, question) in questions.enumerated() {
      comparison.compare(question, own[index], dateutil: dateutil[index], libical: libical[index])
    }
    let unexplained = comparison.unexplained.count
    #expect(unexplained == 0, "\(comparison.unexplained.prefix(20).joined(separator: "\n\n"))")
    #expect(comparison.agreements["dateutil", default: 0] > texts.count * 9 / 10)
    #expect(comparison.agreements["libical", default: 0] > texts.count * 6 / 10)
    let isComplete = DifferentialTests.firstSeed == 1 && texts.count >= 20_000
    let unused = comparison.unusedRows
    #expect(!isComplete || unused.isEmpty, "rows of differences.md that explain nothing: \(unused)")
    print("\(texts.count) rules: \(comparison.summary)")
  }
}

/// Holds the answers to one question after another against each other.
private struct Comparison {
  private let table: DifferenceTable
  private var explained: [String: Int] = [:]
  private(set) var agreements: [String: Int] = [:]
  private(set) var unexplained: [String] = []

  init() throws {
    table = try DifferenceTable()
  }

  var summary: String {
    let counts = explained.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return (["agreements \(agreements), differences explained"] + counts).joined(separator: "\n  ")
  }

  var unusedRows: [String] {
    table.rows.map(name).filter { explained[$0] == nil }
  }

  private func name(_ row: DifferenceTable.Row) -> String {
    "\(row.oracle) \(row.conditions.joined(separator: " "))"
  }

  mutating func compare(_ question: RuleQuestion, _ own: String, dateutil: String, libical: String) {
    let witnesses = Set([dateutil, libical])
    for (name, answer) in [("dateutil", dateutil), ("libical", libical)] {
      guard answer != own else {
        agreements[name, default: 0] += 1
        continue
      }
      let row = table.rows.first { $0.explains(name, rule: question.ruleText, answer: answer) }
      let isWitnessed = witnesses.contains(own) || question.referenceAnswer() == own
      guard let row, isWitnessed else {
        let reason = row == nil ? "no row explains it" : "nobody agrees with LocalPush"
        unexplained.append("\(question)\n  \(name): \(reason)\n  own:  \(own)\n  \(name): \(answer)")
        continue
      }
      explained[self.name(row), default: 0] += 1
    }
  }
}
