import LocalPushModel
import LocalPushScheduler
import LocalPushTime

/// Rule 3: a jump of years is not taken at face value.
extension Audit {
  private static let believable = Duration.days(366)

  /// The daemon heard what time it is: the doubt that it has to have begins, goes on or ends.
  mutating func heard(_ now: Instant, in world: SimulatedWorld) {
    isAhead = latest != .distantPast && now - latest > Self.believable
    guard !isBehind else { return }
    guard latest != .distantPast, isDoubtful(now, in: world) else {
      doubt = nil
      latest = max(latest, now)
      return
    }
    if let end = doubt, now >= end - .hours(1), now - (end - .hours(1)) <= Self.believable {
      guard now >= end else { return }
      (doubt, latest, isAhead) = (nil, now, false)
    } else {
      doubt = now + .hours(1)
    }
  }

  /// The last believed moment is kept to the day: within that day either answer is right.
  private func isDoubtful(_ now: Instant, in world: SimulatedWorld) -> Bool {
    let absence = now - latest
    if absence > Self.believable - .days(2), absence <= Self.believable { return world.scheduler?.clockDoubt != nil }
    return absence > Self.believable
  }
}
