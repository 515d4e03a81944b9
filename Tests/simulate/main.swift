import Foundation
import LocalPushSimulation

// simulate [SEEDS [STEPS [FIRST]]]: runs that many seeds of the simulated world, tells which fail, and makes the first short.
// simulate --first [SEEDS [STEPS [FIRST]]]: tells the first seed that fails as it is, and runs none after it.
// simulate --script FILE: runs one script and tells what happens in it.

func report(_ script: Script, _ violation: Violation, seed: UInt64?) {
  let short = Simulation.shrink(script, breaking: violation.rule)
  if let seed { print("seed \(seed) breaks") }
  print(Simulation.failure(of: short)?.description ?? violation.description)
  print("--- script\n\(short)\n--- what happens in it")
  for line in Simulation.trace(of: short) { print(line) }
}

let arguments = CommandLine.arguments
if arguments.count == 3, arguments[1] == "--script" {
  let script = Script(parsing: try String(contentsOfFile: arguments[2], encoding: .utf8))
  for line in Simulation.trace(of: script) { print(line) }
  let failure = Simulation.failure(of: script)
  print(failure?.description ?? "every rule holds")
  exit(failure == nil ? 0 : 1)
}

let tellsFirstOnly = arguments.dropFirst().first == "--first"
let numbers = arguments.dropFirst(tellsFirstOnly ? 2 : 1).map { UInt64($0) ?? 0 }
let seeds = numbers.first ?? 1000
let steps = numbers.count > 1 ? Int(numbers[1]) : 500
let first = numbers.count > 2 ? numbers[2] : 1
let began = Date()
let lock = NSLock()
nonisolated(unsafe) var broken: [UInt64: Violation] = [:]  // guarded by the lock

DispatchQueue.concurrentPerform(iterations: Int(seeds)) { index in
  let seed = first + UInt64(index)
  guard lock.withLock({ tellsFirstOnly ? broken.keys.allSatisfy { $0 > seed } : broken.count < 20 }) else { return }
  guard let violation = Simulation.failure(of: Script(seed: seed, steps: steps)) else { return }
  lock.withLock { broken[seed] = violation }
}

if let (seed, violation) = broken.min(by: { $0.key < $1.key }) {
  if tellsFirstOnly {
    print("seed \(seed): \(violation)")
    exit(1)
  }
  for (seed, violation) in broken.sorted(by: { $0.key < $1.key }) { print("seed \(seed): \(violation)") }
  fflush(nil)
  report(Script(seed: seed, steps: steps), violation, seed: seed)
  exit(1)
}
let seconds = Date().timeIntervalSince(began)
print("\(seeds) seeds from \(first), \(steps) steps each: every rule holds (\(Int(seconds.rounded())) s)")
