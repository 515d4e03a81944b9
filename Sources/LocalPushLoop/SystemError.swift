internal import CGLib
internal import CLinux

/// A failure told by the kernel: one `errno` value, also one this library has no name for.
public struct SystemError: Error, RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The `errno` value.
  public let rawValue: Int32

  /// Wraps an `errno` value.
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// Says what went wrong in the words of `strerror`, always in UTF-8.
  public var description: String {
    String(cString: g_strerror(rawValue))
  }

  /// Nothing to read yet: `EAGAIN`.
  public static let wouldBlock = SystemError(rawValue: EAGAIN)
  /// The clock was set under an armed timer: `ECANCELED`.
  public static let canceled = SystemError(rawValue: ECANCELED)
  /// A signal came first: `EINTR`.
  public static let interrupted = SystemError(rawValue: EINTR)
  /// There is no such file or directory: `ENOENT`.
  public static let noSuchFile = SystemError(rawValue: ENOENT)
  /// A limit on watches is reached: `ENOSPC`.
  public static let noSpace = SystemError(rawValue: ENOSPC)
}

/// Turns the -1 of a C function into the error that `errno` holds, and calls it again when a signal came first.
func valueOrErrno<Value: FixedWidthInteger & SignedInteger>(
  _ function: () -> Value
) throws(SystemError) -> Value {
  while true {
    let value = function()
    guard value == -1 else { return value }
    let error = SystemError(rawValue: __errno_location().pointee)
    if error != .interrupted { throw error }
  }
}
