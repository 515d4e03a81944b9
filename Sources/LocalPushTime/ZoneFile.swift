/// Reads the TZif format of RFC 9636: what `/usr/share/zoneinfo` holds.
///
/// GLib reads the same files, but its `GTimeZone` tells neither when an offset begins nor anything after the year 2999,
/// searches from the front each time, and keeps a zone it has read once for as long as anybody holds it.
struct ZoneFile {
  private let bytes: [UInt8]
  private var position = 0

  /// The rules in the file, or nil if it is not a zone file, is cut short, or counts leap seconds.
  static func rules(in bytes: [UInt8]) -> ZoneRules? {
    var file = ZoneFile(bytes: bytes)
    return file.read()
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private mutating func read() -> ZoneRules? {
    guard let header = Header(&self) else { return nil }
    guard header.version >= UInt8(ascii: "2") else { return readBlock(header, timeSize: 4) }
    guard skip(header.size(timeSize: 4)), let header = Header(&self) else { return nil }
    return readBlock(header, timeSize: 8)
  }

  private mutating func readBlock(_ header: Header, timeSize: Int) -> ZoneRules? {
    guard header.leapCount == 0, header.typeCount > 0, header.size(timeSize: timeSize) <= bytes.count - position
    else { return nil }
    let times = (0..<header.timeCount).map { _ in integer(timeSize) }
    let types = (0..<header.timeCount).map { _ in integer(1) & 0xFF }
    let offsets = (0..<header.typeCount).map { _ in offset() }
    guard types.allSatisfy({ $0 < offsets.count }), offsets.allSatisfy({ abs($0) < 26 * 3_600 }),
      zip(times, times.dropFirst()).allSatisfy(<)
    else { return nil }
    let tail = timeSize == 8 ? footer(after: header.restSize) : nil
    return ZoneRules(
      firstOffset: offsets[0], changes: zip(times, types).map { (time: $0, offset: offsets[$1]) }, tail: tail)
  }

  /// One local time type: four bytes of offset, then summer flag and name index, which nobody here needs.
  private mutating func offset() -> Int {
    let offset = integer(4)
    position += 2
    return offset
  }

  private mutating func footer(after size: Int) -> PosixZone? {
    guard skip(size), integer(1) == Int(UInt8(ascii: "\n")),
      let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n"))
    else { return nil }
    return PosixZone(parsing: String(decoding: bytes[position..<end], as: UTF8.self))
  }

  private mutating func skip(_ count: Int) -> Bool {
    guard count <= bytes.count - position else { return false }
    position += count
    return true
  }

  /// Reads a signed big-endian integer; zero past the end, which callers rule out beforehand.
  fileprivate mutating func integer(_ size: Int) -> Int {
    guard size <= bytes.count - position else { return 0 }
    defer { position += size }
    let bits = bytes[position..<position + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let unused = 64 - size * 8
    return Int(Int64(bitPattern: bits << UInt64(unused)) >> Int64(unused))
  }

  private struct Header {
    let version: UInt8
    let standardCount: Int
    let universalCount: Int
    let leapCount: Int
    let timeCount: Int
    let typeCount: Int
    let nameBytes: Int

    init?(_ file: inout ZoneFile) {
      let magic = Array("TZif".utf8)
      guard file.bytes.count - file.position >= 44, Array(file.bytes[file.position..<file.position + 4]) == magic
      else { return nil }
      version = file.bytes[file.position + 4]
      file.position += 20
      universalCount = file.integer(4)
      standardCount = file.integer(4)
      leapCount = file.integer(4)
      timeCount = file.integer(4)
      typeCount = file.integer(4)
      nameBytes = file.integer(4)
      let counts = [universalCount, standardCount, leapCount, timeCount, typeCount, nameBytes]
      guard counts.allSatisfy({ (0...1_000_000).contains($0) }) else { return nil }
    }

    /// The bytes of the block that follow the local time types.
    var restSize: Int {
      nameBytes + standardCount + universalCount
    }

    func size(timeSize: Int) -> Int {
      timeCount * (timeSize + 1) + typeCount * 6 + leapCount * (timeSize + 4) + restSize
    }
  }
}
