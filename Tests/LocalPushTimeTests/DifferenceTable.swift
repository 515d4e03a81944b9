import Foundation

/// The table in `differences.md`: what other implementations are known to do differently, and why they are not followed.
struct DifferenceTable {
  struct Row {
    let oracle: String
    let conditions: [Substring]
    let text: String

    /// True if the row speaks of this oracle and all its conditions hold for the rule and the answer.
    func explains(_ name: String, rule: String, answer: String) -> Bool {
      oracle == name && conditions.allSatisfy { Row.holds($0, rule: rule, answer: answer) }
    }

    /// A condition is a part that must be there (`BYDAY`), or with `!` must not; that has one of some values
    /// (`FREQ=DAILY|WEEKLY`), a negative number (`BYMONTHDAY<0`), or beside numbered weekdays plain ones (`BYDAY:mixed`);
    /// or the word that the oracle gave for an answer (`refused`, `timeout`, `crashed`).
    private static func holds(_ condition: Substring, rule: String, answer: String) -> Bool {
      if condition.hasPrefix("!") { return !holds(condition.dropFirst(), rule: rule, answer: answer) }
      if ["refused", "timeout", "crashed"].contains(condition) { return answer == condition }
      let name = condition.prefix { $0.isLetter }
      let test = condition.dropFirst(name.count)
      guard let part = rule.split(separator: ";").first(where: { $0.hasPrefix("\(name)=") }) else { return false }
      let values = part.dropFirst(name.count + 1).split(separator: ",")
      switch test.first {
      case "=": return test.dropFirst().split(whereSeparator: "\\|".contains).contains { values.contains($0) }
      case "<": return values.contains { $0.hasPrefix("-") }
      case ":": return values.contains { $0.count == 2 } && values.contains { $0.count > 2 }
      default: return true
      }
    }
  }

  let rows: [Row]

  /// Reads the rows of the Markdown table: oracle, conditions, explanation.
  init() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("differences.md")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    rows = lines.filter { $0.hasPrefix("| ") }.dropFirst().map { line in
      let cells = line.split(separator: " | ").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "| `")) }
      return Row(oracle: cells[0], conditions: cells[1].split(separator: " "), text: cells[2])
    }
  }
}
