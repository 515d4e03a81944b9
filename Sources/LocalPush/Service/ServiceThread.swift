internal import LocalPushLoop

/// The thread that a connection to the daemon lives on, in the form in which Swift runs an actor on it.
final class ServiceThread: SerialExecutor {
  private let thread = LoopThread(name: "localpush")

  /// Runs a piece of a task on the thread, which the piece keeps until it is done.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    thread.call { [self] in job.runSynchronously(on: asUnownedSerialExecutor()) }
  }

  /// Calls `action` on the thread, without a task.
  func call(_ action: @escaping @Sendable () -> Void) {
    thread.call(action)
  }

  func checkIsolated() {
    precondition(thread.isCurrent, "this is not the thread of LocalPush")
  }

  func isIsolatingCurrentContext() -> Bool? {
    thread.isCurrent
  }
}
