internal import CLinux

/// The signals that a thread, and what it starts, does not get until later: `pthread_sigmask`.
///
/// A program inherits the mask of the thread that started it, and one that was started with SIGTERM blocked cannot be
/// ended.
public struct SignalMask {
  private var signals = sigset_t()

  /// No signal is blocked.
  public static var empty: SignalMask {
    var mask = SignalMask()
    sigemptyset(&mask.signals)
    return mask
  }

  /// Every signal is blocked.
  public static var all: SignalMask {
    var mask = SignalMask()
    sigfillset(&mask.signals)
    return mask
  }

  /// Makes this the mask of the calling thread.
  public func set() {
    var signals = signals
    pthread_sigmask(SIG_SETMASK, &signals, nil)
  }

  /// Runs `body` under this mask, and brings the former one back.
  func during<Value>(_ body: () -> Value) -> Value {
    var (signals, former) = (signals, sigset_t())
    pthread_sigmask(SIG_SETMASK, &signals, &former)
    defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
    return body()
  }
}
