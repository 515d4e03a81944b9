/// Runs scripts and makes those that fail short.
public enum Simulation {
  /// Runs a script to its end; the answer is nil when every rule held.
  public static func failure(of script: Script) -> Violation? { run(script, isTraced: false).violation }

  /// Runs a script and tells what happened, line by line.
  public static func trace(of script: Script) -> [String] { run(script, isTraced: true).trace }

  private static func run(_ script: Script, isTraced: Bool) -> (violation: Violation?, trace: [String]) {
    do {
      var world = try SimulatedWorld(script.world, isTraced: isTraced)
      defer { world.cleanUp() }
      do {
        for step in script.steps { try world.take(step) }
        try world.finish()
        return (nil, world.trace ?? [])
      } catch {
        return (violation(error), world.trace ?? [])
      }
    } catch {
      return (violation(error), [])
    }
  }

  private static func violation(_ error: any Error) -> Violation {
    error as? Violation ?? Violation(rule: .nothingLost, detail: "the scheduler failed: \(error)")
  }

  /// Takes out steps, larger pieces first, as long as the same rule still breaks (delta debugging).
  public static func shrink(_ script: Script, breaking rule: Rule) -> Script {
    var shortest = script
    var piece = max(1, script.steps.count / 2)
    while true {
      let before = shortest.steps.count
      var start = 0
      while start < shortest.steps.count {
        var shorter = shortest
        shorter.steps.removeSubrange(start..<min(start + piece, shorter.steps.count))
        if failure(of: shorter)?.rule == rule { shortest = shorter } else { start += piece }
      }
      if piece == 1, shortest.steps.count == before { return shortest }
      piece = max(1, piece / 2)
    }
  }
}
