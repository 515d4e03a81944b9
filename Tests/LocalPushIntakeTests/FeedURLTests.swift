import LocalPushIntake
import LocalPushModel
import Testing

@Test(
  "a feed is fetched over TLS, or from this machine",
  arguments: [
    "https://example.org/a.ics", "https://user:word@example.org:8443/?q=1", "http://127.0.0.1:8080/",
    "http://localhost/x",
    "http://[::1]:80/", "HTTPS://example.org/",
  ])
func soundAddresses(text: String) throws {
  #expect(try FeedURL(parsing: text).text == text)
}

@Test(
  "every other address is refused",
  arguments: [
    "", "example.org", "http://example.org/", "ftp://example.org/", "file:///etc/passwd", "https:example.org",
    "https://",
    "http://127.0.0.1.example.org/", "http://127.0.0.1@example.org/", "http://localhost:80@example.org/",
    "http://example.org/#@127.0.0.1/", "http://example.org\\@127.0.0.1/", "https://a b/", "https://exämple.org/",
    "http://[::1/", "https://example.org/\n-o /etc/x", "webcal://example.org/a.ics",
  ])
func unsoundAddresses(text: String) {
  #expect(throws: MessageFault.self) { try FeedURL(parsing: text) }
}

@Test("of several answers in a row the last one counts")
func headers() {
  let text =
    "HTTP/1.1 302 Found\r\nETag: \"a\"\r\n\r\nHTTP/2 200 \r\netag:  \"b\"\r\nLast-Modified: Tue, 01 Dec 2026 09:00:00 GMT\r\n\r\n"
  let headers = HTTPHeaders(Array(text.utf8))
  #expect(headers.status == 200)
  #expect(headers["etag"] == "\"b\"")
  #expect(headers["last-modified"] == "Tue, 01 Dec 2026 09:00:00 GMT")
  #expect(HTTPHeaders([]).status == 0)
}

@Test("what a server said cannot become an option of curl")
func options() throws {
  let request = FeedRequest(
    try FeedURL(parsing: "https://example.org/?a=\"b\""), body: "/b", headers: "/h", errors: "/e")
  let known = HTTPHeaders(Array("HTTP/1.1 200 OK\r\nETag: \"x\\\u{0B}\" y\r\n".utf8))
  let lines = request.options(known: known, agent: "A").split(separator: "\n")
  #expect(lines.contains(#"header = "If-None-Match: \"x\\\" y""#))
  #expect(lines.contains(#"url = "https://example.org/?a=\"b\"""#))
  #expect(lines.allSatisfy { !$0.hasPrefix("-") && $0.split(separator: " ").count >= 1 })
  #expect(!FeedRequest.arguments.joined().contains("example"))
}
