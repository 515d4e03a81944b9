import LocalPushIntake
import LocalPushModel
import Testing

private func read(_ text: String, allowing schemes: Set<String> = []) throws -> JSONFeed {
  try JSONFeed(Array(text.utf8), file: "feed.json", allowedSchemes: schemes)
}

private let item = #"""
  {"title":"会议","msg":"十点开会","image":"","url":"https://example.org/42","icon":"","send_time":"2026-12-01 09:00:00",
   "user_sid":"u1","msg_id":"42","type":3}
  """#

@Test("the original feed is read field for field")
func originalModel() throws {
  let feed = try read("[\(item)]", allowing: ["https"])
  #expect(feed.faults == [])
  let draft = try #require(feed.messages.first?.draft)
  #expect(draft.key.id == "42")
  #expect(draft[.at] == "2026-12-01 09:00:00")
  let content = try draft.content()
  #expect(content.title == "会议")
  #expect(content.body == "十点开会")
  #expect(content.userInfo["user_sid"] == .string("u1"))
  #expect(content.userInfo["type"] == .integer(3))
  #expect(content.userInfo["url"] == .string("https://example.org/42"))
  #expect(content.handler(for: "default") == .open("https://example.org/42"))
}

@Test("a URL is opened only where its scheme is allowed, and is in userInfo in any case")
func urlsNeedLeave() throws {
  let content = try #require(try read("[\(item)]", allowing: ["mailto"]).messages.first?.draft.content())
  #expect(content.handler(for: "default") == nil)
  #expect(content.userInfo["url"] == .string("https://example.org/42"))
}

@Test(
  "one bad item costs itself only",
  arguments: [
    #"{"title":"no id","send_time":"2026-12-01 09:00:00"}"#,
    #"{"title":"T","msg_id":"b","send_time":"2026-02-30 09:00:00"}"#,
    #"{"title":"T","msg_id":"b"}"#, #"{"title":5.5,"msg_id":"b","send_time":"2026-12-01 09:00:00"}"#, "17", "null",
    #"{"title":"\ud800","msg_id":"b","send_time":"2026-12-01 09:00:00"}"#, #"{"msg_id":"b","n":1e400}"#,
    #"{"title":"a\u0000b","msg_id":"b","send_time":"2026-12-01 09:00:00"}"#, "{\"msg_id\":\"b\" oops}",
    #"{"title":"T","msg_id":"b","send_time":"2026-12-01 09:00:00","on.view":"command:rm"}"#,
    #"{"title":"T","msg_id":"b","send_time":"2026-12-01 09:00:00","url":"javascript:alert(1)"}"#,
    #"{"title":"T","msg_id":"b","send_time":"2026-12-01 09:00:00","badge":"-9223372036854775808"}"#,
    "{\"msg_id\":\"b\",\"title\":\"T\",\"send_time\":\"2026-12-01 09:00:00\",\"deep\":"
      + String(repeating: "[", count: 20)
      + String(repeating: "]", count: 20) + "}",
    "{\"msg_id\":\"b\",\"deep\":" + String(repeating: "[", count: 3000) + String(repeating: "]", count: 3000) + "}",
  ])
func badItems(bad: String) throws {
  let feed = try read("[\(bad),\n\(item)]", allowing: ["javascript", "https"])
  #expect(feed.messages.map(\.draft.key.id) == ["42"])
  #expect(feed.faults.count == 1)
  #expect(feed.faults.first?.item == "item 1")
  #expect(feed.faults.first?.line == 1)
}

@Test("bytes that are not UTF-8 cost their own item")
func badBytesInAnItem() throws {
  let bytes = Array("[{\"msg_id\":\"b\",\"title\":\"".utf8) + [0xFF, 0xFE] + Array("\"},\(item)]".utf8)
  let feed = try JSONFeed(bytes, file: "feed.json")
  #expect(feed.messages.map(\.draft.key.id) == ["42"])
  #expect(feed.faults.count == 1)
}

@Test("a feed that is read in parts says the same, of an id that stands in two of them too", arguments: [1, 2, 3, 9])
func parts(size: Int) throws {
  let text = "[\(item),\n17,\n\(item),\n\(item.replacing("42", with: "43"))]"
  let whole = try read(text)
  var feed = try JSONFeed(findingItemsIn: Array(text.utf8), file: "feed.json")
  #expect((feed.itemCount, feed.messages.count) == (4, 0))
  var rounds = 0
  while !feed.isRead {
    feed.readItems(atMost: size)
    rounds += 1
  }
  #expect(rounds == (4 + size - 1) / size)
  #expect(feed.messages.map(\.draft) == whole.messages.map(\.draft))
  #expect(feed.messages.map(\.draft.key.id) == ["42", "43"])
  #expect(feed.faults == whole.faults)
  #expect(feed.faults.count == 2)
  #expect(feed.faulty == whole.faulty)
}

@Test("two items of one id: the second is named")
func duplicateIDs() throws {
  let feed = try read("[\(item),\n\(item)]")
  #expect(feed.messages.count == 1)
  #expect(feed.faults.map(\.line) == [3])
}

@Test(
  "what is no list of items is refused whole, with its line",
  arguments: [
    "", "  ", "\"text\"", "[{}", "[{},", "[\"a", "[] extra", "nonsense",
  ])
func notAFeed(text: String) {
  #expect(throws: Fault.self) { try read(text) }
}

@Test("an empty list is a feed without items")
func emptyList() throws {
  #expect(try read("[]").messages.isEmpty)
}

@Test("an item may use the keys of the config")
func configKeys() throws {
  let feed = try read(
    #"[{"id":"x","title":"T","body":"B","at":"2026-12-01 09:00","repeat":"day","zone":"Asia/Tokyo"}]"#)
  #expect(feed.faults == [])
  #expect(feed.messages.first?.draft[.repeat] == "day")
}
