/// Where the newest committed copy of each page stands in a log, up to its first bad frame.
///
/// SQLite file format, "WAL File Format" and "Checksum Algorithm".
struct LogIndex {
  /// Pages of the database after the last good commit; 0 without one.
  private(set) var pageCount = 0
  private var places: [Int: Int] = [:]

  private static let headerSize = 32
  private static let frameHeaderSize = 24

  init(_ log: ReadableFile) {
    let header = log.bytes(at: 0, count: Self.headerSize)
    let magic = header.integer(at: 0, bytes: 4)
    guard header.count == Self.headerSize, magic & ~1 == 0x377F_0682,
      header.integer(at: 8, bytes: 4) == DamagedFile.pageSize
    else { return }
    var checksum = LogChecksum(isHighestFirst: magic & 1 == 1)
    checksum.add(header[..<24])
    guard checksum.stands(in: header, at: 24) else { return }
    readFrames(of: log, salt: header[16..<24], checksum)
  }

  private mutating func readFrames(of log: ReadableFile, salt: ArraySlice<UInt8>, _ start: LogChecksum) {
    var checksum = start
    var uncommitted: [Int: Int] = [:]
    var place = Self.headerSize
    let frameSize = Self.frameHeaderSize + DamagedFile.pageSize
    while place + frameSize <= log.size {
      let frame = log.bytes(at: place, count: frameSize)
      guard frame.count == frameSize, frame[8..<16].elementsEqual(salt) else { return }
      checksum.add(frame[..<8])
      checksum.add(frame[Self.frameHeaderSize...])
      guard checksum.stands(in: frame, at: 16) else { return }
      uncommitted[frame.integer(at: 0, bytes: 4)] = place + Self.frameHeaderSize
      place += frameSize
      let committed = frame.integer(at: 4, bytes: 4)
      guard committed > 0 else { continue }
      places.merge(uncommitted) { $1 }
      uncommitted = [:]
      pageCount = committed
    }
  }

  /// Where the bytes of a page stand in the log; nil when it has none of them.
  func place(of page: Int) -> Int? { places[page] }
}

/// The running checksum of a log.
private struct LogChecksum {
  let isHighestFirst: Bool
  private var first: UInt32 = 0
  private var second: UInt32 = 0

  init(isHighestFirst: Bool) {
    self.isHighestFirst = isHighestFirst
  }

  /// Adds bytes, a multiple of eight of them.
  mutating func add(_ bytes: ArraySlice<UInt8>) {
    bytes.withUnsafeBytes { words in
      for place in stride(from: 0, to: words.count, by: 8) {
        first &+= word(words, place) &+ second
        second &+= word(words, place + 4) &+ first
      }
    }
  }

  private func word(_ words: UnsafeRawBufferPointer, _ place: Int) -> UInt32 {
    let word = words.loadUnaligned(fromByteOffset: place, as: UInt32.self)
    return isHighestFirst ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
  }

  func stands(in bytes: [UInt8], at place: Int) -> Bool {
    bytes.integer(at: place, bytes: 4) == Int(first) && bytes.integer(at: place + 4, bytes: 4) == Int(second)
  }
}
