internal import Glibc
internal import LocalPushBus
internal import LocalPushIntake
internal import LocalPushModel
internal import LocalPushWire

/// What the command prints.
enum Output {
  /// What is printed and not written yet.
  private static var waiting: [UInt8] = []
  private static var failure: Int32 = 0
  private static let waitingAtMost = 64 * 1024

  /// Prints text as it stands.
  static func text(_ text: String) { bytes(text.utf8) }

  /// Prints bytes as they stand.
  static func bytes(_ bytes: some Sequence<UInt8>) {
    waiting += bytes
    if waiting.count > waitingAtMost { flush() }
  }

  /// One object on one line.
  static func json(_ value: BusValue) {
    guard let json = try? value.json() else { return }
    text(json.description + "\n")
  }

  /// One line of text; nothing in it can drive the terminal.
  static func line(_ text: String) {
    self.text(text.printable + "\n")
  }

  /// Lets a reader at the other end of a pipe see what was printed so far.
  static func flush() {
    if failure == 0 { failure = write(waiting, to: STDOUT_FILENO) }
    waiting = []
  }

  /// Writes what was printed so far, and tells on standard error if that cannot be done.
  ///
  /// - Returns: whether all of it was written. A reader who has read enough is no fault.
  static func finish() -> Bool {
    flush()
    guard failure != 0, failure != EPIPE else { return true }
    error(localized("standard output: cannot be written: \(String(cString: strerror(failure)))"))
    return false
  }

  /// Says what is wrong on standard error, as `localpush: what: why`.
  static func error(_ text: String) {
    errorText("localpush: \(text.printable)\n")
  }

  /// Writes to standard error as it stands; `g_printerr` would convert it to the charset of the locale.
  static func errorText(_ text: String) {
    flush()
    _ = write(Array(text.utf8), to: STDERR_FILENO)
  }

  /// Writes all bytes: `write`. Gives 0, or the `errno` of what went wrong.
  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count >= 0 || errno == EINTR else { return errno }
      rest = rest.dropFirst(max(count, 0))
    }
    return 0
  }

  /// One cell of a table.
  struct Cell {
    let text: String
    let rendition: Terminal.Rendition

    init(_ text: String?, _ rendition: Terminal.Rendition = .plain) {
      self.text = (text ?? "").printable
      self.rendition = rendition
    }
  }

  /// Rows of cells with their columns aligned; on a terminal, lines end where it does.
  static func table(_ rows: [[Cell]]) {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in rows.map { column < $0.count ? $0[column].text.width : 0 }.max() ?? 0 }
    for row in rows {
      var line = ""
      var gap = 0
      var room = Terminal.width ?? .max
      for (column, cell) in row.enumerated() where widths[column] > 0 {
        let text = cell.text.cut(toWidth: max(room - gap, 0))
        if !text.isEmpty {
          line += String(repeating: " ", count: gap) + Terminal.drawn(text, cell.rendition)
          room -= gap + text.width
          gap = 0
        }
        gap += widths[column] - text.width + 2
      }
      text(line + "\n")
    }
  }

  static func table(_ rows: [[String]]) {
    table(rows.map { $0.map { Cell($0) } })
  }
}
