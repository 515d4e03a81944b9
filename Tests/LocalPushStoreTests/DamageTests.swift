import Foundation
import LocalPushModel
import LocalPushStore
import LocalPushTestSupport
import LocalPushTime
import Testing

private let now = try! Instant(parsing: "2026-12-01T08:00:00Z")

/// A store with messages, history, responses, badges and switches, in a folder of its own.
private struct FilledStore {
  let folder = FileManager.default.temporaryDirectory.appending(path: "localpush-damage-\(UUID().uuidString)")
  var path: String { folder.appending(path: "messages.db").path }

  init(messages: Int) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let store = try Store(path: path)
    for start in stride(from: 0, to: messages, by: 100) {
      try store.transaction { () throws(StoreError) in
        for number in start..<min(messages, start + 100) { try Self.fill(store, number) }
      }
    }
  }

  private static func fill(_ store: Store, _ number: Int) throws(StoreError) {
    guard let (message, next) = try? message("m\(number)", due: now + .minutes(Int64(number + 1))) else { return }
    try store.insert(message, next: next, at: now)
    guard number % 3 == 0, let stored = try store.message(message.key) else { return }
    let slot = PlannedOccurrence(slot: .instant(now), instant: now, adjustment: .unique)
    guard
      let shown = try store.insertOccurrence(of: stored, slot, state: .held, reason: "its time came", at: now)
    else { return }
    try store.setState(shown, to: .shown, reason: "on time", at: now)
    guard number % 6 == 0, let occurrence = try store.occurrence(shown) else { return }
    _ = try store.insertResponse(
      to: occurrence, action: "view", text: nil, activationToken: nil, handler: nil, at: now)
    try store.setBadge(app: "org.example.App\(number)", to: 3)
    try store.setSwitch(app: "org.example.Off\(number)", isOn: false)
  }

  static func message(_ id: String, due: Instant) throws -> (Message, PlannedOccurrence) {
    var draft = MessageDraft()
    try draft.set("id", to: id)
    try draft.set("title", to: "title of \(id)")
    try draft.set("body", to: String(repeating: "some words ", count: id.hasSuffix("7") ? 600 : 8))
    try draft.set("at", to: due.description)
    let message = try draft.message(source: "test", at: now, in: .utc)
    return (message, PlannedOccurrence(slot: .instant(due), instant: due, adjustment: .unique))
  }

  func bytes(_ suffix: String = "") throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path + suffix))) }

  func write(_ bytes: [UInt8], _ suffix: String = "") throws {
    try Data(bytes).write(to: URL(filePath: path + suffix))
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  /// What SQLite itself reads row by row from a copy of the file, looked up one by one.
  func readable(of messages: Int) throws -> Set<String> {
    let copy = folder.appending(path: "copy.db").path
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: copy + suffix)
      try? FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
    }
    return Store.readableMessages(copy, upTo: Int64(messages))
  }
}

enum Damage: String, CaseIterable {
  case flippedBytes, pageHeaders, zeroedPages, garbagePages, swappedPages, copiedPages, truncated, header, cutLog, noLog

  fileprivate func apply(to store: FilledStore, _ numbers: inout SeededGenerator) throws {
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
      for _ in 0..<numbers.number(1...9) { bytes[page(&numbers).lowerBound + numbers.below(24)] = UInt8(numbers.below(256)) }
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

@Suite("Damaged files")
struct DamageTests {
  @Test(
    "whatever is damaged, it starts, keeps the damaged file, and has every message that can still be read",
    arguments: Damage.allCases)
  func rescue(damage: Damage) throws {
    let count = 300
    let store = try FilledStore(messages: count)
    defer { store.remove() }
    if damage == .cutLog || damage == .noLog { try leaveLog(store) }
    let sound = try store.bytes()
    let rows = damage == .cutLog || damage == .noLog ? 0 : try Store(path: store.path).rowCount()
    let log = try? store.bytes("-wal")
    for seed in (Int(ProcessInfo.processInfo.environment["LOCALPUSH_FROM"] ?? "") ?? 1)...(Int(ProcessInfo.processInfo.environment["LOCALPUSH_DAMAGE"] ?? "") ?? 40) {
      var numbers = SeededGenerator(seed: UInt64(seed))
      try store.write(sound)
      if let log { try store.write(log, "-wal") }
      try damage.apply(to: store, &numbers)
      let readable = try store.readable(of: count + 1)
      let damaged = try store.bytes()
      let (opened, told) = try open(store, damaged: damaged, "\(damage) \(seed)")
      let found = Set(try opened.pendingMessages(app: nil).map(\.message.key.id))
      let faults = opened.faults
      let lost = readable.subtracting(found).filter { id in !faults.contains { "/\($0)".contains("/\(id):") } }
      if !lost.isEmpty { try Data(damaged).write(to: URL(filePath: "/tmp/lost-\(damage)-\(seed)")) }
      #expect(lost.isEmpty, "\(damage) \(seed): \(lost.sorted())")
      #expect(try opened.damage() == nil, "\(damage) \(seed)")
      if try rows - opened.rowCount() > told { try Data(damaged).write(to: URL(filePath: "/tmp/lost-\(damage)-\(seed)")) }
      let missing = try rows - opened.rowCount()
      if log == nil { #expect(missing <= told, "\(damage) \(seed): \(told) told of \(missing)") }
    }
  }

  /// Opens the store as the daemon does, and gives how many rows are said to be lost; a damaged file has to be kept as
  /// it is.
  private func open(_ store: FilledStore, damaged: [UInt8], _ name: String) throws -> (Store, lost: Int) {
    do throws(StoreError) {
      return (try Store(path: store.path), 0)
    } catch {
      guard error.isDamaged else { throw error }
    }
    let rescue = try Store.rescue(store.path, at: now)
    #expect(try Array(Data(contentsOf: URL(filePath: rescue.aside))) == damaged, "\(name)")
    try FileManager.default.removeItem(atPath: rescue.aside)
    try? FileManager.default.removeItem(atPath: rescue.aside + "-wal")
    return (try Store(path: store.path), rescue.lost)
  }

  /// Kills the writer in the middle: the last commits are only in the log.
  private func leaveLog(_ store: FilledStore) throws {
    let (bytes, log) = try beforeClosing(store)
    try store.write(bytes)
    try store.write(log, "-wal")
  }

  private func beforeClosing(_ store: FilledStore) throws -> (bytes: [UInt8], log: [UInt8]) {
    let open = try Store(path: store.path)
    let (message, next) = try FilledStore.message("late", due: now + .hours(9))
    try open.transaction { () throws(StoreError) in try open.insert(message, next: next, at: now) }
    return (try store.bytes(), try store.bytes("-wal"))
  }

  @Test("a damaged page costs the rows that stand on it and nothing else")
  func onePage() throws {
    let store = try FilledStore(messages: 400)
    defer { store.remove() }
    var bytes = try store.bytes()
    let page = try #require(firstPage(holding: "title of m200", in: bytes))
    bytes.replaceSubrange(page..<page + 4096, with: repeatElement(0, count: 4096))
    try store.write(bytes)
    let rescue = try Store.rescue(store.path, at: now)
    #expect(rescue.messages < 400 && rescue.messages > 380)
    #expect(rescue.lost >= 400 - rescue.messages && rescue.lost < 20)
    let rescued = try Store(path: store.path)
    #expect(try rescued.pendingMessages(app: nil).count == rescue.messages)
    #expect(try rescued.responses().count == 67)
    #expect(try rescued.switchedOff().count == 67)
  }

  private func firstPage(holding text: String, in bytes: [UInt8]) -> Int? {
    let needle = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: 4096) {
      let page = bytes[start..<start + 4096]
      if page.indices.dropLast(needle.count).contains(where: { page[$0...].starts(with: needle) }) { return start }
    }
    return nil
  }

  @Test("no sequence number of a response is given twice, also when the last one cannot be read")
  func sequence() throws {
    let store = try FilledStore(messages: 60)
    defer { store.remove() }
    do {
      let open = try Store(path: store.path)
      try open.transaction { () throws(StoreError) in
        try open.acknowledge(app: "org.localpush.LocalPush", upTo: 100)
      }
    }
    _ = try Store.rescue(store.path, at: now)
    let rescued = try Store(path: store.path)
    let shown = try #require(try rescued.shownOccurrences(app: nil).first)
    let response = try rescued.transaction { () throws(StoreError) in
      try rescued.insertResponse(to: shown, action: "view", text: nil, activationToken: nil, handler: nil, at: now)
    }
    #expect(response.sequence == 11)
  }

  @Test("a rescue that died over moving the files is brought to its end")
  func interrupted() throws {
    let store = try FilledStore(messages: 10)
    defer { store.remove() }
    try FileManager.default.moveItem(atPath: store.path, toPath: store.path + ".rescue")
    try store.write([1, 2, 3], "-wal")
    try Store.finishRescue(store.path)
    #expect(try Store(path: store.path).pendingMessages(app: nil).count == 10)
    #expect(!FileManager.default.fileExists(atPath: store.path + ".rescue"))
  }

  @Test("the file of a newer program is refused in words and not touched")
  func newer() throws {
    let store = try FilledStore(messages: 10)
    defer { store.remove() }
    var bytes = try store.bytes()
    bytes[63] = 99  // user_version, the last of its four bytes
    try store.write(bytes)
    let error = #expect(throws: StoreError.self) { try Store(path: store.path) }
    #expect(error?.isDamaged == false)
    #expect(error?.message.contains("version 99") == true)
    #expect(error?.message.contains("update LocalPush") == true)
    #expect(try store.bytes() == bytes)
    #expect(try FileManager.default.contentsOfDirectory(atPath: store.folder.path) == ["messages.db"])
  }

  @Test(
    "a row that cannot be read is a fault of its message alone",
    arguments: [
      ("definition", "{\"title\":"), ("definition", "{}"), ("trigger", "{\"kind\":"), ("trigger", "[]"),
      ("next_slot", "yesterday"),
      ("definition", "{\"title\":\"T\",\"urgency\":\"very\"}"),
    ])
  func unreadable(column: String, value: String) throws {
    let store = try FilledStore(messages: 9)
    defer { store.remove() }
    let open = try Store(path: store.path)
    try open.overwrite(column, of: "m4", with: value)
    #expect(try open.pendingMessages(app: nil).count == 8)
    #expect(open.faults.count == 1 && open.faults[0].contains("m4"))
    let key = MessageKey(app: MessageKey.ownApp, id: "m4")
    try open.transaction { () throws(StoreError) in
      #expect(try open.dueMessages(at: now + .minutes(30), atMost: 100).count == 8)
    }
    // it is not due for ever
    for stored in try open.pendingMessages(app: nil) { try open.delete(stored.number) }
    #expect(try open.nextMoment() == nil)
    // and another one may take its place
    let (again, next) = try FilledStore.message("m4", due: now + .hours(1))
    try open.transaction { () throws(StoreError) in try open.insert(again, next: next, at: now) }
    #expect(try open.message(key) != nil)
    #expect(open.faults.isEmpty)
  }
}
