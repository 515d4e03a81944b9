internal import CGLib

/// One GLib event source on the default context: attached when made, destroyed with its owner: `GSource`.
nonisolated struct EventSource: ~Copyable {
  private let source: UnsafeMutablePointer<GSource>

  /// Attaches a new source that nobody else holds: `g_source_set_callback`, `g_source_attach`.
  init(attaching source: UnsafeMutablePointer<GSource>, function: @escaping GSourceFunc, callback: AnyObject) {
    self.source = source
    g_source_set_callback(source, function, Unmanaged.passRetained(callback).toOpaque(), releaseCallback)
    g_source_attach(source, nil)
  }

  deinit {
    g_source_destroy(source)
    g_source_unref(source)
  }
}
