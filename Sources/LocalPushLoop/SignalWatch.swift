internal import CGLib

/// A call for each Unix signal of one kind, on the loop: `g_unix_signal_source_new`.
public final class SignalWatch {
  private let source: EventSource

  /// Watches for SIGHUP, SIGINT, SIGTERM, SIGUSR1, SIGUSR2 or SIGWINCH; GLib takes no others.
  public init(_ signal: Int32, action: @escaping () -> Void) {
    guard let source = g_unix_signal_source_new(signal) else { preconditionFailure("GLib takes no signal \(signal)") }
    self.source = EventSource(
      attaching: source, function: { Callback.call($0, with: ()) }, callback: Callback(repeats: true, action))
  }
}
