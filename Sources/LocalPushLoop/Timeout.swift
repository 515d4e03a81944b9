internal import CGLib

/// A call after some time has passed on the monotonic clock, which stands still in suspend: `g_timeout_source_new`.
public final class Timeout {
  private var source: EventSource?

  /// Calls `action` once, or again and again, until this object is cancelled or gone.
  public init(milliseconds: Int, repeats: Bool = false, action: @escaping () -> Void) {
    source = EventSource(
      attaching: g_timeout_source_new(guint(clamping: milliseconds)), function: { Callback.call($0, with: ()) },
      callback: Callback(repeats: repeats, action))
  }

  /// Makes sure that the action is not called any more: `g_source_destroy`.
  public func cancel() {
    source = nil
  }
}
