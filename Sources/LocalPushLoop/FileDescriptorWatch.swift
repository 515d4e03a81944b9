internal import CGLib

/// A call whenever a file descriptor is ready: `g_unix_fd_source_new`.
public final class FileDescriptorWatch {
  /// What a descriptor can be ready for: `GIOCondition`.
  public struct Condition: OptionSet, Sendable {
    /// The bits of `GIOCondition`, which are those of `poll`.
    public let rawValue: UInt32

    /// Takes the bits as they are.
    public init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    /// There is something to read: `G_IO_IN`.
    public static let readable = Condition(rawValue: G_IO_IN.rawValue)
    /// Writing would not block: `G_IO_OUT`.
    public static let writable = Condition(rawValue: G_IO_OUT.rawValue)
    /// The descriptor is in error: `G_IO_ERR`, always watched for.
    public static let error = Condition(rawValue: G_IO_ERR.rawValue)
    /// The other side is gone: `G_IO_HUP`, always watched for.
    public static let hangUp = Condition(rawValue: G_IO_HUP.rawValue)
  }

  private let source: EventSource

  /// Calls `action` with what the descriptor is ready for, until this object is gone; the descriptor stays the caller's.
  public init(fd: Int32, condition: Condition, action: @escaping (Condition) -> Void) {
    let watched = GIOCondition(rawValue: condition.union([.error, .hangUp]).rawValue)
    let function: GUnixFDSourceFunc = { Callback.call($2, with: Condition(rawValue: $1.rawValue)) }
    // What the macro G_SOURCE_FUNC does: GLib calls it back with the arguments of an fd source.
    source = EventSource(
      attaching: g_unix_fd_source_new(fd, watched), function: unsafeBitCast(function, to: GSourceFunc.self),
      callback: Callback(repeats: true, action))
  }
}
