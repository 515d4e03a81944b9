public import LocalPushModel
public import LocalPushStore
public import LocalPushTime

/// Decides: facts that happened go in, orders come out.
///
/// It reads no clock, no bus and no file. Every fact comes with the moment at which it happened, is one transaction of
/// the store, and leaves the scheduler as it was when that transaction fails.
public struct Scheduler {
  public let store: Store
  /// Where the user is.
  public internal(set) var zone: Zone
  public internal(set) var settings: Settings
  /// Who shows notifications now: bus and unique name, so that an id can never be taken for another owner's.
  public internal(set) var server: String?
  /// Apps that are switched off; the empty name stands for everything.
  public internal(set) var switchedOff: Set<String>

  /// Activation tokens that came ahead of their action, by notification id.
  var activationTokens: [UInt32: String] = [:]
  /// When what is held is to be looked at again: quiet hours are over, or a refusal is to be retried.
  var releaseMoment: Instant?
  /// The badges that the docks were told last.
  var toldBadges: [String: Int64] = [:]
  /// How often the server refused an occurrence since it was last shown.
  var refusals: [Int64: Int] = [:]

  /// Until when the clock is not believed, after a jump of years; nil while it is.
  package internal(set) var clockDoubt: Instant?

  /// An occurrence shown within this time is on time: a busy loop is not a missed message.
  static let grace = Duration.seconds(60)

  public init(store: Store, zone: Zone, settings: Settings) throws(StoreError) {
    self.store = store
    self.zone = zone
    self.settings = settings
    switchedOff = try store.switchedOff()
  }

  /// The daemon started: takes up every thread that an earlier run left.
  public mutating func started(at now: Instant) throws(StoreError) -> [Effect] {
    try decide(at: now) { (scheduler, effects) throws(StoreError) in
      for unanswered in try scheduler.store.unansweredOccurrences() {
        try scheduler.store.setState(
          unanswered.occurrence.number, to: .held, reason: "the daemon ended before the server answered", at: now)
      }
      let known = try scheduler.store.remembered("zone")
      if known != scheduler.zone.identifier {
        if known != nil { try scheduler.replanFloating(at: now) }
        try scheduler.store.remember("zone", scheduler.zone.identifier)
      }
      scheduler.store.badgesMayHaveChanged = true
      for response in try scheduler.store.responses(app: nil, after: 0) where response.handler != nil {
        effects.append(.deliver(response))
      }
      try scheduler.settle(at: now, into: &effects, releasing: true)
    }
  }

  /// The armed moment came.
  public mutating func timeCame(at now: Instant) throws(StoreError) -> [Effect] {
    try decide(at: now, isDurable: false) { (scheduler, effects) throws(StoreError) in
      try scheduler.settle(at: now, into: &effects, releasing: false)
    }
  }

  /// Somebody set the clock, or the machine woke up.
  public mutating func clockStepped(at now: Instant) throws(StoreError) -> [Effect] {
    try decide(at: now) { (scheduler, effects) throws(StoreError) in
      try scheduler.settle(at: now, into: &effects, releasing: true)
    }
  }

  /// The user is in another zone.
  public mutating func zoneChanged(to zone: Zone, at now: Instant) throws(StoreError) -> [Effect] {
    try decide(at: now) { (scheduler, effects) throws(StoreError) in
      scheduler.zone = zone
      try scheduler.replanFloating(at: now)
      try scheduler.store.remember("zone", zone.identifier)
      try scheduler.settle(at: now, into: &effects, releasing: true)
    }
  }

  /// The `[settings]` of the config were read.
  public mutating func settingsChanged(to settings: Settings, at now: Instant) throws(StoreError) -> [Effect] {
    try decide(at: now) { (scheduler, effects) throws(StoreError) in
      scheduler.settings = settings
      try scheduler.settle(at: now, into: &effects, releasing: true)
    }
  }

  // MARK: - One fact, one transaction

  mutating func decide(
    at now: Instant, isDurable: Bool = true,
    _ change: (inout Scheduler, inout [Effect]) throws(StoreError) -> Void
  ) throws(StoreError) -> [Effect] {
    let before = self
    var effects: [Effect] = []
    do {
      try store.transaction(isDurable: isDurable) { () throws(StoreError) in
        try change(&self, &effects)
        if let moment = try nextMoment(after: now), moment <= now {
          try settle(at: now, into: &effects, releasing: false)
        }
        try announceBadges(into: &effects)
        effects.append(.arm(try nextMoment(after: now)))
      }
    } catch {
      self = before
      store.badgesMayHaveChanged = true
      throw error
    }
    return effects
  }

  /// The single next moment of interest.
  private func nextMoment(after now: Instant) throws(StoreError) -> Instant? {
    [try store.nextMoment(), releaseMoment, try store.nextHeld(after: now)].compactMap(\.self).min()
  }

  /// Tells whether messages of `app` may be shown at all.
  func isOn(_ app: String) -> Bool {
    settings.isEnabled && !switchedOff.contains("") && !switchedOff.contains(app)
  }
}
