internal import Glibc
internal import LocalPushLoop

/// The settings of a user as dconf keeps them on disk: a hash table in GVDB's format (gvdb-format.h), little-endian.
///
/// Read directly, because whoever has it read needs another process or a library with threads of its own.
nonisolated struct DconfFile {
  private let bytes: [UInt8]

  /// The items of the table: 24 bytes each.
  private let items: Range<Int>

  private static let itemSize = 24
  private static let sizeAtMost = 16 * 1024 * 1024
  /// Folders inside each other; a damaged file could hold a circle.
  private static let depthAtMost = 32

  /// Reads `$XDG_CONFIG_HOME/dconf/user`; nil where there is none, or none that can be understood.
  static func ofUser() -> DconfFile? {
    let home = Environment.value("HOME") ?? ""
    let folder = Environment.value("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.config"
    return contents(of: folder + "/dconf/user").flatMap(DconfFile.init)
  }

  /// Takes the bytes of such a file; nil when they are something else.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard bytes.starts(with: "GVariant".utf8), let start = Self.number(bytes, 16), let end = Self.number(bytes, 20),
      start <= end, end <= bytes.count, let bloom = Self.number(bytes, start),
      let buckets = Self.number(bytes, start + 4)
    else { return nil }
    // the upper five bits of the number of bloom words are something else
    let first = start + 8 + 4 * (bloom & 0x07FF_FFFF) + 4 * buckets
    guard first <= end else { return nil }
    items = first..<end
  }

  /// The boolean under a key such as `/org/gnome/desktop/notifications/show-banners`; nil when nobody has set it.
  func boolean(_ key: String) -> Bool? {
    let wanted = Array(key.utf8)
    for item in stride(from: items.lowerBound, to: items.upperBound - Self.itemSize + 1, by: Self.itemSize) {
      guard bytes[item + 14] == UInt8(ascii: "v"), name(of: item) == wanted else { continue }
      guard let start = Self.number(bytes, item + 16), let end = Self.number(bytes, item + 20), end - start == 3,
        end <= bytes.count, bytes[start + 1] == 0, bytes[start + 2] == UInt8(ascii: "b")
      else { return nil }
      return bytes[start] != 0
    }
    return nil
  }

  /// The whole key of an item: its own part behind those of the folders it is in.
  private func name(of item: Int) -> [UInt8]? {
    var parts: [ArraySlice<UInt8>] = []
    var item = item
    for _ in 0..<Self.depthAtMost {
      guard let start = Self.number(bytes, item + 8) else { return nil }
      let end = start + Int(bytes[item + 12]) + Int(bytes[item + 13]) << 8
      guard end <= bytes.count else { return nil }
      parts.append(bytes[start..<end])
      guard let parent = Self.number(bytes, item + 4) else { return nil }
      if parent == 0xFFFF_FFFF { return Array(parts.reversed().joined()) }
      item = items.lowerBound + parent * Self.itemSize
      guard item + Self.itemSize <= items.upperBound else { return nil }
    }
    return nil
  }

  private static func number(_ bytes: [UInt8], _ at: Int) -> Int? {
    guard at >= 0, at + 4 <= bytes.count else { return nil }
    return (0..<4).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) }
  }

  private static func contents(of path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, (1...sizeAtMost).contains(Int(status.st_size))
    else { return nil }
    return [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
      count = max(0, read(file, buffer.baseAddress, buffer.count))
    }
  }
}
