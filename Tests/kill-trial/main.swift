import Foundation
import LocalPushKillTrial

// kill-trial PROGRAMS [KILLS [SEED]]: kills the daemon in the folder PROGRAMS that many times and reads its books.

let arguments = CommandLine.arguments
guard arguments.count > 1 else {
  print("Usage: kill-trial PROGRAMS [KILLS [SEED]]")
  exit(2)
}
let kills = arguments.count > 2 ? Int(arguments[2]) ?? 300 : 300
let seed = arguments.count > 3 ? UInt64(arguments[3]) ?? 1 : UInt64.random(in: 1...999_999)
print("seed \(seed)")
let report = try KillTrial(seed: seed, programs: URL(filePath: arguments[1]).path).run(kills: kills) { print($0) }
print(report.summary)
for fault in report.faults { print("FAULT \(fault)") }
if let folder = report.folder { print("everything is kept in \(folder)") }
exit(report.faults.isEmpty ? 0 : 1)
