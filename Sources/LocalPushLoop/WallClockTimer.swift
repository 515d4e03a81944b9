internal import CGLib

/// One timer for the next moment on the wall clock; it counts suspend and notices when the clock is set: `timerfd`.
///
/// Invariant: the descriptor is armed at all times, with the moment asked for or with one that never comes, because
/// the kernel tells of clock steps only while a timer is armed.
public final class WallClockTimer {
  private let descriptor: TimerDescriptor
  private let onDue: () -> Void
  private let onClockStep: () -> Void
  private var moment: Int64?
  private var watch: FileDescriptorWatch?
  private var stepToTell: IdleCall?

  /// Makes a timer for which nothing is due yet: `timerfd_create`.
  ///
  /// `onDue` is called at the moment, or at once when it is past, and leaves nothing due. `onClockStep` is called when
  /// the clock was set; the moment asked for stays armed.
  public convenience init(onDue: @escaping () -> Void, onClockStep: @escaping () -> Void) throws(SystemError) {
    try self.init(descriptor: .kernel(), onDue: onDue, onClockStep: onClockStep)
  }

  init(
    descriptor: TimerDescriptor, onDue: @escaping () -> Void, onClockStep: @escaping () -> Void
  ) throws(SystemError) {
    self.descriptor = descriptor
    self.onDue = onDue
    self.onClockStep = onClockStep
    try descriptor.arm(nil)
    watch = FileDescriptorWatch(fd: descriptor.number, condition: .readable) { [unowned self] _ in becameReadable() }
  }

  /// Asks for the next moment in microseconds since 1970 UTC, or for none: `timerfd_settime`.
  public func arm(atMicroseconds moment: Int64?) {
    self.moment = moment
    rearm()
  }

  /// `timerfd_settime` arms even when it says ECANCELED, which is how it tells of a step nobody has read yet.
  private func rearm() {
    do {
      try descriptor.arm(moment)
    } catch .canceled {
      stepToTell = IdleCall { [unowned self] in onClockStep() }
    } catch {
      preconditionFailure("the wall-clock timer cannot be armed: \(error)")
    }
  }

  private func becameReadable() {
    do {
      try descriptor.take()
      moment = nil
      rearm()
      onDue()
    } catch .canceled {
      rearm()
      onClockStep()
    } catch {
      // Woken for nothing: the kernel still holds the moment.
    }
  }
}
