import Foundation
import LocalPushTestSupport

/// What may happen to a file.
enum Damage: String, CaseIterable {
  case flippedBytes, pageHeaders, zeroedPages, garbagePages, swappedPages, copiedPages, truncated, header, cutLog, noLog

  /// The last commits are in the log alone, and may be lost without a trace.
  var isOfLog: Bool { self == .cutLog || self == .noLog }

  func apply(to store: FilledStore, _ numbers: inout SeededGenerator) throws {
    var bytes = try store.bytes()
    let pages = bytes.count / 4096
    func page(_ numbers: inout SeededGenerator) -> Range<Int> {
      let start = numbers.below(pages) * 4096
      return start..<start + 4096
    }
    switch self {
    case .flippedBytes:
      for _ in 0..<numbers.number(1...39) { bytes[numbers.below(bytes.count)] ^= UInt8(numbers.number(1...255)) }
    case .pageHeaders:
      for _ in 0..<numbers.number(1...9) {
        bytes[page(&numbers).lowerBound + numbers.below(24)] = UInt8(numbers.below(256))
      }
    case .copiedPages:
      for _ in 0..<numbers.number(1...3) { bytes.replaceSubrange(page(&numbers), with: Array(bytes[page(&numbers)])) }
    case .zeroedPages:
      for _ in 0..<numbers.number(1...5) { bytes.replaceSubrange(page(&numbers), with: repeatElement(0, count: 4096)) }
    case .garbagePages:
      let garbage = (0..<4096).map { _ in UInt8(numbers.below(256)) }
      bytes.replaceSubrange(page(&numbers), with: garbage)
    case .swappedPages:
      let (one, other) = (page(&numbers), page(&numbers))
      let (first, second) = (Array(bytes[one]), Array(bytes[other]))
      bytes.replaceSubrange(one, with: second)
      bytes.replaceSubrange(other, with: first)
    case .truncated: bytes.removeLast(numbers.number(1...bytes.count - 1))
    case .header:
      let version = bytes[63]
      for _ in 0..<3 { bytes[numbers.below(100)] = UInt8(numbers.below(256)) }
      // this one byte makes it the file of a newer program, which is refused
      bytes[63] = version
    case .cutLog:
      let log = try store.bytes("-wal")
      try store.write(Array(log.prefix(numbers.below(log.count))), "-wal")
    case .noLog: try FileManager.default.removeItem(atPath: store.path + "-wal")
    }
    try store.write(bytes)
  }
}
