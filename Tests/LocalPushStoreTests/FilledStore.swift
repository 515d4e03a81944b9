import Foundation
import LocalPushModel
import LocalPushStore
import LocalPushTime

private let now = try! Instant(parsing: "2026-12-01T08:00:00Z")

/// A store with messages, history, responses, badges and switches, in a folder of its own.
struct FilledStore {
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
    try store.setState(shown.number, to: .shown, reason: "on time", at: now)
    guard number % 6 == 0, let occurrence = try store.occurrence(shown.number) else { return }
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

  /// The first page that holds a text, as a range of `bytes`.
  static func page(holding text: String, in bytes: [UInt8]) -> Range<Int>? {
    let needle = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: 4096) {
      let page = bytes[start..<start + 4096]
      if page.indices.dropLast(needle.count).contains(where: { page[$0...].starts(with: needle) }) {
        return page.indices
      }
    }
    return nil
  }

  func write(_ bytes: [UInt8], _ suffix: String = "") throws {
    try Data(bytes).write(to: URL(filePath: path + suffix))
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  /// Kills a writer in the middle: its last commit, of the message `late`, is only in the log.
  func leaveLog() throws {
    let (bytes, log) = try bytesBeforeClosing()
    try write(bytes)
    try write(log, "-wal")
  }

  private func bytesBeforeClosing() throws -> (bytes: [UInt8], log: [UInt8]) {
    let open = try Store(path: path)
    let (message, next) = try Self.message("late", due: now + .hours(9))
    try open.transaction { () throws(StoreError) in try open.insert(message, next: next, at: now) }
    return (try bytes(), try bytes("-wal"))
  }

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
