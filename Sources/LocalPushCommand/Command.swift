internal import Glibc
internal import LocalPushIntake
internal import LocalPushWire

/// The command `localpush`.
public enum Command {
  /// Runs the command line of this process and gives the exit status.
  ///
  /// Swift's own list of arguments has mended bytes that are not UTF-8; here they are refused.
  public static func run(_ vector: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, count: Int) -> Int32 {
    var arguments: [String] = []
    for place in 0..<count {
      guard let bytes = vector[place], let text = String(validatingCString: bytes) else {
        Output.error("argument \(place): is not UTF-8 text")
        return ExitStatus.usage.rawValue
      }
      arguments.append(text)
    }
    return run(Array(arguments.dropFirst()))
  }

  /// Runs one command line and gives the exit status.
  ///
  /// - Parameter arguments: what follows the name of the program.
  public static func run(_ arguments: [String]) -> Int32 {
    Translations.begin()
    guard let name = arguments.first else {
      print(overview)
      return ExitStatus.usage.rawValue
    }
    if name == "--help" || name == "help" {
      print(overview)
      return ExitStatus.done.rawValue
    }
    if name == "--version" {
      print("localpush \(Contract.version)")
      return ExitStatus.done.rawValue
    }
    guard let subcommand = subcommands.first(where: { $0.name == name }) else {
      Output.error("'\(name)' is not a command: try localpush --help")
      return ExitStatus.usage.rawValue
    }
    return run(subcommand, Array(arguments.dropFirst())).rawValue
  }

  private static func run(_ subcommand: Subcommand, _ arguments: [String]) -> ExitStatus {
    let parser = subcommand.parser()
    do {
      let options = try parser.parse(subcommand.name == "badge" ? arguments.withNumberLast : arguments)
      if options.has("help") {
        print(parser.help, terminator: "")
        return .done
      }
      return try subcommand.run(Session(options: options))
    } catch let error as UsageError {
      Output.error("\(subcommand.name): \(error): try localpush \(subcommand.name) --help")
      return .usage
    } catch let error as CommandError {
      Output.error("\(subcommand.name): \(error)")
      return error.status
    } catch {
      Output.error("\(subcommand.name): \(error)")
      return .refused
    }
  }

  static let subcommands: [Subcommand] = [
    .add, .list, .show, .explain, .history, .cancel, .skip, .snooze, .respond, .importing, .on, .off, .badge, .watch,
    .check, .next, .status, .doctor,
  ]

  private static var overview: String {
    let names = subcommands.map(\.name)
    let width = names.map(\.count).max() ?? 0
    let lines = subcommands.map {
      "  \($0.name)\(String(repeating: " ", count: width - $0.name.count))  \($0.summary)"
    }
    return """
      Usage: localpush COMMAND …

      Scheduled notifications for the desktop: given once, kept on disk, shown at their time.

      \(lines.joined(separator: "\n"))

      localpush COMMAND --help tells the options of a command.
      """
  }
}

extension [String] {
  /// Lets `badge -1` be a number and not an option: GOption takes what follows `--` as it is.
  fileprivate var withNumberLast: [String] {
    guard !contains("--"), let place = firstIndex(where: { $0.hasPrefix("-") && Int($0) != nil }) else { return self }
    return self[..<place] + self[(place + 1)...] + ["--", self[place]]
  }
}
