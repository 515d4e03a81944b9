import Foundation
import LocalPushBus
import LocalPushModel
import LocalPushStore
import LocalPushTestSupport
import LocalPushTime
import Testing

@MainActor
@Suite("The disk fails the daemon", .serialized)
struct DiskTests {
  @Test("where nothing can be written, messages come on time and that is said once")
  func nothingCanBeWritten() throws {
    let session = try DaemonSession()
    let server = try FakeNotificationServer(bus: session.bus)
    for number in 1...3 {
      try session.schedule([
        ("id", .string("m\(number)")), ("title", .string("M\(number)")), ("in", .string("\(number + 2)s")),
      ])
    }
    session.end()
    session.blocksPerFile = 4
    try session.start()
    #expect(serve { server.received.count == 3 })
    #expect(server.received.map(\.summary) == ["M1", "M2", "M3"])
    let error = #expect(throws: BusError.self) { try session.schedule([("id", "n"), ("title", "N"), ("in", "1h")]) }
    #expect(error?.message.contains("cannot be written") == true)
    let log = session.home.read("log") ?? ""
    #expect(log.components(separatedBy: "messages still come on time").count == 2, "\(log)")
  }

  @Test("damage in the middle of a large file is met, told, and costs what stood there")
  func damageIsMet() throws {
    let session = try DaemonSession(starts: false)
    let server = try FakeNotificationServer(bus: session.bus)
    session.home.makeDirectory("state/localpush")
    let path = session.home.path("state/localpush/messages.db")
    try fill(path, messages: 700)
    try damage(path, at: "title of m350")
    try session.start()
    #expect(
      serveRepeatedly {
        _ = try? session.pending()
        return server.received.contains { $0.body.contains("messages.db.damaged") }
      })
    let pending = try session.pending()
    #expect(pending.count > 690 && pending.count < 700)
    #expect(FileManager.default.fileExists(atPath: path + ".damaged"))
    #expect(session.exitStatus == nil)
  }

  @Test("a backup of a damaged schedule does not replace the last one, and the schedule is rescued")
  func damageIsNotBackedUp() throws {
    let session = try DaemonSession(starts: false)
    session.home.makeDirectory("state/localpush")
    let path = session.home.path("state/localpush/messages.db")
    try fill(path, messages: 700)
    try damage(path, at: "title of m350")
    session.home.write("state/localpush/messages.backup.db", "the last good one")
    try session.start()
    #expect(throws: BusError.self) { try session.call("BackUp") }
    #expect(session.home.read("state/localpush/messages.backup.db") == "the last good one")
    #expect(serveRepeatedly { (try? session.call("BackUp")) != nil })
    #expect(FileManager.default.fileExists(atPath: path + ".damaged"))
    let backup = try Store(path: session.home.path("state/localpush/messages.backup.db"))
    #expect(try backup.damage() == nil)
    let count = try backup.pendingMessages(app: nil).count
    #expect(count > 690 && count < 702, "\(count)")
  }

  private func fill(_ path: String, messages: Int) throws {
    let store = try Store(path: path)
    let now = try Instant(parsing: "2026-12-01T08:00:00Z")
    for number in 0..<messages {
      var draft = MessageDraft()
      try draft.set("id", to: "m\(number)")
      try draft.set("title", to: "title of m\(number)")
      try draft.set("body", to: String(repeating: "words ", count: 500))
      try draft.set("at", to: "2099-12-01 09:00")
      let message = try draft.message(source: "test", at: now, in: .utc)
      let next = message.trigger.next(after: now, in: .utc)
      try store.transaction(isDurable: false) { () throws(StoreError) in try store.insert(message, next: next, at: now)
      }
    }
  }

  /// Overwrites the page on which `text` stands.
  private func damage(_ path: String, at text: String) throws {
    var bytes = try Data(contentsOf: URL(filePath: path))
    let place = try #require(bytes.range(of: Data(text.utf8))).lowerBound
    let page = place / 4096 * 4096
    bytes.replaceSubrange(page..<page + 4096, with: Data(repeating: 0, count: 4096))
    try bytes.write(to: URL(filePath: path))
  }
}
