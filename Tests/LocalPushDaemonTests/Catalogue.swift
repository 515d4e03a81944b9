import Foundation
import Testing

/// The texts of the sources and of the catalogues in data/po.
enum Catalogue {
  static let languages = ["de", "zh_CN"]
  static let folder = DaemonSession.root.appending(path: "data/po")

  /// A text and, where it depends on a number, the one for many.
  struct Text: Hashable {
    let id: String
    let many: String?
  }

  /// Every phrase that the sources say: what stands in `localized(…)` and `Phrase(…)`, with `%s` for the values in it.
  static func said() throws -> Set<Text> {
    var said: Set<Text> = []
    for folder in ["LocalPushDaemon", "LocalPushIntake", "LocalPushCommand"] {
      let sources = DaemonSession.root.appending(path: "Sources/\(folder)")
      for file in try FileManager.default.contentsOfDirectory(at: sources, includingPropertiesForKeys: nil) {
        said.formUnion(texts(in: try String(contentsOf: file, encoding: .utf8)))
      }
    }
    return said
  }

  private static func texts(in source: String) -> [Text] {
    ["localized(", "Phrase("].flatMap { keyword in
      source.components(separatedBy: keyword).dropFirst().compactMap { place in
        var rest = Substring(place.drop(while: \.isWhitespace))
        guard let id = takeLiteral(&rest) else { return nil }
        rest = rest.drop { $0 == "," || $0.isWhitespace }
        return Text(id: id, many: takeLiteral(&rest))
      }
    }
  }

  /// Takes a string literal from the beginning; what is interpolated becomes `%s`.
  private static func takeLiteral(_ rest: inout Substring) -> String? {
    guard rest.first == "\"" else { return nil }
    if rest.hasPrefix("\"\"\"") { return takeBlock(&rest) }
    rest.removeFirst()
    var text = ""
    while let character = rest.popFirst(), character != "\"" {
      guard character == "\\" else {
        text.append(character)
        continue
      }
      let escaped = rest.popFirst() ?? " "
      if escaped == "(" {
        skipInterpolation(&rest)
        text += "%s"
      } else {
        text += "\\\(escaped)"
      }
    }
    return text
  }

  /// Takes a literal of several lines that go on in the next one with a backslash.
  private static func takeBlock(_ rest: inout Substring) -> String? {
    let lines = rest.dropFirst(3).prefix { $0 != "\"" }
    rest = rest.dropFirst(3 + lines.count + 3)
    var text = Substring(
      "\"\(lines.replacing(#/\\\n\s+/#, with: "").trimmingCharacters(in: .whitespacesAndNewlines))\"")
    return takeLiteral(&text)
  }

  private static func skipInterpolation(_ rest: inout Substring) {
    var depth = 1
    while depth > 0, let character = rest.first {
      if character == "\"" {
        _ = takeLiteral(&rest)
        continue
      }
      rest.removeFirst()
      depth += character == "(" ? 1 : character == ")" ? -1 : 0
    }
  }

  /// The entries of a catalogue: a text and its translations.
  static func entries(_ language: String) throws -> [Text: [String]] {
    let catalogue = try String(contentsOf: folder.appending(path: "\(language).po"), encoding: .utf8)
    var entries: [Text: [String]] = [:]
    for block in catalogue.components(separatedBy: "\n\n").dropFirst() {
      var values: [String: String] = [:]
      for line in block.split(separator: "\n") where !line.hasPrefix("#") {
        guard let blank = line.firstIndex(of: " ") else { continue }
        values[String(line[..<blank])] = String(line[blank...].dropFirst(2).dropLast())
      }
      guard let id = values["msgid"] else { continue }
      let translations = values.filter { $0.key.hasPrefix("msgstr") }.sorted { $0.key < $1.key }.map(\.value)
      entries[Text(id: id, many: values["msgid_plural"])] = translations
    }
    return entries
  }

  /// Compiles the catalogues into a folder for `TEXTDOMAINDIR`.
  static func compile(into directory: (String) -> String) throws {
    for language in languages {
      let target = directory("\(language)/LC_MESSAGES")
      try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
      let compiler = Process()
      compiler.executableURL = URL(filePath: "/usr/bin/msgfmt")
      compiler.arguments = [
        "--check", "-o", "\(target)/localpush.mo", folder.appending(path: "\(language).po").path,
      ]
      compiler.standardError = FileHandle.nullDevice
      try compiler.run()
      compiler.waitUntilExit()
      #expect(compiler.terminationStatus == 0, "\(language).po")
    }
  }
}
