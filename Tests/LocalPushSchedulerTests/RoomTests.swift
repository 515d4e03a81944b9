import LocalPushModel
import LocalPushTime
import Testing

@testable import LocalPushScheduler
@testable import LocalPushStore

@Suite("room for messages")
struct RoomTests {
  private let store: Store
  private let now = Instant(seconds: 1_796_115_600)

  init() throws { store = try Store(path: ":memory:") }

  /// What is said when one more message of `app` comes; without a word it is stored.
  private func add(_ id: String, of app: String, to room: inout Room) throws -> String? {
    if let reason = try room.lack(for: app, in: store) { return reason }
    var draft = MessageDraft()
    for (name, text) in ["app": app, "id": id, "title": "T", "in": "1h"] { try draft.set(name, to: text) }
    let message = try draft.message(source: "test", at: now, in: .utc)
    try store.transaction { () throws(StoreError) in
      try store.insert(message, next: message.trigger.next(after: now, in: .utc), at: now)
    }
    return nil
  }

  private func end(_ id: String, of app: String) throws {
    let stored = try #require(try store.message(MessageKey(app: app, id: id)))
    try store.transaction { () throws(StoreError) in
      try store.advance(stored.number, past: nil, to: nil, ended: "test", at: now)
    }
  }

  @Test("an app that has all it may have is refused one more, until something of it ends")
  func messagesPerApp() throws {
    var room = Room(messagesPerApp: 2, apps: 9)
    #expect(try ["1", "2"].allSatisfy { try add($0, of: "a", to: &room) == nil })
    #expect(try add("3", of: "a", to: &room) == "a has 2 messages pending, which is the limit")
    #expect(try add("1", of: "b", to: &room) == nil)

    room.handedOver()
    #expect(try add("3", of: "a", to: &room) != nil)
    try end("1", of: "a")
    room.handedOver()
    #expect(try add("3", of: "a", to: &room) == nil)
    #expect(try add("4", of: "a", to: &room) != nil)
  }

  @Test("one app too many is refused, until another has nothing to come")
  func apps() throws {
    var room = Room(messagesPerApp: 9, apps: 2)
    #expect(try ["a", "b"].allSatisfy { try add("1", of: $0, to: &room) == nil })
    #expect(try add("1", of: "c", to: &room) == "2 apps have messages pending, which is the limit")
    #expect(try add("2", of: "a", to: &room) == nil)

    try end("1", of: "b")
    room.handedOver()
    #expect(try add("1", of: "c", to: &room) == nil)
    room.handedOver()
    #expect(try add("2", of: "b", to: &room) == "2 apps have messages pending, which is the limit")
  }
}
