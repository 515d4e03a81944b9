internal import CGLib

// Said aloud because Swift 6.3.1 forgets it in other modules: swift build -c release fails on the isolated deinit.
/// The loop that everything runs on: `GMainLoop` on the default context.
@MainActor public final class MainLoop {
  private let loop: OpaquePointer

  /// Makes a loop that is not running yet: `g_main_loop_new`.
  public init() {
    loop = g_main_loop_new(nil, gboolean(0))
  }

  isolated deinit {
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
    g_main_context_iteration(nil, gboolean(mayBlock ? 1 : 0)) != 0
  }
}
