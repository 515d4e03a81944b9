/// One page of the tree of a table, read as far as it makes sense (SQLite file format, "B-tree Pages").
struct TreePage {
  /// A page below this one, and the highest number that may stand there; nil when nothing limits it.
  struct Child {
    let page: Int
    let last: Int64?
  }

  /// A row as it stands on its page: where its content begins, and where it goes on.
  struct Cell {
    let number: Int64
    let payloadSize: Int
    let local: Range<Int>
    /// Page with the rest of the content; 0 when there is no rest.
    let overflow: Int
    /// Its number comes after that of the cell before it and before that of the next one.
    var isInOrder = true
  }

  enum Content {
    case interior([Child])
    case leaf([Cell])
  }

  let bytes: [UInt8]
  let content: Content
  /// Every byte of the page is accounted for, and every cell can be read.
  let isWhole: Bool

  private static let leafKind: UInt8 = 13
  private static let interiorKind: UInt8 = 5

  /// Reads a page; nil when it says that it is something else.
  init?(_ bytes: [UInt8], at number: Int) {
    let layout = Layout(bytes, at: number)
    self.bytes = bytes
    switch layout.kind {
    case Self.leafKind:
      let cells = layout.cellPlaces.map { Self.cell(bytes, at: $0) }
      let used = cells.reduce(0) { $0 + ($1?.size ?? 0) }
      content = .leaf(Self.marked(cells.compactMap { $0?.cell }))
      isWhole = layout.isSound && !cells.contains { $0 == nil } && layout.free + used == bytes.count
    case Self.interiorKind:
      let children = layout.cellPlaces.map { Self.child(bytes, at: $0) }
      let rightmost = Child(page: bytes.integer(at: layout.start + 8, bytes: 4), last: nil)
      content = .interior(children.compactMap(\.self) + [rightmost])
      isWhole = layout.isSound && !children.contains { $0 == nil }
    default: return nil
    }
  }

  private static func child(_ bytes: [UInt8], at place: Int) -> Child? {
    guard let last = bytes.variableInteger(at: place + 4, before: bytes.count)?.value else { return nil }
    return Child(page: bytes.integer(at: place, bytes: 4), last: last)
  }

  private static func cell(_ bytes: [UInt8], at place: Int) -> (cell: Cell, size: Int)? {
    guard let (size, next) = bytes.variableInteger(at: place, before: bytes.count),
      let (number, start) = bytes.variableInteger(at: next, before: bytes.count), (0...Int64(Int32.max)).contains(size)
    else { return nil }
    let local = localSize(Int(size), pageSize: bytes.count)
    let end = start + local + (local < size ? 4 : 0)
    guard end <= bytes.count else { return nil }
    let overflow = local < size ? bytes.integer(at: start + local, bytes: 4) : 0
    let cell = Cell(number: number, payloadSize: Int(size), local: start..<start + local, overflow: overflow)
    return (cell, max(4, end - place))
  }

  /// How much of a content stands on the page itself ("Cell Payload Overflow Pages").
  private static func localSize(_ size: Int, pageSize: Int) -> Int {
    let most = pageSize - 35
    guard size > most else { return size }
    let least = (pageSize - 12) * 32 / 255 - 23
    let fitting = least + (size - least) % (pageSize - 4)
    return fitting <= most ? fitting : least
  }

  private static func marked(_ cells: [Cell]) -> [Cell] {
    cells.indices.map { index in
      var cell = cells[index]
      if index > 0, cells[index - 1].number >= cell.number { cell.isInOrder = false }
      if index + 1 < cells.count, cells[index + 1].number <= cell.number { cell.isInOrder = false }
      return cell
    }
  }
}

/// One page of the tree of an index, which holds nothing that its table does not.
struct IndexPage {
  let entries: Int
  /// Pages below this one.
  let children: [Int]

  private static let interiorKind: UInt8 = 2
  private static let leafKind: UInt8 = 10

  /// Reads a page; nil when it is something else or damaged.
  init?(_ bytes: [UInt8]) {
    let layout = Layout(bytes, at: 2)
    guard layout.isSound, [Self.interiorKind, Self.leafKind].contains(layout.kind) else { return nil }
    entries = layout.cellPlaces.count
    let pointers = layout.kind == Self.leafKind ? [] : layout.cellPlaces + [layout.start + 8]
    children = pointers.map { bytes.integer(at: $0, bytes: 4) }
  }
}

/// The tree of an index as far as it can be read.
struct IndexTree {
  private(set) var entries = 0

  init(root: Int, in file: DamagedFile) {
    var pages = [root]
    var seen: Set<Int> = []
    while let number = pages.popLast() {
      guard seen.insert(number).inserted, let page = file.page(number).flatMap(IndexPage.init) else { continue }
      entries += page.entries
      pages += page.children
    }
  }
}

/// Where things stand on a page, by its header.
private struct Layout {
  let kind: UInt8
  /// Where the page's header begins: the first page has that of the file before it.
  let start: Int
  let cellPlaces: [Int]
  /// Bytes that are not part of a cell.
  private(set) var free: Int
  private(set) var isSound: Bool

  init(_ bytes: [UInt8], at number: Int) {
    start = number == 1 ? 100 : 0
    kind = bytes[start]
    let pointers = start + ([2, 5].contains(kind) ? 12 : 8)
    let count = bytes.integer(at: start + 3, bytes: 2)
    let room = (bytes.count - pointers) / 2
    // SQLite heeds only as many bits as a page is large
    cellPlaces = (0..<min(count, room)).map { bytes.integer(at: pointers + 2 * $0, bytes: 2) & (bytes.count - 1) }
    let contentStart = bytes.integer(at: start + 5, bytes: 2)
    free = contentStart + Int(bytes[start + 7])
    isSound = count <= room && pointers + 2 * count <= contentStart && contentStart <= bytes.count
    addFreeBlocks(bytes)
  }

  /// Free blocks follow each other upwards; each begins with the place of the next one and its size.
  private mutating func addFreeBlocks(_ bytes: [UInt8]) {
    var block = bytes.integer(at: start + 1, bytes: 2)
    while block > 0 {
      let (next, size) = (bytes.integer(at: block, bytes: 2), bytes.integer(at: block + 2, bytes: 2))
      guard size >= 4, block + size <= bytes.count, next == 0 || next >= block + size else {
        isSound = false
        return
      }
      free += size
      block = next
    }
  }
}
