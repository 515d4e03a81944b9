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
  /// Do-not-disturb is on, as far as the server tells.
  public internal(set) var isSilenced = false

  /// Activation tokens that came ahead of their action, by notification id.
  var activationTokens: [UInt32: String] = [:]
  /// When what is held is to be looked at again: quiet hours are over, or a refusal is to be retried.
  var releaseMoment: Instant?
  /// What is held is to be looked at before this fact is done with.
  var mustRelease = false
  /// What happened while nothing could be written.
  var unwritten = Unwritten()
  /// Why nothing can be written; nil while everything is.
  public internal(set) var storeFailure: StoreError?
  /// When the next of those that are held is due again, because the clock was set back.
  var heldMoment: Instant?
  /// The last moment at which the clock was believed, and since when it is not.
  var believed: Instant?
  var doubtedSince: Instant?
  /// The badges that the docks were told last.
  var toldBadges: [String: Badge] = [:]
  /// Places for messages to come.
  var room = Room()
  /// How often the server refused an occurrence since it was last shown.
  var refusals: [Int64: Int] = [:]

  /// Until when the clock is not believed, after a jump of years; nil while it is.
  package internal(set) var clockDoubt: Instant?

  /// An occurrence shown within this time is on time: a busy loop is not a missed message.
  static let grace = Duration.seconds(60)

  /// How much of the history is kept; nil keeps all of it.
  let retention: Retention?
  /// When the history was looked through last.
  var pruned: Instant?

  public init(
    store: Store, zone: Zone, settings: Settings, retention: Retention? = .standard
  ) throws(StoreError) {
    self.store = store
    self.retention = retention
    self.zone = zone
    self.settings = settings
    switchedOff = try store.switchedOff()
    believed = try store.remembered("believed").flatMap { Int64($0) }.map(Instant.init(microseconds:))
  }

  /// The daemon started: takes up every thread that an earlier run left.
  public mutating func started(at now: Instant) throws(StoreError) -> [Effect] { try record(.started, at: now) }

  mutating func takeUp(at now: Instant, into effects: inout [Effect]) throws(StoreError) {
    for unanswered in try store.unansweredOccurrences() {
      try store.setState(
        unanswered.occurrence.number, to: .held, reason: "the daemon ended before the server answered", at: now)
    }
    let known = try store.remembered("zone")
    if known != zone.identifier {
      if known != nil { try replanFloating(at: now) }
      try store.remember("zone", zone.identifier)
    }
    store.badgesMayHaveChanged = true
    for response in try store.responses() where response.handler != nil {
      effects.append(.deliver(response))
    }
    mustRelease = true
  }

  /// The armed moment came.
  public mutating func timeCame(at now: Instant) throws(StoreError) -> [Effect] {
    try record(.time(isStep: false), isDurable: false, at: now)
  }

  /// Somebody set the clock, or the machine woke up.
  public mutating func clockStepped(at now: Instant) throws(StoreError) -> [Effect] {
    try record(.time(isStep: true), at: now)
  }

  /// The user is in another zone.
  public mutating func zoneChanged(to zone: Zone, at now: Instant) throws(StoreError) -> [Effect] {
    try record(.zone(zone), at: now)
  }

  mutating func move(to zone: Zone, at now: Instant) throws(StoreError) {
    self.zone = zone
    try replanFloating(at: now)
    try store.remember("zone", zone.identifier)
    mustRelease = true
  }

  /// The `[settings]` of the config were read.
  public mutating func settingsChanged(to settings: Settings, at now: Instant) throws(StoreError) -> [Effect] {
    try record(.settings(settings), at: now)
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
        mustRelease = storeFailure != nil
        try weighClock(at: now)
        try writeUnwritten(into: &effects)
        try change(&self, &effects)
        if mustRelease { try settle(at: now, into: &effects, releasing: true) }
        var coming = try store.nextMoment()
        if [coming, releaseMoment, heldMoment].contains(where: { $0.map { $0 <= now } ?? false }) {
          try settle(at: now, into: &effects, releasing: false)
          coming = try store.nextMoment()
        }
        if releaseMoment != nil, try store.appWithHeld(after: "") == nil { releaseMoment = nil }
        try dropOvertakenRedraws(from: &effects)
        try announceBadges(into: &effects)
        if let clockDoubt { return effects.append(.arm(clockDoubt)) }
        heldMoment = try store.nextHeld(after: now)
        effects.append(.arm([coming, releaseMoment, heldMoment].compactMap(\.self).min()))
      }
    } catch {
      self = before
      store.badgesMayHaveChanged = true
      throw error
    }
    if storeFailure != nil { effects.append(.storeRecovered) }
    storeFailure = nil
    return effects
  }

  /// As ``decide``, for what may be refused when it is seen what there is: nothing has happened then.
  mutating func decideOrRefuse(
    at now: Instant, _ change: (inout Scheduler, inout [Effect]) throws -> Void
  ) throws -> [Effect] {
    var refusal: (any Error)?
    do {
      return try decide(at: now) { (scheduler, effects) throws(StoreError) in
        do {
          try change(&scheduler, &effects)
        } catch let error as StoreError {
          throw error
        } catch {
          refusal = error
          throw StoreError(code: 4, message: "refused")  // SQLITE_ABORT: undoes the transaction
        }
      }
    } catch {
      throw refusal ?? error
    }
  }

  /// Tells whether messages of `app` may be shown at all.
  func isOn(_ app: String) -> Bool {
    settings.isEnabled && !switchedOff.contains("") && !switchedOff.contains(app)
  }
}
