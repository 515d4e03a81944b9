/// What a trial found: what happened, and every broken promise.
public struct KillReport {
  /// One line for each kill.
  public internal(set) var lines: [String] = []
  /// What a rule of design.md forbids, each with its rule.
  public internal(set) var faults: [String] = []
  var counts: [(name: String, count: Int)] = []
  /// The folder of the daemon, kept when something is wrong.
  public internal(set) var folder: String?

  /// The figures in one sentence.
  public var summary: String {
    counts.map { "\($0.count) \($0.name)" }.joined(separator: ", ")
  }

  mutating func count(_ name: String, _ number: Int) { counts.append((name, number)) }
}
