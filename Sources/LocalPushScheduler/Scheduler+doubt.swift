internal import LocalPushModel
internal import LocalPushStore
internal import LocalPushTime

extension Scheduler {
  /// A clock that is further ahead of the last believed moment than this is not taken at its word.
  static let believableAbsence = Duration.days(366)
  /// A clock that ran on for this long without being set again is believed.
  private static let timeOfDoubt = Duration.hours(1)

  /// Decides whether the clock is believed.
  ///
  /// A dead battery makes a clock stand in 1970, and what sets it may be wrong by decades. Back is harmless: nothing is
  /// due there, and nothing that happened comes again. Ahead would make years of messages late at once, so nothing is
  /// decided until the clock is corrected or has run on for an hour. The last believed moment is kept in the store, at
  /// most once a day; it never goes back, so that 1970 and the correction after it are no jump.
  mutating func weighClock(at now: Instant) throws(StoreError) {
    guard let believed, now - believed > Self.believableAbsence else {
      if clockDoubt != nil { mustRelease = true }
      (clockDoubt, doubtedSince) = (nil, nil)
      if believed.map({ now - $0 > .days(1) }) ?? true { try believe(now) }
      return
    }
    if let since = doubtedSince, let end = clockDoubt, now >= since, now - since <= Self.believableAbsence {
      guard now >= end else { return }
      (clockDoubt, doubtedSince) = (nil, nil)
      mustRelease = true
      return try believe(now)
    }
    (clockDoubt, doubtedSince) = (now + Self.timeOfDoubt, now)
  }

  private mutating func believe(_ now: Instant) throws(StoreError) {
    believed = now
    try store.remember("believed", String(now.microseconds))
  }
}
