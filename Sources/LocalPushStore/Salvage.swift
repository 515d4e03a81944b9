/// A damaged database, of which every page is looked at.
///
/// First every tree is walked from its root, and what stands in its proper place there is taken. Where that is not all
/// of a table, the rows of its shape on the pages that are left are taken too, as far as their numbers are among those
/// that are amiss: what a sound part of a tree does not have was deleted, and stays so.
final class Salvage {
  /// How a row was found.
  enum Standing {
    /// Where its table's tree has the place of its number.
    case inPlace
    /// On a page that may have been its table's.
    case stray
    /// Among rows of which one has a wrong number.
    case misnumbered
  }

  /// Takes a row of a table, and tells whether it was not known yet.
  typealias Taking = (SavedRow, _ table: String, Standing) throws(StoreError) -> Bool

  private enum PageState {
    case unseen
    /// It seems to hold the rest of a row.
    case rest
    case sound, damaged
  }

  private let file: DamagedFile
  private let shapes: [TableShape]
  private var states: [PageState]
  private var gaps: [String: NumberGaps] = [:]
  private var roots: [String: Int] = [:]
  private var indexRoots: [String: [Int]] = [:]
  private var sequences: [String: Int64] = [:]
  /// Pages to which another one leads.
  private var led: Set<Int> = []
  private var highestNumbers: [String: Int64] = [:]
  private var chainedPages = 0

  /// Opens what there is at `path`.
  init(path: String, shapes: [TableShape]) throws(StoreError) {
    file = try DamagedFile(path: path)
    self.shapes = shapes
    states = Array(repeating: .unseen, count: file.pageCount + 1)
    try walk(.schema, from: 1) { row, _, _ in note(schemaRow: row.values) }
    try walk(.sequence, from: roots[TableShape.sequence.table]) { row, _, _ in note(sequence: row.values) }
  }

  private func note(schemaRow values: [SavedValue]) -> Bool {
    guard case .text(let kind) = values[0], case .text(let name) = values[2], case .integer(let root) = values[3],
      let page = Int(exactly: root)
    else { return false }
    let table = String(decoding: name, as: UTF8.self)
    if kind.elementsEqual("table".utf8) { roots[table] = page }
    if kind.elementsEqual("index".utf8) { indexRoots[table, default: []].append(page) }
    return true
  }

  private func note(sequence values: [SavedValue]) -> Bool {
    guard case .text(let name) = values[0], case .integer(let last) = values[1], TableShape.numbers.contains(last)
    else { return false }
    sequences[String(decoding: name, as: UTF8.self)] = last
    return true
  }

  /// The last number that a table gave to a row (`sqlite_sequence`); nil when that cannot be read.
  func lastNumber(of table: String) -> Int64? { sequences[table] }

  /// Hands over every row that can be read, some of them more than once.
  func rows(_ take: Taking) throws(StoreError) {
    for shape in shapes {
      let found = try walk(shape, from: roots[shape.table], take)
      compareIndexes(of: shape, with: found)
    }
    guard shapes.contains(where: { gaps[$0.table] != nil }) else { return }
    let free = file.freePages()
    for standing in [Standing.stray, .misnumbered] {
      for page in 1..<states.count where states[page] != .sound && !free.contains(page) {
        try strayRows(on: page, standing, take)
      }
    }
  }

  // MARK: - Trees

  /// A page and the numbers that the pages above leave to it.
  private struct Place {
    let page: Int
    let numbers: ClosedRange<Int64>
  }

  /// Takes what stands in its place, and gives how many rows that are.
  @discardableResult
  private func walk(_ shape: TableShape, from root: Int?, _ take: Taking) throws(StoreError) -> Int {
    var found = 0
    var places = [Place(page: root ?? 0, numbers: TableShape.numbers)]
    while let place = places.popLast() {
      guard let page = claim(place.page) else {
        gaps[shape.table, default: NumberGaps()].add(place.numbers)
        continue
      }
      switch page.content {
      case .interior(let children):
        let below = page.isWhole ? Self.places(children, in: place.numbers) : nil
        note(place, of: shape, isSound: below != nil, reach: nil)
        for child in below ?? [] { led.insert(child.page) }
        places += (below ?? []).reversed()
      case .leaf(let cells):
        found += try readLeaf(page, cells, place, shape, take)
      }
    }
    return found
  }

  /// A tree may look whole from a root that is not its own: then its table has fewer rows than an index.
  private func compareIndexes(of shape: TableShape, with found: Int) {
    guard let root = roots[shape.table],
      (indexRoots[shape.table] ?? []).contains(where: { IndexTree(root: $0, in: file).entries > found })
    else { return }
    if states.indices.contains(root) { states[root] = .damaged }
    gaps[shape.table, default: NumberGaps()].add(TableShape.numbers)
  }

  /// A page of a tree that no tree had before: pages may point to each other in a circle.
  private func claim(_ number: Int) -> TreePage? {
    guard number >= 1, number < states.count, [.unseen, .rest].contains(states[number]) else { return nil }
    return file.page(number).flatMap { TreePage($0, at: number) }
  }

  /// The places of the pages below; nil when their limits do not rise from one to the next.
  private static func places(_ children: [TreePage.Child], in numbers: ClosedRange<Int64>) -> [Place]? {
    var places: [Place] = []
    var first = numbers.lowerBound
    for child in children {
      let last = child.last ?? numbers.upperBound
      guard first <= last, last <= numbers.upperBound else { return nil }
      places.append(Place(page: child.page, numbers: first...last))
      first = last + 1
    }
    return places
  }

  private func readLeaf(
    _ page: TreePage, _ cells: [TreePage.Cell], _ place: Place, _ shape: TableShape, _ take: Taking
  ) throws(StoreError) -> Int {
    var found = 0
    // only a table as a whole can be empty
    var isSound = page.isWhole && (!cells.isEmpty || place.page == roots[shape.table])
    for cell in cells {
      if cell.isInOrder, place.numbers.contains(cell.number),
        let row = row(cell, on: page).flatMap(shape.completed)
      {
        highestNumbers[shape.table] = max(row.number, highestNumbers[shape.table] ?? 0)
        _ = try take(row, shape.table, .inPlace)
        found += 1
      } else {
        isSound = false
      }
    }
    let sure = cells.filter(\.isInOrder).map(\.number).filter(TableShape.numbers.contains)
    note(place, of: shape, isSound: isSound, reach: sure.min().flatMap { first in sure.max().map { first...$0 } })
    return found
  }

  /// Keeps what became of a page. Where it is damaged its limits are doubtful as well: a number in them, or in the
  /// `reach` of its rows, may be amiss.
  private func note(_ place: Place, of shape: TableShape, isSound: Bool, reach: ClosedRange<Int64>?) {
    states[place.page] = isSound ? .sound : .damaged
    guard !isSound else { return }
    gaps[shape.table, default: NumberGaps()].add(place.numbers)
    if let reach { gaps[shape.table, default: NumberGaps()].add(reach) }
  }

  // MARK: - Rows

  private func strayRows(on number: Int, _ standing: Standing, _ take: Taking) throws(StoreError) {
    guard let page = file.page(number).flatMap({ TreePage($0, at: number) }) else { return }
    let hasOwn =
      switch page.content {
      case .interior(let children): standing == .stray && children.allSatisfy { led.insert($0.page).inserted }
      case .leaf(let cells): try takeStrays(cells, on: page, standing, take)
      }
    // a copy of another page may stand in the place of what is lost
    if page.isWhole, hasOwn { states[number] = .sound }
  }

  /// Tells whether there are rows and every one of them was new.
  private func takeStrays(
    _ cells: [TreePage.Cell], on page: TreePage, _ standing: Standing, _ take: Taking
  ) throws(StoreError) -> Bool {
    var new = 0
    for cell in cells where cell.isInOrder == (standing == .stray) {
      guard let (table, row) = row(cell, on: page).flatMap(known), gaps[table]?.contains(row.number) == true
      else { continue }
      highestNumbers[table] = max(row.number, highestNumbers[table] ?? 0)
      if try take(row, table, standing) { new += 1 }
    }
    return new > 0 && new == cells.count
  }

  /// The table of which a row is one, by its shape.
  private func known(_ row: SavedRow) -> (table: String, row: SavedRow)? {
    for shape in shapes {
      if let row = shape.completed(row), !isSequence(row.values, shape) { return (shape.table, row) }
    }
    return nil
  }

  /// A row of `sqlite_sequence` looks like a badge.
  private func isSequence(_ values: [SavedValue], _ shape: TableShape) -> Bool {
    guard shape.table == "badge", case .text(let name) = values[0] else { return false }
    return shapes.contains { name.elementsEqual($0.table.utf8) }
  }

  private func row(_ cell: TreePage.Cell, on page: TreePage) -> SavedRow? {
    var payload = Array(page.bytes[cell.local])
    guard cell.payloadSize > payload.count else { return SavedRow(number: cell.number, payload) }
    guard cell.payloadSize <= min(Self.largestRow, file.pageCount * DamagedFile.pageSize) else { return nil }
    var next = cell.overflow
    var chain: [Int] = []
    while payload.count < cell.payloadSize {
      chainedPages += 1
      guard chainedPages <= mostChainedPages, let bytes = file.page(next) else { return nil }
      chain.append(next)
      next = bytes.integer(at: 0, bytes: 4)
      payload += bytes[4...].prefix(cell.payloadSize - payload.count)
    }
    guard let row = SavedRow(number: cell.number, payload) else { return nil }
    for page in chain where states[page] == .unseen { states[page] = .rest }
    return row
  }

  /// More than a call of the bus can bring.
  private static let largestRow = 128 * 1024 * 1024

  /// Every row is read three times at most; more than this only where chains of pages run through each other.
  private var mostChainedPages: Int { 8 * file.pageCount + 64 }

  // MARK: - Loss

  /// At most how many rows of a table are lost, when `present` tells how many of a range of numbers are not.
  func lost(
    _ shape: TableShape, present: (ClosedRange<Int64>) throws(StoreError) -> Int
  ) throws(StoreError) -> Int {
    let highest = highestNumbers[shape.table] ?? 0
    // a last number that is not the last is damaged as well
    let last = lastNumber(of: shape.table).flatMap { $0 < highest ? nil : $0 }
    var lost = 0
    for gap in gaps[shape.table]?.ranges ?? [] {
      let end = min(gap.upperBound, last ?? gap.upperBound)
      guard gap.lowerBound <= end else { continue }
      let numbers = Int(end - gap.lowerBound) + 1 - (try present(gap.lowerBound...end))
      // nobody knows how far a table went whose end is gone: no further than its pages did
      lost += end == TableShape.numbers.upperBound ? min(numbers, damagedPages * shape.rowsPerPage) : numbers
    }
    return lost
  }

  /// Pages on which rows may have stood that cannot be read.
  private lazy var damagedPages: Int = {
    let free = file.freePages()
    let damaged = (1..<states.count).count { page in
      guard [.unseen, .damaged].contains(states[page]), !free.contains(page) else { return false }
      return file.page(page).flatMap(IndexPage.init) == nil
    }
    return damaged + file.missingPages
  }()
}

/// Numbers of a table at which there may have been rows that are not in their places.
struct NumberGaps {
  private var all: [ClosedRange<Int64>] = []

  mutating func add(_ range: ClosedRange<Int64>) {
    // in order, and none touching another one
    let first = all.partitioningIndex { $0.upperBound >= range.lowerBound - 1 }
    let end = all.partitioningIndex { $0.lowerBound > range.upperBound + 1 }
    let joined = all[first..<end].reduce(range) {
      min($0.lowerBound, $1.lowerBound)...max($0.upperBound, $1.upperBound)
    }
    all.replaceSubrange(first..<end, with: [joined])
  }

  var ranges: [ClosedRange<Int64>] { all }

  func contains(_ number: Int64) -> Bool {
    let index = all.partitioningIndex { $0.upperBound >= number }
    return index < all.count && all[index].contains(number)
  }
}

extension Array {
  /// Where the elements begin for which `belongs` holds, in an array in which they all come last.
  fileprivate func partitioningIndex(_ belongs: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if belongs(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
