internal import CGLib

/// One GLib event source on the calling thread's context: attached when made, destroyed with its owner: `GSource`.
///
/// GLib calls it on the thread that serves the context, and only there it is made and given up, so that what it calls
/// needs no check of its own.
struct EventSource: ~Copyable {
  private let source: UnsafeMutablePointer<GSource>
  private let context = MainContext()

  /// Attaches a new source that nobody else holds: `g_source_set_callback`, `g_source_attach`.
  init(attaching source: UnsafeMutablePointer<GSource>, function: @escaping GSourceFunc, callback: AnyObject) {
    g_source_set_callback(source, function, Unmanaged.passRetained(callback).toOpaque(), releaseCallback)
    self.init(attaching: source)
  }

  /// Attaches a new source that has its callback: `g_source_attach`.
  init(attaching source: UnsafeMutablePointer<GSource>) {
    self.source = source
    context.attach(source)
  }

  deinit {
    context.preconditionOnThread()
    g_source_destroy(source)
    g_source_unref(source)
  }
}
