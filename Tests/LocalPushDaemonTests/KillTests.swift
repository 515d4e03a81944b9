import Foundation
import LocalPushKillTrial
import Testing

@MainActor
@Suite("The daemon is killed at random", .serialized)
struct KillTests {
  @Test("killed again and again, every message is accounted for", arguments: [UInt64(1)])
  func killed(seed: UInt64) throws {
    let programs = DaemonSession.root.appending(path: ".build/debug").path
    let report = try KillTrial(seed: seed, programs: programs).run(kills: 20)
    #expect(report.faults.isEmpty, "seed \(seed), kept in \(report.folder ?? "-"): \(report.faults)\n\(report.summary)")
  }
}
