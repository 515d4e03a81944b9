import Foundation
import LocalPushModel
import LocalPushStore
import LocalPushTime
import Testing

private let now = try! Instant(parsing: "2026-12-01T08:00:00Z")

/// What a rescue makes of pages that are not where they belong.
@Suite("Pages of damaged files")
struct PageRescueTests {
  @Test("a file without its first page loses nothing, and nothing that was deleted comes back")
  func noSchema() throws {
    let store = try FilledStore(messages: 300)
    defer { store.remove() }
    let rows = try delete(where: { $0 % 100 < 70 }, in: store)
    var bytes = try store.bytes()
    bytes.replaceSubrange(0..<4096, with: repeatElement(0, count: 4096))
    try store.write(bytes)
    let rescue = try Store.rescue(store.path, at: now)
    #expect(rescue.messages == 90)
    let rescued = try Store(path: store.path)
    #expect(try rescued.rowCount() == rows)
    #expect(try rescued.pendingMessages(app: nil).allSatisfy { $0.number % 100 > 70 || $0.number % 100 == 0 })
  }

  private func delete(where isDeleted: (Int64) -> Bool, in store: FilledStore) throws -> Int {
    let open = try Store(path: store.path)
    try open.transaction { () throws(StoreError) in
      for number in 1...300 where isDeleted(Int64(number - 1)) { try open.delete(Int64(number)) }
    }
    return try open.rowCount()
  }

  @Test("pages that point to themselves come to an end, and cost nothing")
  func circle() throws {
    let store = try FilledStore(messages: 300)
    defer { store.remove() }
    let rows = try Store(path: store.path).rowCount()
    var bytes = try store.bytes()
    for start in stride(from: 4096, to: bytes.count, by: 4096) where bytes[start] == 5 {
      let cells = (0..<Int(bytes[start + 4])).map { 12 + 2 * $0 }.map {
        Int(bytes[start + $0]) << 8 | Int(bytes[start + $0 + 1])
      }
      for cell in cells + [8] { bytes[start + cell + 3] = UInt8(start / 4096 + 1) }
    }
    try store.write(bytes)
    let rescue = try Store.rescue(store.path, at: now)
    #expect(rescue.messages == 300)
    #expect(try Store(path: store.path).rowCount() == rows)
  }

  @Test("what stands only in the log is saved, as far as the log is good", arguments: [0, 1000])
  func log(lost: Int) throws {
    let store = try FilledStore(messages: 30)
    defer { store.remove() }
    try store.leaveLog()
    try store.write(Array(repeating: 0x41, count: 4096) + store.bytes().dropFirst(4096))
    try store.write(store.bytes("-wal").dropLast(lost), "-wal")
    let rescue = try Store.rescue(store.path, at: now)
    #expect(rescue.messages == (lost == 0 ? 31 : 30))
    let ids = try Store(path: store.path).pendingMessages(app: nil).map(\.message.key.id)
    #expect(ids.contains("late") == (lost == 0))
  }

  @Test("an old copy of a message does not let a slot happen again")
  func oldMessage() throws {
    let store = try FilledStore(messages: 40)
    defer { store.remove() }
    try putBackOldPage(of: store, holding: "title of m20\"") { open in
      let stored = try #require(try open.message(Self.key))
      let next = try #require(stored.next)
      try open.transaction { () throws(StoreError) in
        _ = try open.insertOccurrence(of: stored, next, state: .shown, reason: "on time", at: now)
        try open.advance(stored.number, past: next.slot, to: nil, ended: "its time came", at: now + .seconds(1))
      }
    }
    _ = try Store.rescue(store.path, at: now)
    let rescued = try Store(path: store.path)
    let stored = try #require(try rescued.message(Self.key))
    let next = try #require(stored.next)
    try rescued.transaction { () throws(StoreError) in
      #expect(try rescued.insertOccurrence(of: stored, next, state: .held, reason: "again", at: now) == nil)
    }
  }

  @Test("an old copy of an occurrence does not let it be shown again")
  func oldOccurrence() throws {
    let store = try FilledStore(messages: 40)
    defer { store.remove() }
    let number = try hold(in: store)
    try putBackOldPage(of: store, holding: "title of m20\"") { open in
      try open.transaction { () throws(StoreError) in
        try open.setState(number, to: .shown, reason: "on time", at: now + .seconds(1))
      }
    }
    _ = try Store.rescue(store.path, at: now)
    let occurrence = try #require(try Store(path: store.path).occurrence(number)).occurrence
    #expect(occurrence.state == .shown && occurrence.reason == "on time")
  }

  private static let key = MessageKey(app: MessageKey.ownApp, id: "m20")

  private func hold(in store: FilledStore) throws -> Int64 {
    let open = try Store(path: store.path)
    let stored = try #require(try open.message(Self.key))
    let next = try #require(stored.next)
    let held = try open.transaction { () throws(StoreError) in
      try open.insertOccurrence(of: stored, next, state: .held, reason: "its time came", at: now)
    }
    return try #require(held).number
  }

  /// Undoes on one page of the file what `change` does, as a disk that forgets a write.
  private func putBackOldPage(of store: FilledStore, holding text: String, _ change: (Store) throws -> Void) throws {
    let old = try store.bytes()
    do { try change(Store(path: store.path)) }
    var bytes = try store.bytes()
    for start in stride(from: 0, to: old.count, by: 4096) {
      let page = start..<start + 4096
      guard old[page] != bytes[page], FilledStore.page(holding: text, in: Array(old[page])) != nil else { continue }
      bytes.replaceSubrange(page, with: old[page])
      return try store.write(bytes)
    }
    Issue.record("no page that was changed holds \(text)")
  }
}
