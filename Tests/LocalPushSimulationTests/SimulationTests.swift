import LocalPushSimulation
import Testing

@Test("in simulated worlds every rule holds", arguments: 1...60)
func everyRuleHolds(seed: Int) {
  let script = Script(seed: UInt64(seed), steps: 100)
  guard let violation = Simulation.failure(of: script) else { return }
  Issue.record("seed \(seed): \(violation)\n\(Simulation.shrink(script, breaking: violation.rule))")
}

@Test("a script is read back as it was printed")
func scriptsRoundTrip() {
  let script = Script(seed: 7, steps: 200)
  #expect(Script(parsing: script.description).description == script.description)
}
