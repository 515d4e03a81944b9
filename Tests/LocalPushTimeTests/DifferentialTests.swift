import Foundation
import Testing

@testable import LocalPushTime

/// Generated rules against other people's implementations; every difference must be explained in `differences.md`.
///
/// `LOCALPUSH_RULES` sets how many rules there are for each oracle, `LOCALPUSH_SEED` where their seeds begin.
@Suite struct DifferentialTests {
  static let ruleCount = setting("LOCALPUSH_RULES") ?? 2_000
  static let firstSeed = setting("LOCALPUSH_SEED") ?? 1

  private static func setting(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap(Int.init)
  }

  @Test("python-dateutil gives the same occurrences")
  func dateutil() throws {
    try compare(Oracle.dateutil(), named: "dateutil", from: DifferentialTests.firstSeed)
  }

  @Test("libical gives the same occurrences")
  func libical() throws {
    try compare(Oracle.libical(), named: "libical", from: DifferentialTests.firstSeed)
  }

  private func compare(_ oracle: Oracle, named name: String, from firstSeed: Int) throws {
    let questions = (firstSeed..<firstSeed + DifferentialTests.ruleCount).map { RuleQuestion(seed: UInt64($0)) }
    let answers = try oracle.answers(to: questions.map(\.text))
    for (question, answer) in zip(questions, answers) {
      let own = try question.ownAnswer()
      if own != answer { print("DIFF", name, question.rule.text, question.rule.start, own, answer, separator: "\t") }
    }
  }
}
