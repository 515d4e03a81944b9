import LocalPushTestSupport
import Testing

@testable import LocalPushTime

/// Every zone of the system against Python's zoneinfo, from long ago until the year 9900.
@Suite struct ZoneDifferentialTests {
  @Test("offsets and resolved times are those of zoneinfo, in all zones")
  func zoneinfo() throws {
    let names = ZoneFolder.standard().allZoneNames()
    #expect(names.count > 400)
    var generator = SeededGenerator(seed: 1)
    let probes = try names.map { try self.probes(of: Zone(identifier: $0), &generator) }
    let questions = zip(names, probes).map { name, seconds in
      ([name] + seconds.map(String.init)).joined(separator: "\t")
    }
    let answers = try Oracle.zoneinfo().answers(to: questions)
    for ((name, seconds), answer) in zip(zip(names, probes), answers) {
      let rules = try Zone(identifier: name).rules
      let own = seconds.map { "\(rules.segment(at: $0).offset) \(rules.resolve($0).second)" }
      #expect(own.joined(separator: "\t") == answer, "\(name)")
    }
  }

  /// Seconds just before, at and after some changes of a zone, and random ones.
  private func probes(of zone: Zone, _ generator: inout SeededGenerator) -> [Int] {
    let lastYear = 250_000_000_000
    let changes = zone.rules.transitions.filter { (-5_000_000_000...lastYear).contains($0) }
    let near = (0..<min(8, changes.count)).flatMap { _ in
      let change = generator.pick(changes)
      return [change - 1, change, change + generator.number(-90_000...90_000)]
    }
    return near + (0..<8).map { _ in generator.number(-3_000_000_000...lastYear) }
  }
}

extension ZoneFolder {
  /// The names that `Zone(identifier:)` takes, of all zone files there are.
  func allZoneNames() -> [String] {
    allNames().filter { (try? Zone(identifier: $0)) != nil }.sorted()
  }
}
