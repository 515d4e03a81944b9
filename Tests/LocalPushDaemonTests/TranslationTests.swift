import Foundation
import LocalPushBus
import LocalPushTestSupport
import Testing

@MainActor
@Suite("What LocalPush says in other languages", .serialized)
struct TranslationTests {
  @Test("each catalogue has exactly the texts that the programs say", arguments: Catalogue.languages)
  func complete(language: String) throws {
    let said = try Catalogue.said()
    let entries = try Catalogue.entries(language)
    #expect(said.count >= 240)
    #expect(said.subtracting(entries.keys) == [], "not in \(language).po")
    #expect(Set(entries.keys).subtracting(said) == [], "in \(language).po, but nobody says it")
  }

  @Test("each text is translated, with the same values in it", arguments: Catalogue.languages)
  func translated(language: String) throws {
    for (text, translations) in try Catalogue.entries(language) {
      #expect(!translations.isEmpty && !translations.contains(""), "\(text.id)")
      for translation in translations { #expect(values(translation) == values(text.id), "\(translation)") }
    }
  }

  /// The places of the values that a text has, `%s` counted from the first one.
  private func values(_ text: String) -> [Int] {
    var next = 0
    return text.split(separator: "%", omittingEmptySubsequences: false).dropFirst().map { part in
      if let number = part.first?.wholeNumberValue, part.dropFirst().hasPrefix("$s") { return number }
      next += part.hasPrefix("s") ? 1 : 1000
      return next
    }.sorted()
  }

  @Test(
    "a late message says in the user's language when it was due",
    arguments: [
      ("de", "war fällig: 0"), ("zh_CN", "应于 0"), ("en", "was due 0"),
    ])
  func late(language: String, words: String) throws {
    let texts = TemporaryDirectory()
    try Catalogue.compile(into: texts.path)
    let session = try DaemonSession(
      starts: false, environment: ["LC_ALL": "C.UTF-8", "LANGUAGE": language, "TEXTDOMAINDIR": texts.path])
    try session.start()
    try session.schedule([("id", "m"), ("title", "M"), ("in", "1h")])
    try session.makeLate("m", at: "2026-01-01T00:00:00Z")
    let server = try FakeNotificationServer(bus: session.bus)
    #expect(serve { server.received.count == 1 })
    #expect(server.received.first?.body.contains(words.dropLast(2)) == true, "\(server.received.first?.body ?? "")")
  }

  @Test("what programs read is the same in every language", arguments: Catalogue.languages)
  func programs(language: String) throws {
    let texts = TemporaryDirectory()
    try Catalogue.compile(into: texts.path)
    let commands = [
      ["add", "T", "--at", "2099-01-01 09:00", "--id", "m", "--json"], ["list", "--json"], ["show", "m", "--json"],
      ["skip", "m", "--json"], ["explain", "x", "--json"], ["cancel", "x"], ["list", "more"],
      ["next", "--repeat", "day", "--start", "2026-03-28 02:30", "--zone", "Europe/Berlin"],
    ]
    let results = try ["en", language].map { language in
      let session = try DaemonSession(
        environment: ["LC_ALL": "C.UTF-8", "LANGUAGE": language, "TEXTDOMAINDIR": texts.path])
      return try commands.map { try session.localpush($0) }
    }
    for ((english, other), command) in zip(zip(results[0], results[1]), commands) {
      #expect(english.status == other.status && english.output == other.output, "\(command)")
    }
    #expect(results[0][5].errors != results[1][5].errors)
  }
}
