internal import LocalPushIntake

/// What `localpush COMMAND --help` prints, within the columns of the terminal.
struct Help {
  private let subcommand: Subcommand
  private let width: Int

  init(of subcommand: Subcommand, width: Int = Terminal.textWidth) {
    self.subcommand = subcommand
    self.width = width
  }

  /// The whole text, whose last line is ended.
  var text: String {
    let usage = ["localpush", subcommand.name, subcommand.usage, "[OPTION…]"].filter { !$0.isEmpty }
      .joined(separator: " ")
    var lines = [localized("Usage: \(usage)"), ""]
    lines += subcommand.summary.wrapped(toWidth: width) + [""]
    lines += section(localized("Options:"), subcommand.options)
    lines += section(localized("Options everywhere:"), Subcommand.common)
    lines.append(localized("Examples:"))
    lines += subcommand.examples.flatMap { example("localpush \($0)") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A command line, in several lines before its options where it is too long for one; it can be copied as it stands.
  private func example(_ text: String) -> [String] {
    var lines = [""]
    for (place, part) in text.split(separator: " --").enumerated() {
      let option = place == 0 ? String(part) : "--\(part)"
      let last = lines[lines.count - 1]
      let room = width - (lines.count == 1 ? 2 : 6) - 2  // for the backslash
      if last.isEmpty {
        lines[lines.count - 1] = option
      } else if last.width + 1 + option.width <= room {
        lines[lines.count - 1] += " \(option)"
      } else {
        lines.append(option)
      }
    }
    return lines.enumerated().map { place, line in
      (place == 0 ? "  " : "      ") + line + (place < lines.count - 1 ? " \\" : "")
    }
  }

  private static let indent = 2
  /// Where the explanations begin, unless an option is longer.
  private static let column = 28

  private func section(_ title: String, _ options: [OptionSpec]) -> [String] {
    options.isEmpty ? [] : [title] + options.flatMap(lines) + [""]
  }

  private func lines(of option: OptionSpec) -> [String] {
    let name = "  --\(option.name)" + (option.placeholder.isEmpty ? "" : "=\(option.placeholder)")
    let margin = String(repeating: " ", count: Self.column)
    let texts = option.help.wrapped(toWidth: max(width - Self.column, 20))
    guard name.width + Self.indent <= Self.column, let first = texts.first else {
      return [name] + texts.map { margin + $0 }
    }
    return [name.padded(toWidth: Self.column) + first] + texts.dropFirst().map { margin + $0 }
  }
}

extension Help {
  /// What `localpush --help` prints: every command with its summary.
  static func overview(of subcommands: [Subcommand], width: Int = Terminal.textWidth) -> String {
    let column = (subcommands.map(\.name.width).max() ?? 0) + 4
    let margin = String(repeating: " ", count: column)
    let commands = subcommands.flatMap { subcommand in
      subcommand.summary.wrapped(toWidth: max(width - column, 20)).enumerated().map { place, text in
        (place == 0 ? "  \(subcommand.name)".padded(toWidth: column) : margin) + text
      }
    }
    let purpose = localized("Scheduled notifications for the desktop: given once, kept on disk, shown at their time.")
    let more = localized("localpush COMMAND --help tells the options of a command, with examples.")
    let usage = "localpush \(localized("COMMAND")) …"
    let lines =
      [localized("Usage: \(usage)"), ""] + purpose.wrapped(toWidth: width) + [""]
      + commands + [""] + more.wrapped(toWidth: width)
    return lines.joined(separator: "\n") + "\n"
  }
}
