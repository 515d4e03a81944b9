internal import CGLib
internal import Glibc
internal import LocalPushBus
internal import LocalPushModel
internal import LocalPushTime
internal import LocalPushWire

/// What the command prints.
enum Output {
  /// One object on one line.
  static func json(_ value: BusValue) {
    guard let json = try? value.json() else { return }
    print(json.description)
  }

  /// One line of text; nothing in it can drive the terminal.
  static func line(_ text: String) {
    print(text.printable)
  }

  /// Lets a reader at the other end of a pipe see what was printed so far.
  static func flush() {
    fflush(nil)
  }

  /// Says what is wrong on standard error, as `localpush: what: why`.
  static func error(_ text: String) {
    writeError("localpush: \(text.printable)\n")
  }

  /// Rows of texts with their columns aligned; on a terminal, lines end where it does and one column may be faint.
  static func table(_ rows: [[String]], faintColumn: Int? = nil) {
    let rows = rows.map { $0.map(\.printable) }
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in rows.map { column < $0.count ? $0[column].width : 0 }.max() ?? 0 }
    for row in rows {
      var line = ""
      var room = Terminal.width ?? .max
      for (column, text) in row.enumerated() {
        let isLast = column + 1 == row.count
        let cell = isLast ? text : text + String(repeating: " ", count: widths[column] - text.width + 2)
        let shown = cell.cut(toWidth: room)
        room -= shown.width
        line += column == faintColumn ? Terminal.faint(shown) : shown
      }
      print(line)
    }
  }
}

/// What standard output is, when it is a terminal.
enum Terminal {
  private static let isTerminal = isatty(STDOUT_FILENO) == 1

  /// Columns of the terminal, nil when there is none or it does not tell: a script gets whole lines.
  static let width: Int? = {
    guard isTerminal else { return nil }
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }()

  /// Colours are for terminals that can show them, and for people who have not asked for none (no-color.org).
  private static let hasColours =
    isTerminal && getenv("NO_COLOR") == nil && g_getenv("TERM").map { String(cString: $0) } != "dumb"

  /// The text in the faint rendition of ECMA-48.
  static func faint(_ text: String) -> String {
    hasColours ? "\u{1B}[2m\(text)\u{1B}[22m" : text
  }
}

extension String {
  /// Columns that the text takes in a terminal: two for wide East Asian characters (`g_unichar_iswide`).
  var width: Int { unicodeScalars.reduce(0) { $0 + $1.width } }

  /// The text up to this many columns of a terminal, with an ellipsis where something is left out.
  func cut(toWidth room: Int) -> String {
    guard width > room else { return self }
    var cut = ""
    var taken = 1  // for the ellipsis
    for scalar in unicodeScalars {
      taken += scalar.width
      guard taken <= room else { break }
      cut.unicodeScalars.append(scalar)
    }
    return room > 0 ? cut + "…" : ""
  }
}

/// Writes to standard error as it stands; `g_printerr` would convert it to the charset of the locale.
private func writeError(_ text: String) {
  let bytes = Array(text.utf8)
  _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
}

extension Unicode.Scalar {
  /// Columns that the character takes in a terminal.
  fileprivate var width: Int {
    g_unichar_iszerowidth(value) != 0 ? 0 : g_unichar_iswide(value) != 0 ? 2 : 1
  }
}
