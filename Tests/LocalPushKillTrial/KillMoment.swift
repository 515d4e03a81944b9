internal import LocalPushTestSupport

/// When a daemon is killed.
enum KillMoment: CustomStringConvertible {
  /// So long after its start, whatever it does then.
  case after(milliseconds: Int)
  /// When the server has been asked to show something, before it answers.
  case beforeAnswer
  /// So long after the server answered.
  case afterAnswer(microseconds: UInt32)
  /// So long after a button was pressed.
  case afterPress(microseconds: UInt32)
  /// So long after a call was sent.
  case afterCall(microseconds: UInt32)

  /// Those that wait for something come at the latest so long after the start.
  static let patience = 1_500

  init(_ generator: inout SeededGenerator) {
    self =
      switch generator.number(0...9) {
      case 0: .after(milliseconds: generator.number(0...40))
      case 1, 2: .after(milliseconds: generator.number(0...900))
      case 3: .beforeAnswer
      case 4, 5: .afterAnswer(microseconds: UInt32(generator.number(0...4_000)))
      case 6, 7: .afterPress(microseconds: UInt32(generator.number(0...4_000)))
      default: .afterCall(microseconds: UInt32(generator.number(0...6_000)))
      }
  }

  var description: String {
    switch self {
    case .after(let milliseconds): "\(milliseconds) ms after its start"
    case .beforeAnswer: "before the server answered"
    case .afterAnswer(let microseconds): "\(microseconds) µs after the server answered"
    case .afterPress(let microseconds): "\(microseconds) µs after a press"
    case .afterCall(let microseconds): "\(microseconds) µs after a call"
    }
  }
}
