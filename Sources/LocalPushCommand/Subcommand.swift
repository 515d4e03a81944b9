internal import LocalPushIntake

/// Exit status of the command (interfaces.md, "Command line").
enum ExitStatus: Int32 {
  case done = 0
  case refused = 1
  case usage = 2
  case noDaemon = 3
}

/// A request that was refused, in words.
struct CommandError: Error, CustomStringConvertible {
  let status: ExitStatus
  let phrase: Phrase

  init(_ status: ExitStatus = .refused, _ phrase: Phrase) {
    self.status = status
    self.phrase = phrase
  }

  var description: String { localized(phrase) }
}

/// One verb of the command line.
struct Subcommand {
  let name: String
  /// The line of the help after the name, such as `TITLE [BODY] (--at TIME | --in DURATION)`.
  let usage: String
  let summary: String
  let options: [OptionSpec]
  /// Command lines after `localpush`, for the help; a test runs each of them.
  let examples: [String]
  let run: (Session) throws -> ExitStatus

  init(
    name: String, usage: String = "", summary: String, options: [OptionSpec] = [], examples: [String],
    run: @escaping (Session) throws -> ExitStatus
  ) {
    self.name = name
    self.usage = usage
    self.summary = summary
    self.options = options
    self.examples = examples
    self.run = run
  }

  /// Options that every verb has.
  static let common: [OptionSpec] = [
    .flag("json", localized("Print one JSON object per line")),
    .text("app", "APP", localized("Desktop id of the app whose messages are meant")),
    .flag("help", localized("Show this help")),
  ]

  func parser() -> OptionParser {
    OptionParser(options + Self.common)
  }
}
