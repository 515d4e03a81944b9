import Foundation
import LocalPushTestSupport
import Testing

/// A daemon, and a server on this machine whose feed it fetches.
@MainActor
private final class FeedSession {
  let daemon: DaemonSession
  let url: String
  private let server: DaemonSession.RunningCommand

  init(feed: String, answer: String = "once") throws {
    daemon = try DaemonSession(starts: false)
    daemon.home.makeDirectory("server")
    daemon.home.write("server/feed", feed)
    daemon.home.write("server/answer", answer)
    let script = DaemonSession.root.appending(path: "Tests/feed-server").path
    server = try daemon.startProgram("python3", script, daemon.home.path("server"), output: "server/log")
    let home = daemon.home
    _ = serveRepeatedly { home.read("server/port") != nil }
    let port = try #require(home.read("server/port"), "the server did not start")
    url = "http://127.0.0.1:\(port)/feed?token=secret"
    daemon.write(config: "[feed work]\nurl=\(url)\nrefresh=15m\nallow-open=https\n")
  }

  isolated deinit { server.end() }

  func answer(_ answer: String, feed: String? = nil) {
    if let feed { daemon.home.write("server/feed", feed) }
    daemon.home.write("server/answer", answer)
  }

  /// Asks for everything to be read again.
  func refresh() { daemon.hangUp() }

  var requests: [Substring] { (daemon.home.read("server/requests") ?? "").split(separator: "\n") }

  func pending() -> [String]? { try? daemon.pending() }

  /// What is wrong, as the daemon says.
  func faults() -> [String] { (try? daemon.call("Status").first?["faults"]?.stringsValue) ?? [] }
}

private func item(_ id: String, _ more: String = "") -> String {
  #"{"title":"T","msg_id":"\#(id)","send_time":"2030-01-02 09:00:00"\#(more)}"#
}

@MainActor
@Suite("Feeds of the network", .serialized)
struct FeedTests {
  @Test("a feed is fetched at once, asked for again only if it changed, and followed")
  func follows() throws {
    let session = try FeedSession(feed: "[\(item("a")),\(item("b"))]")
    try session.daemon.start()
    #expect(serveRepeatedly { session.pending() == ["a", "b"] })
    #expect(session.requests.count == 1)
    #expect(session.requests[0].contains(#""path": "/feed?token=secret", "known": null, "agent": "LocalPush/"#))
    session.refresh()
    #expect(serveRepeatedly { session.requests.count == 2 })
    #expect(session.requests[1].contains(#""known": "\""#))
    session.answer("once", feed: "[\(item("b")),\(item("c"))]")
    session.refresh()
    #expect(serveRepeatedly { session.pending() == ["b", "c"] })
    #expect(session.faults() == [])
  }

  @Test("a calendar is fetched like any feed")
  func calendar() throws {
    let calendar =
      "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:e\r\nSUMMARY:E\r\nDTSTART:20300102T090000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    let session = try FeedSession(feed: calendar)
    try session.daemon.start()
    #expect(serveRepeatedly { session.pending() == ["e"] })
  }

  @Test(
    "what cannot be had changes nothing, and is said in words without the address",
    arguments: [
      ("500", "its server answers with HTTP status 500"), ("404", "its server answers with HTTP status 404"),
      ("redirect http://example.org/", "leads to an address that is not https"),
      ("huge", "has more than 33554432 bytes"),
      ("cut", "cannot be fetched: "), ("ok", "what it sends is no feed: "),
    ])
  func keepsTheLastGood(answer: String, reason: String) throws {
    let session = try FeedSession(feed: "[\(item("a"))]")
    try session.daemon.start()
    #expect(serveRepeatedly { session.pending() == ["a"] })
    session.answer(answer, feed: answer == "ok" ? "<html>Sign in</html>" : nil)
    session.refresh()
    #expect(serveRepeatedly(within: 60_000) { session.faults().first?.contains("[feed work] url: \(reason)") == true })
    #expect(!session.faults().joined().contains("secret"))
    #expect(session.pending() == ["a"])
    session.answer("once", feed: "[\(item("b"))]")
    session.refresh()
    #expect(serveRepeatedly { session.pending() == ["b"] && session.faults().isEmpty })
  }

  @Test("a restart fetches only what is due, and keeps the rest")
  func restarts() throws {
    let session = try FeedSession(feed: "[\(item("a"))]")
    try session.daemon.start()
    #expect(serveRepeatedly { session.pending() == ["a"] })
    session.daemon.end()
    session.answer("once", feed: "[\(item("b"))]")
    try session.daemon.start()
    #expect(session.pending() == ["a"])
    #expect(session.requests.count == 1)
    session.daemon.end()
    try session.makeOld()
    try session.daemon.start()
    #expect(serveRepeatedly { session.pending() == ["b"] })
  }

  @Test("the armed moment fetches a feed, and nothing else has to happen")
  func wakesUp() throws {
    let session = try FeedSession(feed: "[\(item("a"))]")
    try session.daemon.start()
    #expect(serveRepeatedly { session.pending() == ["a"] })
    session.daemon.end()
    session.answer("once", feed: "[\(item("b"))]")
    try session.makeOld(leavingSeconds: 2)
    try session.daemon.start()
    #expect(serveRepeatedly(within: 30_000) { session.requests.count == 2 })
    #expect(serveRepeatedly { session.pending() == ["b"] })
  }

  @Test("its messages may open what is allowed to them, and never run a command")
  func permissions() throws {
    let session = try FeedSession(
      feed: "[\(item("a", #","url":"https://example.org/1""#)),\(item("b", #","on.view":"command:rm""#))]")
    try session.daemon.start()
    #expect(serveRepeatedly { session.pending() == ["a"] })
    #expect(
      try session.daemon.call("Get", ["org.localpush.LocalPush", "a"]).first?["on.view"]?.stringValue
        == "open:https://example.org/1")
    #expect(session.faults().contains { $0.contains("feed work:1: item 2") })
  }

  @Test("a fault in the group, and a feed that is gone, are told apart")
  func groups() throws {
    let session = try FeedSession(feed: "[\(item("a"))]")
    try session.daemon.start()
    #expect(serveRepeatedly { session.pending() == ["a"] })
    session.daemon.write(config: "[feed work]\nurl=\(session.url)\nrefresh=often\n")
    #expect(serveRepeatedly { session.faults().contains { $0.contains("refresh: often") } })
    session.refresh()
    #expect(session.pending() == ["a"])
    session.daemon.write(config: "[message m]\ntitle=M\nat=2030-01-01 09:00\n")
    #expect(serveRepeatedly { session.pending() == ["m"] })
  }

  @Test("without curl it says what to install")
  func withoutCurl() throws {
    let session = try DaemonSession(
      config: "[feed work]\nurl=https://example.org/\n", environment: ["PATH": "/nowhere"])
    let faults = try session.call("Status").first?["faults"]?.stringsValue ?? []
    #expect(faults.first?.contains("install curl") == true, "\(faults)")
  }
}

extension FeedSession {
  /// Makes the feed look as if it had been fetched so long ago that it is due, or will be in a moment.
  fileprivate func makeOld(leavingSeconds seconds: Double = -1) throws {
    let folder = URL(filePath: daemon.home.path(".cache/localpush/feeds"))
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    let headers = try #require(files.first { $0.pathExtension == "headers" })
    let fetched = Date(timeIntervalSinceNow: seconds - 15 * 60)
    try FileManager.default.setAttributes([.modificationDate: fetched], ofItemAtPath: headers.path)
  }
}
