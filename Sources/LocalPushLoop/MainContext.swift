internal import CGLib

/// What a thread serves events with: its own context where it was given one, else the default context of the process.
///
/// The objects of this module, and of those above it, belong to the context of the thread that made them and are used
/// on no other thread. They are not `Sendable`, which is how the compiler keeps them there; what it cannot see, where C
/// calls back or an object is given up, is checked here at run time: `GMainContext`.
public struct MainContext: ~Copyable {
  private let pointer: OpaquePointer

  /// The context of the calling thread: `g_main_context_ref_thread_default`.
  public init() {
    pointer = g_main_context_ref_thread_default()
  }

  deinit {
    g_main_context_unref(pointer)
  }

  /// Stops the program when another thread serves this context right now: `g_main_context_acquire`.
  ///
  /// It asks for the context rather than for a thread, because the main actor may go from thread to thread.
  public borrowing func preconditionOnThread() {
    guard g_main_context_acquire(pointer) != 0 else {
      preconditionFailure("an object of one thread's loop was used on another thread")
    }
    g_main_context_release(pointer)
  }

  /// Has a source served here, from this thread: `g_source_attach`.
  borrowing func attach(_ source: UnsafeMutablePointer<GSource>) {
    preconditionOnThread()
    g_source_attach(source, pointer)
  }
}
