import Foundation
import LocalPushBus
import LocalPushTestSupport
import Testing

private let catalogues = DaemonSession.root.appending(path: "data/po")

/// The first text in quotes after each `keyword`, on its line or on the next.
private func texts(after keyword: String, in source: String) -> Set<String> {
  let places = source.components(separatedBy: keyword).dropFirst()
  return Set(
    places.compactMap { place in
      let parts = place.components(separatedBy: "\"")
      return parts.count > 1 && parts[0].allSatisfy(\.isWhitespace) ? parts[1] : nil
    }.filter { !$0.isEmpty })
}

@MainActor
@Suite("What LocalPush says in other languages", .serialized)
struct TranslationTests {
  @Test("each catalogue has exactly the texts that the programs say", arguments: ["de", "zh_CN"])
  func complete(language: String) throws {
    let catalogue = try String(contentsOf: catalogues.appending(path: "\(language).po"), encoding: .utf8)
    var said: Set<String> = []
    for folder in ["LocalPushDaemon", "LocalPushIntake"] {
      let sources = DaemonSession.root.appending(path: "Sources/\(folder)")
      for file in try FileManager.default.contentsOfDirectory(at: sources, includingPropertiesForKeys: nil) {
        said.formUnion(texts(after: "Translations.text(", in: try String(contentsOf: file, encoding: .utf8)))
      }
    }
    #expect(said.count >= 7)
    #expect(texts(after: "msgid ", in: catalogue) == said)
    #expect(!catalogue.contains("msgstr \"\"\n\n"), "a text of \(language) is not translated")
  }

  @Test(
    "a late message says in the user's language when it was due",
    arguments: [
      ("de", "war fällig: 0"), ("zh_CN", "应于 0"), ("en", "was due 0"),
    ])
  func late(language: String, words: String) throws {
    let texts = TemporaryDirectory()
    if language != "en" {
      texts.makeDirectory("\(language)/LC_MESSAGES")
      let compiler = Process()
      compiler.executableURL = URL(filePath: "/usr/bin/msgfmt")
      compiler.arguments = [
        "--check", "-o", texts.path("\(language)/LC_MESSAGES/localpush.mo"),
        catalogues.appending(path: "\(language).po").path,
      ]
      try compiler.run()
      compiler.waitUntilExit()
      #expect(compiler.terminationStatus == 0)
    }
    let session = try DaemonSession(
      starts: false, environment: ["LC_ALL": "C.UTF-8", "LANGUAGE": language, "TEXTDOMAINDIR": texts.path])
    try session.start()
    try session.schedule([("id", "m"), ("title", "M"), ("in", "1h")])
    try session.makeLate("m", at: "2026-01-01T00:00:00Z")
    let server = try FakeNotificationServer(bus: session.bus)
    #expect(serve { server.received.count == 1 })
    #expect(server.received.first?.body.contains(words.dropLast(2)) == true, "\(server.received.first?.body ?? "")")
  }
}
