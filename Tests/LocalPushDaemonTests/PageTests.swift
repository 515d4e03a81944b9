import LocalPushBus
import LocalPushTestSupport
import Testing

@MainActor
@Suite("Long lists", .serialized)
struct PageTests {
  private func fill(_ session: DaemonSession, _ count: Int, body: Int = 0) throws {
    for start in stride(from: 0, to: count, by: 500) {
      let messages = (start..<min(count, start + 500)).map { number in
        BusValue.vardict([
          ("id", .string("m\(number)")), ("title", "T"), ("at", "2030-01-02 09:00"),
          ("body", .string(String(repeating: "x", count: body))),
        ])
      }
      try session.call("Schedule", ["org.example.App", .vardicts(messages), .vardict([])])
    }
  }

  private func pages(
    _ list: BusValue, of session: DaemonSession, app: BusValue = "", options: [(String, BusValue)] = []
  ) throws -> [[String]] {
    var pages: [[String]] = []
    var next = BusValue.string("")
    repeat {
      let reply = try session.call("List", [list, app, .vardict(options + [("after", next)])])
      pages.append(reply.first?.arrayValue?.compactMap { $0["id"]?.stringValue } ?? [])
      next = reply.last ?? ""
    } while next != "" && pages.count < 100
    return pages
  }

  @Test("a list comes page by page, each entry once and in order")
  func inOrder() throws {
    let session = try DaemonSession()
    try fill(session, 1_250)
    let ids = (0..<1_250).map { "m\($0)" }
    #expect(try pages("pending", of: session).map(\.count) == [1_000, 250])
    let small = try pages("pending", of: session, app: "org.example.App", options: [("limit", .uint32(99))])
    #expect(small.map(\.count) == Array(repeating: 99, count: 12) + [62])
    #expect(small.flatMap { $0 } == ids)
    #expect(try pages("pending", of: session, options: [("limit", .uint32(625))]).map(\.count) == [625, 625])
    #expect(try pages("pending", of: session, app: "org.example.Other") == [[]])
    try session.call("CancelAll", ["org.example.App"])
    #expect(try pages("history", of: session, options: [("limit", .uint32(100))]).flatMap { $0 }.count == 1_250)
    #expect(Set(try pages("history", of: session, options: [("limit", .uint32(100))]).flatMap { $0 }) == Set(ids))
  }

  @Test("a page ends before it is too large, and a whole list that is too large is refused in words")
  func tooLarge() throws {
    let session = try DaemonSession()
    try fill(session, 4_500, body: 8_000)
    let pages = try pages("pending", of: session)
    #expect(pages.count > 4_500 * 8_000 / (5 * 1024 * 1024))
    #expect(pages.flatMap { $0 } == (0..<4_500).map { "m\($0)" })
    let error = #expect(throws: BusError.self) { try session.pending() }
    #expect(error?.name == "org.localpush.Error.LimitExceeded")
    #expect(error?.message.contains("List") == true)
    #expect(try session.localpush("list", "--json").output.split(separator: "\n").count == 4_500)
  }

  @Test(
    "what is no list and no place in one is refused",
    arguments: [
      ("future", []), ("pending", [("after", "x")]), ("pending", [("after", "1:2:3")]),
      ("pending", [("limit", .uint32(0))]),
      ("pending", [("limit", "many")]), ("pending", [("colour", "red")]),
    ] as [(String, [(String, BusValue)])])
  func wrongPages(list: String, options: [(String, BusValue)]) throws {
    let session = try DaemonSession()
    let error = #expect(throws: BusError.self) { try session.call("List", [.string(list), "", .vardict(options)]) }
    #expect(error?.name == "org.localpush.Error.InvalidArgument")
  }
}
