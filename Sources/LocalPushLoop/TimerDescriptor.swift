internal import CLinux

/// What `WallClockTimer` asks of the kernel, so that tests can set a clock without setting the machine's.
struct TimerDescriptor {
  /// Becomes readable when the moment has come or the clock was set.
  let number: Int32
  /// Arms for a moment in microseconds, or only for clock steps when there is none.
  let arm: (_ microseconds: Int64?) throws(SystemError) -> Void
  /// Tells what made the descriptor readable: nothing thrown means that the moment came.
  let take: () throws(SystemError) -> Void

  /// The kernel's own timer: `timerfd_create`, `timerfd_settime`.
  static func kernel() throws(SystemError) -> TimerDescriptor {
    let file = KernelTimer(
      FileDescriptor(
        owning: try valueOrErrno {
          timerfd_create(CLOCK_REALTIME, Int32(TFD_NONBLOCK | TFD_CLOEXEC))
        }))
    return TimerDescriptor(number: file.number, arm: file.arm, take: file.take)
  }
}

/// A `timerfd` on `CLOCK_REALTIME`.
private final class KernelTimer {
  private let file: FileDescriptor

  init(_ file: consuming FileDescriptor) {
    self.file = file
  }

  var number: Int32 { file.number }

  /// Arms an absolute time that also ends when the clock is set: `TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET`.
  func arm(_ microseconds: Int64?) throws(SystemError) {
    var setting = itimerspec()
    setting.it_value = Self.moment(microseconds)
    let flags = Int32(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET)
    _ = try valueOrErrno { timerfd_settime(file.number, flags, &setting, nil) }
  }

  /// Reads the number of expirations: `read`.
  func take() throws(SystemError) {
    var expirations: UInt64 = 0
    _ = try valueOrErrno { read(file.number, &expirations, MemoryLayout<UInt64>.size) }
  }

  /// Zero would disarm the timer and a negative time is refused, so what is long past becomes the first nanosecond.
  private static func moment(_ microseconds: Int64?) -> timespec {
    guard let microseconds else { return timespec(tv_sec: Int.max, tv_nsec: 0) }
    guard microseconds > 0 else { return timespec(tv_sec: 0, tv_nsec: 1) }
    return timespec(tv_sec: Int(microseconds / 1_000_000), tv_nsec: Int(microseconds % 1_000_000) * 1000)
  }
}
