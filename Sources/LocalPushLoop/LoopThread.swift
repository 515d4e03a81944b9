internal import CGLib

/// A thread of its own with a context and a loop of its own, until nobody keeps this object: `GThread`, `GMainLoop`.
///
/// No signal is handled on it: signals are for the threads of the program that it is a guest in.
// Unchecked, because the compiler knows nothing about the pointer: it is set once, and what is done with it here
// (attaching sources to its context, asking for the owner, counting references) GLib lets any thread do.
public final class LoopThread: @unchecked Sendable {
  private let loop: OpaquePointer

  /// Starts the thread, under a name of at most 15 letters: `g_thread_new`.
  public init(name: String) {
    let context = g_main_context_new()
    loop = g_main_loop_new(context, gboolean(0))
    g_main_context_unref(context)
    let kept = UnsafeMutableRawPointer(g_main_loop_ref(loop))
    let thread = SignalMask.all.during { g_thread_new(name, { LoopThread.run($0) }, kept) }
    g_thread_unref(thread)
  }

  /// The thread serves what was asked for before, and ends. It is not waited for: this may be the thread itself.
  deinit {
    // Called from here, `g_main_loop_quit` would go unheard by a loop that does not run yet.
    let loop = loop
    attach { g_main_loop_quit(loop) }
    g_main_loop_unref(loop)
  }

  /// Calls `action` on the thread, after whatever was asked for before: `g_source_attach`.
  public func call(_ action: @escaping @Sendable () -> Void) {
    attach(action)
  }

  /// Whether this is the calling thread: `g_main_context_is_owner`.
  public var isCurrent: Bool {
    g_main_context_is_owner(g_main_loop_get_context(loop)) != 0
  }

  private func attach(_ action: @escaping () -> Void) {
    let source = newIdleSource(Callback(repeats: false, action))
    g_source_attach(source, g_main_loop_get_context(loop))
    g_source_unref(source)
  }

  /// The thread owns its context all the time, not only in its loop: `g_main_context_push_thread_default`.
  private static func run(_ data: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let data else { preconditionFailure("GLib lost the loop of a thread") }
    let loop = OpaquePointer(data)
    let context = g_main_loop_get_context(loop)
    g_main_context_push_thread_default(context)
    g_main_loop_run(loop)
    g_main_context_pop_thread_default(context)
    g_main_loop_unref(loop)
    return nil
  }
}
