internal import CGLib

/// The loop that a thread runs on: `GMainLoop` on the context of the thread that makes it.
public final class MainLoop {
  private let loop: OpaquePointer

  /// Makes a loop that is not running yet: `g_main_loop_new`.
  public init() {
    loop = g_main_loop_new(g_main_context_get_thread_default(), gboolean(0))
  }

  deinit {
    g_main_loop_unref(loop)
  }

  /// Serves events until `quit` is called: `g_main_loop_run`.
  public func run() {
    g_main_loop_run(loop)
  }

  /// Ends `run` after the event being served: `g_main_loop_quit`.
  public func quit() {
    g_main_loop_quit(loop)
  }

  /// Serves what is ready, or waits for it first, and tells whether anything was served: `g_main_context_iteration`.
  @discardableResult
  public static func turn(mayBlock: Bool = true) -> Bool {
    g_main_context_iteration(g_main_context_get_thread_default(), gboolean(mayBlock ? 1 : 0)) != 0
  }
}
