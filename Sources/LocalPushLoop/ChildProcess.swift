internal import CGLib

/// A program that was started, never through a shell: `g_spawn_async_with_fds`.
public final class ChildProcess {
  /// The process id.
  public let identifier: Int32
  private var exitWatch: EventSource?

  private init(identifier: Int32) {
    self.identifier = identifier
  }

  /// Starts the program `arguments[0]`, looked up in `PATH`, and calls `onExit` when it has ended and is reaped.
  ///
  /// `environment` is added to this process's own, `standardInput` is all that the program can read, output goes where
  /// this process's goes. The program runs on if nobody keeps the returned object.
  @discardableResult
  public static func start(
    arguments: [String], environment: [String: String] = [:], standardInput: [UInt8] = [], directory: String? = nil,
    onExit: @escaping (ProcessStatus) -> Void
  ) throws(ProcessError) -> ChildProcess {
    let launch = try ProcessLaunch(arguments: arguments, environment: environment, directory: directory)
    let process = ChildProcess(identifier: try launch.start(standardInput: standardInput))
    process.watch(onExit)
    return process
  }

  /// The watch keeps the process object until the program has ended: `g_child_watch_source_new`.
  private func watch(_ onExit: @escaping (ProcessStatus) -> Void) {
    let function: GChildWatchFunc = { _ = Callback.call($2, with: $1) }
    // What the macro G_SOURCE_FUNC does: GLib calls it back with the arguments of a child watch.
    exitWatch = EventSource(
      attaching: g_child_watch_source_new(identifier), function: unsafeBitCast(function, to: GSourceFunc.self),
      callback: Callback(repeats: false) { [self] (status: gint) in
        exitWatch = nil
        onExit(ProcessStatus(rawValue: status))
      })
  }
}
