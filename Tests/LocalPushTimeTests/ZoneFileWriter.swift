@testable import LocalPushTime

/// Writes zone files for tests, so that no test depends on what governments decide next.
enum ZoneFileWriter {
  /// A file of version 2 (RFC 9636) with these changes of offset and this rule for the time after them.
  static func file(first: Int, changes: [(time: Int, offset: Int)] = [], footer: String = "") -> [UInt8] {
    block(first, changes, timeSize: 4) + block(first, changes, timeSize: 8) + Array("\n\(footer)\n".utf8)
  }

  static func rules(first: Int, changes: [(time: Int, offset: Int)] = [], footer: String = "") throws -> ZoneRules {
    guard let rules = ZoneFile.rules(in: file(first: first, changes: changes, footer: footer)) else {
      throw TimeError(.zone, footer, "the test's own zone file cannot be read")
    }
    return rules
  }

  private static func block(_ first: Int, _ changes: [(time: Int, offset: Int)], timeSize: Int) -> [UInt8] {
    let names = Array("XXX\0".utf8)
    var bytes = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15)
    for count in [0, 0, 0, changes.count, changes.count + 1, names.count] { bytes += integer(count, size: 4) }
    for change in changes { bytes += integer(change.time, size: timeSize) }
    bytes += changes.indices.map { UInt8($0 + 1) }
    for offset in [first] + changes.map(\.offset) { bytes += integer(offset, size: 4) + [0, 0] }
    return bytes + names
  }

  private static func integer(_ value: Int, size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}

extension Zone {
  /// A zone that follows a POSIX rule at all times.
  init(rule: String) throws {
    let standard = PosixZone(parsing: rule)?.standardOffset ?? 0
    self.init(
      identifier: rule, rules: try ZoneFileWriter.rules(first: standard, changes: [(0, standard + 1)], footer: rule))
  }

  /// Central European time as it is in 2025.
  static func berlin() throws -> Zone { try Zone(rule: "CET-1CEST,M3.5.0,M10.5.0/3") }
}
