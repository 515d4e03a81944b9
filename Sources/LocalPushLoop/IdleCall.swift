internal import CGLib

/// A call on the next turn of the loop, in the order asked for: `g_idle_source_new` at default priority.
public final class IdleCall {
  private var source: EventSource?

  /// Calls `action` once, unless this object is cancelled or gone before.
  public init(action: @escaping () -> Void) {
    source = EventSource(attaching: newIdleSource(Callback(repeats: false, action)))
  }

  /// Makes sure that the action is not called any more: `g_source_destroy`.
  public func cancel() {
    source = nil
  }
}

/// Calls `action` on the next turn of the loop, whatever happens to the caller: `g_idle_add`.
public func later(_ action: @escaping () -> Void) {
  let source = newIdleSource(Callback(repeats: false, action))
  MainContext().attach(source)
  g_source_unref(source)
}

/// A source that is not attached yet; GLib's own idle priority would starve behind a busy bus.
func newIdleSource(_ callback: Callback<Void>) -> UnsafeMutablePointer<GSource> {
  let source = g_idle_source_new()!
  g_source_set_priority(source, G_PRIORITY_DEFAULT)
  let data = Unmanaged.passRetained(callback).toOpaque()
  g_source_set_callback(source, { Callback.call($0, with: ()) }, data, releaseCallback)
  return source
}
