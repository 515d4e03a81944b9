internal import Glibc
internal import LocalPushIntake
internal import LocalPushModel
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
        Translations.begin()
        Output.error(localized("argument \(place): is not UTF-8 text"))
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
    let status = run(arguments.first, Array(arguments.dropFirst()))
    return Output.finish() ? status.rawValue : ExitStatus.refused.rawValue
  }

  private static func run(_ name: String?, _ arguments: [String]) -> ExitStatus {
    switch name {
    case nil:
      Output.text(Help.overview(of: subcommands))
      return .usage
    case "--help", "-h", "help":
      return help(arguments)
    case "--version":
      Output.line("localpush \(Contract.version)")
      return .done
    case Completion.name: return Completion.run(arguments)
    case let name?:
      guard let subcommand = subcommands.first(where: { $0.name == name }) else { return unknown(name) }
      return run(subcommand, arguments)
    }
  }

  /// `localpush help add` is `localpush add --help`.
  private static func help(_ arguments: [String]) -> ExitStatus {
    guard let name = arguments.first else {
      Output.text(Help.overview(of: subcommands))
      return .done
    }
    guard let subcommand = subcommands.first(where: { $0.name == name }) else { return unknown(name) }
    Output.text(Help(of: subcommand).text)
    return .done
  }

  private static func unknown(_ name: String) -> ExitStatus {
    Output.error(localized("'\(name.forDisplay)' is not a command: try localpush --help"))
    return .usage
  }

  private static func run(_ subcommand: Subcommand, _ arguments: [String]) -> ExitStatus {
    let parser = subcommand.parser()
    do {
      let options = try parser.parse(subcommand.name == "badge" ? arguments.withNumberLast : arguments)
      if options.has("help") {
        Output.text(Help(of: subcommand).text)
        return .done
      }
      return try subcommand.run(Session(options: options))
    } catch let error as UsageError {
      Output.error("\(subcommand.name): \(error): " + localized("try localpush \(subcommand.name) --help"))
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
    .check, .next, .status, .backup, .doctor,
  ]
}

extension [String] {
  /// Lets `badge -1` be a number and not an option: GOption takes what follows `--` as it is.
  fileprivate var withNumberLast: [String] {
    guard !contains("--"), let place = firstIndex(where: { $0.hasPrefix("-") && Int($0) != nil }) else { return self }
    return self[..<place] + self[(place + 1)...] + ["--", self[place]]
  }
}
