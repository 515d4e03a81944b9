/// How a program ended: the status of `wait`.
public struct ProcessStatus: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The status as `waitpid` gives it.
  public let rawValue: Int32

  /// Wraps a status of `waitpid`.
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// The signal that ended the program, if one did: `WTERMSIG`.
  public var signal: Int32? {
    let signal = rawValue & 0x7f
    return signal == 0 ? nil : signal
  }

  /// What the program returned, if it ended by itself: `WEXITSTATUS`.
  public var code: Int32? {
    signal == nil ? (rawValue >> 8) & 0xff : nil
  }

  /// Whether the program ended by itself and returned 0.
  public var isSuccess: Bool { rawValue == 0 }

  /// Says how the program ended, to follow its name.
  public var description: String {
    if let signal { return "was ended by signal \(signal)" }
    return "ended with status \((rawValue >> 8) & 0xff)"
  }
}
