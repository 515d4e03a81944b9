internal import CGLib
internal import Glibc

/// The terminal that the command writes to, if it does.
enum Terminal {
  static let isTerminal = isatty(STDOUT_FILENO) == 1

  /// Standard error is read by a person: what is said there may be drawn over.
  static let isErrorTerminal = isatty(STDERR_FILENO) == 1

  /// Columns of the terminal, nil when there is none or it does not tell: a script gets whole lines.
  static let width: Int? = isTerminal ? columns(of: STDOUT_FILENO) : nil

  /// Columns for running text: those of the terminal, else of `COLUMNS`, else 80.
  static let textWidth: Int = {
    let told = g_getenv("COLUMNS").flatMap { Int(String(cString: $0)) }
    return min(max(width ?? told ?? usualWidth, narrowest), widest)
  }()

  private static let usualWidth = 80
  private static let narrowest = 40
  /// Longer lines of running text are hard to read.
  private static let widest = 120

  static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Colours are for terminals that can show them, and for people who have not asked for none (no-color.org).
  private static let hasColours =
    isTerminal && g_getenv("NO_COLOR").map { $0.pointee == 0 } ?? true
    && g_getenv("TERM").map { String(cString: $0) } ?? "dumb" != "dumb"

  /// Renditions of ECMA-48.
  enum Rendition: String {
    case plain = ""
    case faint = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
  }

  static func drawn(_ text: String, _ rendition: Rendition) -> String {
    guard hasColours, rendition != .plain, !text.isEmpty else { return text }
    return "\u{1B}[\(rendition.rawValue)m\(text)\u{1B}[0m"
  }
}
