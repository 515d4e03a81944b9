import Foundation
import LocalPushBus
import LocalPushTestSupport
import LocalPushWire
import Testing

/// Runs what stands in the files of `Outputs` and compares all that is printed with what stands there.
///
/// A line `$ COMMAND` is run by `sh` in the home folder, with the built programs, the zone Asia/Tokyo and 80 columns;
/// what it prints on both outputs follows, and `[STATUS]` where it is not 0. Beside shell commands there are
/// `$ await ID STATE`, which waits for that, and `$ press ACTION` of the newest banner. Lines that begin with `#` at the
/// top say what is needed: `# NAME=VALUE` in the environment, `# without daemon`, `# server` a notification server,
/// `# locales` other locales than C, `# moments` that the moments of the run are replaced by `<moment>`.
///
/// What no two runs have in common is always replaced: the home folder by `~`, a span of time from now by `<span>`, the
/// version by `<version>`, the number of the user by `<uid>`. `LOCALPUSH_RECORD=1 swift test --filter OutputTests`
/// writes the files anew; read the difference before it is committed.
@MainActor
@Suite("Whole outputs of the command", .serialized)
struct OutputTests {
  nonisolated private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Outputs")
  nonisolated static let files =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { $0.hasSuffix(".txt") }.sorted()

  @Test("what is printed is what stands in the file", arguments: files)
  func output(file: String) throws {
    let url = Self.folder.appending(path: file)
    let recorded = try String(contentsOf: url, encoding: .utf8)
    let printed = try Transcript(recorded).run()
    if ProcessInfo.processInfo.environment["LOCALPUSH_RECORD"] != nil {
      try printed.write(to: url, atomically: true, encoding: .utf8)
      return
    }
    let lines = (printed.components(separatedBy: "\n"), recorded.components(separatedBy: "\n"))
    for (place, (now, before)) in zip(lines.0, lines.1).enumerated() where now != before {
      Issue.record("\(file):\(place + 1) should be\n\(before)\nand is\n\(now)")
      return
    }
    #expect(lines.0.count == lines.1.count, "\(file) has another number of lines")
  }

  @Test("there is a file for each thing to be seen")
  func complete() {
    #expect(Self.files.count >= 10)
  }
}

/// Commands and what they printed.
@MainActor
private struct Transcript {
  private let head: [String]
  private let commands: [String]

  init(_ text: String) {
    let lines = text.components(separatedBy: "\n")
    head = Array(lines.prefix { $0.hasPrefix("#") })
    commands = lines.filter { $0.hasPrefix("$ ") }.map { String($0.dropFirst(2)) }
  }

  private func says(_ word: String) -> Bool { head.contains("# \(word)") }

  private var environment: [String: String] {
    // swift test sets NO_COLOR; empty, it counts as not set
    var environment = [
      "COLUMNS": "80", "LC_ALL": "C.UTF-8", "LANGUAGE": "en", "TERM": "xterm-256color", "NO_COLOR": "",
    ]
    for line in head {
      let parts = line.dropFirst(2).split(separator: "=", maxSplits: 1)
      if parts.count == 2, !parts[0].contains(" ") { environment[String(parts[0])] = String(parts[1]) }
    }
    return environment
  }

  /// Makes the locales that these tests use; few machines have all of them.
  private static func makeLocales(in folder: TemporaryDirectory) throws -> String {
    folder.makeDirectory("locales")
    for name in ["de_DE", "en_US", "zh_CN"] {
      let maker = Process()
      maker.executableURL = URL(filePath: "/usr/bin/localedef")
      maker.arguments = ["--no-archive", "-i", name, "-f", "UTF-8", folder.path("locales/\(name).UTF-8")]
      try maker.run()
      maker.waitUntilExit()
      #expect(maker.terminationStatus == 0, "localedef \(name)")
    }
    return folder.path("locales")
  }

  func run() throws -> String {
    let texts = TemporaryDirectory()
    try Catalogue.compile(into: texts.path)
    var environment = environment
    environment["TEXTDOMAINDIR"] = texts.path
    if says("locales") { environment["LOCPATH"] = try Self.makeLocales(in: texts) }
    let session = try DaemonSession(starts: !says("without daemon"), environment: environment)
    session.pathFolder = DaemonSession.programs
    let server = says("server") ? try FakeNotificationServer(bus: session.bus) : nil
    if server != nil {
      #expect(serveRepeatedly { (try? session.call("Status").first?["server"]?.stringValue) != "none" })
    }
    var lines = head
    for command in commands {
      lines += ["$ \(command)"] + (try run(command, in: session, server))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func run(_ command: String, in session: DaemonSession, _ server: FakeNotificationServer?) throws -> [String] {
    let words = command.split(separator: " ").map(String.init)
    switch words.first {
    case "await":
      #expect(serveRepeatedly { (try? session.states()[words[1]]) == words[2] }, "\(command)")
      return []
    case "press":
      let newest = try #require(server?.shown.keys.max())
      try server?.press(words[1], of: newest)
      return []
    default: break
    }
    let result = try session.run("sh", "-c", "cd; exec 2>&1\n\(command)")
    let masked = masked(result.output, home: session.home.path)
    let printed = masked.isEmpty ? [] : masked.components(separatedBy: "\n").dropLast(masked.hasSuffix("\n") ? 1 : 0)
    return printed + (result.status == 0 ? [] : ["[\(result.status)]"])
  }

  private func masked(_ text: String, home: String) -> String {
    var text = text.replacing(home, with: "~").replacing(Contract.version, with: "<version>")
      .replacing("\u{1B}", with: "␛").replacing("\r\n", with: "\n").replacing("\r", with: "␍")
    text = text.replacing(#//run/user/\d+/#, with: "/run/user/<uid>")
    if says("moments") {
      text = text.replacing(
        #/([A-Z][a-z][a-z] )?20[2-8]\d-\d\d-\d\d( [A-Z][a-z][a-z])?[ T]\d\d:\d\d(:\d\d)?(\.\d+)?([+-]\d\d:\d\d)?/#,
        with: "<moment>")
      text = text.replacing(#/(now|jetzt|现在|\d+ (?:s|min) ago|vor \d+ (?:Sek|Min)\.|\d+ (?:秒|分钟)前)(␛\[0m)?  +/#) {
        "<span>\($0.output.2 ?? "")  "
      }
      text = text.replacing(#/\((now|jetzt|现在|1 s ago|vor 1 Sek\.|1 秒前)\)/#, with: "(<span>)")
      text = text.replacing(#/<moment>  +/#, with: "<moment>  ")
    }
    for span in [
      #/in \d+ (?:y|d|h|min|s)(?: \d+ (?:d|h|min|s))?/#,
      #/in \d+ (?:Jahr(?:en)?|Tag(?:en)?|Std\.|Min\.|Sek\.)(?: \d+ (?:Tag(?:en)?|Std\.|Min\.|Sek\.))?/#,
      #/\d+ (?:年|天|小时|分钟|秒)(?: \d+ (?:天|小时|分钟|秒))?后/#,
    ] { text = text.replacing(span, with: "<span>") }
    return text.replacing(#/<span>  +/#, with: "<span>  ")
  }
}
