/// Files in the format of dconf, for tests that have none.
public nonisolated enum DconfFixture {
  /// A file as dconf writes it: each item is the own part of its key, and the number of the folder it is in.
  public static func file(_ items: [(key: String, parent: UInt32, value: [UInt8]?)]) -> [UInt8] {
    func little(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
    let tableSize = 8 + 4 + 4 + 24 * items.count  // a header, one bloom word, one bucket, the items
    var table = little(5 << 27 | 1) + little(1) + little(.max) + little(0)
    var rest: [UInt8] = []
    func place(_ bytes: [UInt8]) -> UInt32 {
      while rest.count % 8 != 0 { rest.append(0) }
      rest += bytes
      return UInt32(24 + tableSize + rest.count - bytes.count)
    }
    for item in items {
      table += little(0) + little(item.parent) + little(place(Array(item.key.utf8)))
      table += [UInt8(item.key.utf8.count), 0, item.value == nil ? UInt8(ascii: "L") : UInt8(ascii: "v"), 0]
      let value = item.value ?? []
      let start = place(value)
      table += little(start) + little(start + UInt32(value.count))
    }
    return Array("GVariant".utf8) + little(0) + little(0) + little(24) + little(UInt32(24 + tableSize)) + table + rest
  }

  /// Where GNOME's do-not-disturb is: banners are shown, or not.
  public static func showBanners(_ isOn: Bool) -> [UInt8] {
    file([
      ("/", .max, nil), ("org/", 0, nil), ("gnome/", 1, nil), ("desktop/", 2, nil), ("notifications/", 3, nil),
      ("text", 4, Array("'x'".utf8) + [0, UInt8(ascii: "s")]),
      ("show-banners", 4, [isOn ? 1 : 0, 0, UInt8(ascii: "b")]),
    ])
  }
}
