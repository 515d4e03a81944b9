internal import Glibc
internal import LocalPushLoop
internal import LocalPushModel

/// The daemon's log on standard error, the only one in the project; a failure it goes on from ends ", ignoring".
enum Journal {
  /// Levels of sd-daemon(3), which the journal reads from the start of a line.
  private enum Level: Int {
    case error = 3
    case warning = 4
    case notice = 5
    case info = 6
  }

  /// Something that needs somebody to act: messages may be late until then.
  static func error(_ text: String) { emit(.error, text) }

  /// Somebody's mistake, such as one in the config; everything else goes on.
  static func warning(_ text: String) { emit(.warning, text) }

  /// A rare and important event of ordinary life.
  static func notice(_ text: String) { emit(.notice, text) }

  /// What happens, for somebody who looks.
  static func info(_ text: String) { emit(.info, text) }

  /// The journal of systemd sets this variable where it reads our standard error.
  private static let isRead = Environment.value("JOURNAL_STREAM") != nil

  private static func emit(_ level: Level, _ text: String) {
    let line = (isRead ? "<\(level.rawValue)>" : "localpushd: ") + text.printable + "\n"
    var bytes = Array(line.utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      guard written > 0 else { return }  // nobody reads it, and there is nowhere else to say so
      bytes = bytes.dropFirst(written)
    }
  }
}
