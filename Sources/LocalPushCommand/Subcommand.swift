internal import LocalPushBus
internal import LocalPushModel
internal import LocalPushWire

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
  let description: String

  init(_ status: ExitStatus = .refused, _ description: String) {
    self.status = status
    self.description = description
  }
}

/// One verb of the command line.
struct Subcommand {
  let name: String
  /// The line of the help after the name, such as `TITLE [BODY] (--at TIME | --in DURATION)`.
  let usage: String
  let summary: String
  let options: [OptionSpec]
  let run: (Session) throws -> ExitStatus

  /// Options that every verb has.
  static let common: [OptionSpec] = [
    .flag("json", "Print one JSON object per line"),
    .text("app", "APP", "Desktop id of the app whose messages are meant"),
    .flag("help", "Show this help"),
  ]

  func parser() -> OptionParser {
    OptionParser(usage: "\(name) \(usage)", summary: summary, specs: options + Self.common)
  }
}

/// One run of a subcommand: what was typed, and the way to the daemon.
final class Session {
  let options: Options
  private var connected: DaemonClient?

  init(options: Options) {
    self.options = options
  }

  var operands: [String] { options.operands }
  var wantsJSON: Bool { options.has("json") }

  /// The app of a change: the one that is named, else the command's own.
  var app: String { options.text("app") ?? MessageKey.ownApp }

  /// The app of a question: the one that is named, else all.
  var appOrAll: String { options.text("app") ?? "" }

  /// Checks how many operands there are, and names them where they are wrong.
  func requireOperands(_ range: ClosedRange<Int>, _ what: String) throws(UsageError) {
    guard range.contains(operands.count) else {
      throw UsageError(
        operands.count < range.lowerBound
          ? "\(what) is missing" : "'\(operands[range.upperBound])' is one word too many")
    }
  }

  /// Tells that something was done: as a JSON object where it is asked for, else as `line`, or not at all.
  func report(_ details: [(String, BusValue)], line: String? = nil) {
    if wantsJSON {
      Output.json(.vardict(details))
    } else if let line {
      Output.line(line)
    }
  }

  func client() throws -> DaemonClient {
    if let connected { return connected }
    do {
      let client = try DaemonClient()
      connected = client
      return client
    } catch {
      throw CommandError(.noDaemon, "no session bus: \(error.message)")
    }
  }

  /// Calls the daemon, which the bus starts if it does not run.
  func call(_ member: String, _ arguments: [BusValue]) throws -> [BusValue] {
    do {
      return try client().call(member, arguments)
    } catch let error as BusError {
      throw CommandError(error)
    }
  }
}

extension CommandError {
  /// Tells a refusal by the daemon from the absence of a daemon.
  init(_ error: BusError) {
    switch error.name {
    case BusError.Name.serviceUnknown, BusError.Name.nameHasNoOwner:
      self.init(
        .noDaemon,
        "the daemon localpushd does not run and the bus cannot start it: install LocalPush, or run localpushd")
    case BusError.Name.disconnected, BusError.Name.noReply, BusError.Name.noServer:
      self.init(.noDaemon, "the daemon cannot be reached: \(error.message)")
    case _ where error.name.hasPrefix("org.freedesktop.DBus.Error.Spawn."):
      self.init(.noDaemon, "the bus cannot start the daemon: \(error.message)")
    default: self.init(.refused, error.message)
    }
  }
}
