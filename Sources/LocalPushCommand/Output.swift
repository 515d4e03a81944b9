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

  /// Rows of texts with their columns aligned; the last column is as long as it likes.
  static func table(_ rows: [[String]]) {
    let rows = rows.map { $0.map(\.printable) }
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in rows.map { column < $0.count ? $0[column].width : 0 }.max() ?? 0 }
    for row in rows {
      var line = ""
      for (column, text) in row.enumerated() {
        line += text
        if column + 1 < row.count { line += String(repeating: " ", count: widths[column] - text.width + 2) }
      }
      print(line)
    }
  }
}

extension String {
  /// Columns that the text takes in a terminal: two for wide East Asian characters (`g_unichar_iswide`).
  var width: Int {
    unicodeScalars.reduce(0) { width, scalar in
      let isZero = g_unichar_iszerowidth(scalar.value) != 0
      return width + (isZero ? 0 : g_unichar_iswide(scalar.value) != 0 ? 2 : 1)
    }
  }
}

/// Writes to standard error as it stands; `g_printerr` would convert it to the charset of the locale.
private func writeError(_ text: String) {
  let bytes = Array(text.utf8)
  _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
}
