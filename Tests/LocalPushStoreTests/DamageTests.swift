import Foundation
import LocalPushModel
import LocalPushStore
import LocalPushTestSupport
import LocalPushTime
import Testing

private let now = try! Instant(parsing: "2026-12-01T08:00:00Z")

@Suite("Damaged files")
struct DamageTests {
  @Test(
    "whatever is damaged, it starts, keeps the damaged file, and has every message that can still be read",
    arguments: Damage.allCases)
  func rescue(damage: Damage) throws {
    let store = try FilledStore(messages: 300)
    defer { store.remove() }
    if damage.isOfLog { try store.leaveLog() }
    let sound = (file: try store.bytes(), log: try? store.bytes("-wal"))
    let rows = damage.isOfLog ? 0 : try Store(path: store.path).rowCount()
    for seed in Self.seeds {
      var numbers = SeededGenerator(seed: seed)
      try store.write(sound.file)
      if let log = sound.log { try store.write(log, "-wal") }
      try damage.apply(to: store, &numbers)
      try check(store, rows: rows, "\(damage) \(seed)")
    }
  }

  /// `LOCALPUSH_DAMAGE` is their number where more of them are to be tried, `LOCALPUSH_DAMAGE_FROM` the first.
  private static var seeds: ClosedRange<UInt64> {
    let environment = ProcessInfo.processInfo.environment
    let first = environment["LOCALPUSH_DAMAGE_FROM"].flatMap(UInt64.init) ?? 1
    return first...first + (environment["LOCALPUSH_DAMAGE"].flatMap(UInt64.init) ?? 10) - 1
  }

  private func check(_ store: FilledStore, rows: Int, _ name: String) throws {
    let readable = try store.readable(of: 301)
    let (opened, told) = try open(store, damaged: try store.bytes(), name)
    let found = Set(try opened.pendingMessages(app: nil).map(\.message.key.id))
    let faults = opened.faults
    let lost = readable.subtracting(found).filter { id in !faults.contains { "/\($0)".contains("/\(id):") } }
    #expect(lost.isEmpty, "\(name): \(lost.sorted())")
    #expect(try opened.damage() == nil, "\(name)")
    let missing = try rows - opened.rowCount()
    #expect(missing <= told, "\(name): \(told) told of \(missing)")
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

  @Test("a damaged page costs the rows that stand on it and nothing else")
  func onePage() throws {
    let store = try FilledStore(messages: 400)
    defer { store.remove() }
    var bytes = try store.bytes()
    let page = try #require(FilledStore.page(holding: "title of m200", in: bytes))
    bytes.replaceSubrange(page, with: repeatElement(0, count: 4096))
    try store.write(bytes)
    let rescue = try Store.rescue(store.path, at: now)
    #expect(rescue.messages < 400 && rescue.messages > 380)
    #expect(rescue.lost >= 400 - rescue.messages && rescue.lost < 20)
    let rescued = try Store(path: store.path)
    #expect(try rescued.pendingMessages(app: nil).count == rescue.messages)
    #expect(try rescued.responses().count == 67)
    #expect(try rescued.switchedOff().count == 67)
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
