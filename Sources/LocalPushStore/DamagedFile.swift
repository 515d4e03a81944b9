internal import Glibc

/// The pages of a database that may be damaged in any way, with those of its log in their places; nothing is written.
///
/// SQLite file format, "Pages" and "The Write-Ahead Log".
final class DamagedFile {
  /// Every store has pages of this size; what the header of a damaged file says of it is not asked.
  static let pageSize = 4096

  /// Pages that the file and its log have between them.
  let pageCount: Int
  /// Pages that the file has lost at its end, by its own account.
  let missingPages: Int
  private let file: ReadableFile
  private let log: ReadableFile
  private let logged: LogIndex

  /// Opens what there is at `path`; a file that is not there has no pages.
  init(path: String) throws(StoreError) {
    file = try ReadableFile(path: path)
    log = try ReadableFile(path: path + "-wal")
    logged = LogIndex(log)
    pageCount = max((file.size + Self.pageSize - 1) / Self.pageSize, logged.pageCount)
    let first = logged.place(of: 1).map { [log] in log.bytes(at: $0, count: 100) } ?? file.bytes(at: 0, count: 100)
    missingPages = max(0, Self.claimedPages(first) - pageCount)
  }

  /// How many pages the header says there are; 0 when it does not know ("In-header database size").
  private static func claimedPages(_ header: [UInt8]) -> Int {
    guard header.count == 100, header.integer(at: 24, bytes: 4) == header.integer(at: 92, bytes: 4) else { return 0 }
    return header.integer(at: 28, bytes: 4)
  }

  /// The newest committed bytes of a page, with zeroes for those that the file has lost; nil when there are none.
  func page(_ number: Int) -> [UInt8]? {
    guard number >= 1, number <= pageCount else { return nil }
    let bytes =
      logged.place(of: number).map { log.bytes(at: $0, count: Self.pageSize) }
      ?? file.bytes(at: (number - 1) * Self.pageSize, count: Self.pageSize)
    guard !bytes.isEmpty else { return nil }
    return bytes + Array(repeating: 0, count: Self.pageSize - bytes.count)
  }

  /// Pages that hold nothing any more, as far as their list can be read ("The Freelist").
  func freePages() -> Set<Int> {
    var free: Set<Int> = []
    var trunk = page(1)?.integer(at: 32, bytes: 4) ?? 0
    while trunk > 1, !free.contains(trunk), let bytes = page(trunk) {
      let count = bytes.integer(at: 4, bytes: 4)
      let leaves = (0..<min(count, Self.pageSize / 4 - 2)).map { bytes.integer(at: 8 + 4 * $0, bytes: 4) }
      guard leaves.count == count, leaves.allSatisfy({ $0 > 1 && $0 <= pageCount }) else { break }
      free.insert(trunk)
      free.formUnion(leaves)
      trunk = bytes.integer(at: 0, bytes: 4)
    }
    return free
  }
}

/// A file of which any part may be asked for; what cannot be read is not there.
final class ReadableFile {
  let size: Int
  private let descriptor: Int32

  init(path: String) throws(StoreError) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 || errno == ENOENT else { throw FileMove.failure("\(path) cannot be read") }
    size = descriptor < 0 ? 0 : max(0, lseek(descriptor, 0, SEEK_END))
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Up to `count` bytes from `place` on: fewer at the end, none where the disk gives none.
  func bytes(at place: Int, count: Int) -> [UInt8] {
    Array(unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(0, pread(descriptor, buffer.baseAddress, count, place))
    }
  }
}

extension [UInt8] {
  /// The number of so many bytes at a place, the highest first; 0 beyond the end.
  func integer(at place: Int, bytes width: Int) -> Int {
    guard place >= 0, place + width <= count else { return 0 }
    return (place..<place + width).reduce(0) { $0 << 8 | Int(self[$1]) }
  }

  /// The number of one to nine bytes at a place and where it ends; nil when it goes beyond `end` ("varint").
  func variableInteger(at place: Int, before end: Int) -> (value: Int64, end: Int)? {
    var value: UInt64 = 0
    for index in 0..<9 {
      guard place + index < Swift.min(end, count) else { return nil }
      let byte = UInt64(self[place + index])
      if index == 8 { return (Int64(bitPattern: value << 8 | byte), place + 9) }
      value = value << 7 | byte & 0x7F
      if byte & 0x80 == 0 { return (Int64(bitPattern: value), place + index + 1) }
    }
    return nil
  }
}
