import LocalPushModel
import LocalPushScheduler
import LocalPushStore
import LocalPushTime

/// What an onlooker has seen of the world, against which the rules are held.
///
/// It learns from facts, effects and the log of steps, and keeps its own record of each occurrence.
struct Audit {
  /// One occurrence as far as it was seen.
  struct Seen {
    let life: Int64
    let key: MessageKey
    let slot: String
    let due: Instant
    var state: OccurrenceState
    /// When it is to be shown: when it is due, or when its snooze ends.
    var moment: Instant
    var isSnoozed: Bool { moment != due }
    var handing = Handing.none
    var refusals = 0
    var content: Content?
    /// When it is to be taken off the screen; nil while it is not there, or has no end.
    var expiry: Instant?
    /// It was taken off the screen.
    var isOver = false
    /// It was edited while it was on screen.
    var isRedrawn = false
  }

  /// Where an occurrence stands between the daemon and the server.
  enum Handing { case none, open, answered }

  struct SlotOfLife: Hashable {
    let life: Int64
    let slot: String
  }

  struct SlotOfKey: Hashable {
    let key: MessageKey
    let slot: String
  }

  var occurrences: [Int64: Seen] = [:]
  var open: Set<Int64> = []
  var numbers: [SlotOfLife: Int64] = [:]
  var messages: [Int64: AuditedMessage] = [:]
  var triggers: [String: Trigger] = [:]
  /// Who was handed over last under a slot of an identity, since somebody asked for that identity.
  var lives: [SlotOfKey: Int64] = [:]
  var accepted: Set<MessageKey> = []
  /// Which occurrence the present server shows under an id, as the daemon knows.
  var bearers: [UInt32: Int64] = [:]
  var off: Set<String> = []
  var badges: [String: Int64] = [:]
  /// What each badge is when the rules for badges are followed from the steps.
  var model = BadgeModel()
  /// A change that a person asks for, as long as nobody knows whether it is written.
  var badgeChange: (app: String, change: BadgeChange)?
  /// Responses that nobody has taken, by sequence number.
  var kept: [Int64: Response] = [:]
  var handled: Set<Int64> = []
  /// Up to where an app took its responses in this step.
  var acknowledged: [String: Int64] = [:]
  var lastSequence: Int64 = 0
  var delivered: Set<Int64> = []
  /// Responses to the last press, and all that were announced in this step.
  var responses: [Response] = []
  var announcedResponses: [Response] = []
  /// Occurrences whose press could not be written yet.
  var owed: Set<Int64> = []
  var snoozing = Duration.minutes(10)
  var lastStep: Int64 = 0
  /// What waited at the last look.
  var waitingBefore: Set<Int64> = []
  /// What was snoozed and has to give way to the next one of its series, and series with which the user is done, in
  /// this step.
  var overdue: Set<Int64> = []
  var done: Set<Int64> = []
  /// Lives whose missed slots were too many to list, in this step.
  var collapsed: Set<Int64> = []
  var edited: Set<MessageKey> = []
  /// The disk was full and no fact has been recorded since.
  var isBehind = false
  /// What could not be written was written in this step.
  var hasCaughtUp = false
  /// Where the user was at the last look.
  var zone = Zone.utc
  /// Where the daemon took the user to be when it wrote something last: a change that it was not told of is no news yet.
  var planningZone = Zone.utc
  /// The latest moment at which the daemon believed the clock, whether the clock is too far ahead of it, and until when
  /// the daemon may not believe it.
  var latest = Instant.distantPast
  var isAhead = false
  var doubt: Instant?
  /// The user was elsewhere since.
  var hasMoved = false
  /// What was handed over under a number below zero, because it could not be written.
  var unwritten: [Int64: SlotOfLife] = [:]
  var unwrittenHandings: [SlotOfLife: Handing] = [:]
  var unwrittenContents: [SlotOfLife: Content] = [:]
  var unwrittenRefusals: [SlotOfLife: Int] = [:]
  /// What a list said last of an identity, as long as nobody else says something of it.
  var listed: [MessageKey: String] = [:]
  /// Occurrences whose id the server gave to another, in this step.
  var overtaken: Set<Int64> = []
  /// What was on screen when the daemon died: the order to close it may have died with it.
  var abandoned: Set<UInt32> = []
  private var checks = 0

  func violation(_ rule: Rule, _ detail: String) -> Violation { Violation(rule: rule, detail: detail) }

  // MARK: - Small facts

  mutating func daemonStarts() {
    delivered = []
    doubt = nil
  }

  mutating func serverChanged() {
    bearers = [:]
    abandoned = []
    reopen()
  }

  /// What was handed over and not answered may be handed over again.
  mutating func reopen() {
    for number in open where occurrences[number]?.handing == .open { occurrences[number]?.handing = .none }
    for (slot, handing) in unwrittenHandings where handing == .open { unwrittenHandings[slot] = nil }
  }

  /// The number of an occurrence that may have been handed over without one.
  func known(_ number: Int64) -> Int64? { number > 0 ? number : unwritten[number].flatMap { numbers[$0] } }

  private mutating func setHanding(_ number: Int64, _ handing: Handing) {
    if let known = known(number) {
      occurrences[known]?.handing = handing
    } else if let slot = unwritten[number] {
      unwrittenHandings[slot] = handing
    }
  }

  mutating func refused(_ number: Int64) {
    setHanding(number, .none)
    if let known = known(number) {
      occurrences[known]?.refusals += 1
    } else if let slot = unwritten[number] {
      unwrittenRefusals[slot, default: 0] += 1
    }
  }

  /// The server took them; what it took must not be handed to it again.
  mutating func willBeShown(_ shown: [Shown]) {
    for number in shown.flatMap(\.numbers) where handing(number) == .open { setHanding(number, .answered) }
    noteBearers(shown)
  }

  private func handing(_ number: Int64) -> Handing? {
    known(number).flatMap { occurrences[$0]?.handing } ?? unwritten[number].flatMap { unwrittenHandings[$0] }
  }

  private mutating func noteBearers(_ shown: [Shown]) {
    for one in shown {
      for number in one.numbers { if let known = known(number) { occurrences[known]?.refusals = 0 } }
      guard one.serverID != 0 else { continue }
      if let old = bearers[one.serverID].flatMap(known), one.numbers.allSatisfy({ $0 > 0 && $0 != old }) {
        overtaken.insert(old)
      }
      bearers[one.serverID] = one.numbers.count == 1 ? one.numbers[0] : nil
    }
  }

  /// What is on screen says something else from now on.
  mutating func wasEdited(_ stored: StoredOccurrence) {
    guard var seen = occurrences[stored.occurrence.number] else { return }
    seen.content = stored.content
    seen.isRedrawn = true
    seen.expiry = expiry(of: seen, shown: stored.occurrence.changed)
    occurrences[stored.occurrence.number] = seen
  }

  /// When an occurrence that is shown at `moment` is to be taken off: a snooze asked for more than its content says.
  func expiry(of seen: Seen, shown moment: Instant) -> Instant? {
    guard case .after(let expires)? = seen.content?.expires else { return nil }
    return seen.isSnoozed && seen.due + expires <= moment ? nil : seen.due + expires
  }

  /// The server drew an occurrence again, under an id of its choice.
  mutating func wasRedrawn(_ number: Int64, in replaced: UInt32, as id: UInt32) {
    guard id != 0, id != replaced else { return }
    bearers[replaced] = nil
    bearers[id] = number
  }

  mutating func cancelled(_ keys: [MessageKey]) { for key in keys { forget(key) } }

  /// A new life of an identity begins: its slots may come again.
  mutating func forget(_ key: MessageKey) { lives = lives.filter { $0.key.key != key } }

  mutating func delivered(_ response: Response) {
    delivered.insert(response.sequence)
  }

  mutating func announced(_ event: Event) {
    guard case .responded(let response) = event else { return }
    responses.append(response)
    announcedResponses.append(response)
  }

  mutating func daemonDied(_ world: SimulatedWorld) throws {
    reopen()
    // what the server took and nobody could write down before the end comes once more
    for number in open where [.due, .held, .pending].contains(occurrences[number]?.state) {
      occurrences[number]?.handing = .none
    }
    unwritten = [:]
    unwrittenHandings = [:]
    unwrittenRefusals = [:]
    owed = []
    isBehind = false
    badges = [:]
    badgeChange = nil
    overtaken = []
    if let server = world.server {
      abandoned = Set(server.onScreen)
      // what was written and not yet told
      for id in Set(bearers.filter { $0.value > 0 }.keys).union(server.onScreen) {
        bearers[id] = try world.store.occurrence(server: server.owner, id: id)?.occurrence.number
      }
    }
    // an edit that was written may have ended at once what it changed
    for number in open.union(bearers.values) where [.shown, .expired].contains(occurrences[number]?.state) {
      if let stored = try world.store.occurrence(number) { wasEdited(stored) }
    }
    // what it wrote of a list before it died, nobody was told
    for key in world.handing { forget(key) }
    if world.isSyncing {
      let present = Set(try world.store.auditedMessages().map(\.key))
      for key in accepted.subtracting(present) { forget(key) }
      accepted.formIntersection(present)
    }
    off = try world.store.switchedOff()
    try checkEverything(world)
  }

  // MARK: - After every step

  /// Holds the rules against what the store says now.
  mutating func check(_ world: SimulatedWorld) throws {
    try checkMessages(world)
    try checkResponses(world)
    try checkMoment(of: world)
    try checkHeld(world)
    try checkScreen(world)
    try checkLeft(world)
    try checkReplaced(world)
    try checkBadges(world)
    (collapsed, hasCaughtUp) = ([], false)
    if !isBehind, world.scheduler != nil { (zone, hasMoved) = (world.zone, false) }
    if let number = overdue.first, let seen = occurrences[number] {
      throw violation(.series, "\(seen.key) \(seen.slot) is snoozed, and the next one of its series came")
    }
    (edited, done) = ([], [])
    waitingBefore = open.filter { [.held, .pending].contains(occurrences[$0]?.state) }
    checks += 1
    if checks % 50 == 0 { try checkEverything(world) }
  }

  /// Every occurrence in the store is the one that was seen, in the same state.
  func checkEverything(_ world: SimulatedWorld) throws {
    let stored = try world.store.auditedOccurrences(nil)
    for one in stored {
      guard let seen = occurrences[one.number] else {
        throw violation(.stepsLogged, "occurrence \(one.number) of \(one.key) has no step in the log")
      }
      guard seen.state == one.state else {
        throw violation(.oneState, "\(one.key) \(one.slot) is \(one.state), its steps say \(seen.state)")
      }
    }
    guard stored.count == occurrences.count else {
      throw violation(.nothingLost, "\(stored.count) occurrences are stored, \(occurrences.count) were seen")
    }
  }

  // MARK: - The next moment

  func checkMoment(of world: SimulatedWorld) throws {
    guard world.scheduler != nil else { return }
    let armed = world.armed
    if let armed, armed <= world.now {
      throw violation(.nextMoment, "armed for \(armed), and it is \(world.now) already")
    }
    if let doubt, !isBehind {
      guard armed == doubt else {
        throw violation(.clockInDoubt, "armed for \(armed as Instant?), and the clock is in doubt until \(doubt)")
      }
      return
    }
    guard !isBehind else { return try checkFullDisk(world) }
    let nexts = messages.values.compactMap(\.next?.instant)
    let wakes = open.compactMap { occurrences[$0] }.compactMap { $0.state == .pending ? $0.moment : $0.expiry }
    guard let first = (nexts + wakes).min() else {
      guard armed == nil || mayBeArmedForHeld(world) else {
        throw violation(.nextMoment, "armed for \(armed as Instant?), and nothing is to come")
      }
      return
    }
    guard let armed, armed <= first else {
      throw violation(.nextMoment, "armed for \(armed as Instant?), but something is due at \(first)")
    }
    guard armed == first || mayBeArmedForHeld(world) else {
      throw violation(.nextMoment, "armed for \(armed), but nothing is due before \(first)")
    }
  }

  /// What is due on time is shown, though it cannot be written.
  private func checkFullDisk(_ world: SimulatedWorld) throws {
    guard world.server != nil, world.scheduler?.storeFailure != nil, !isAhead else { return }
    for message in messages.values {
      guard let next = message.next, next.instant <= world.now, world.now - next.instant <= .seconds(60),
        isOn(message.key.app, world), let trigger = try? Trigger(json: JSONValue(parsing: message.trigger)),
        trigger.instant(of: next.slot, in: world.zone) == next.instant
      else { continue }
      let slot = SlotOfLife(life: message.number, slot: next.slot.description)
      let isRefused = unwritten.values.contains(slot)
      guard isRefused || unwrittenHandings[slot] != nil || numbers[slot] != nil else {
        throw violation(.fullDisk, "\(message.key) \(next.slot) is due and was not shown")
      }
    }
  }

  /// What is not worth showing any more is not on screen.
  private func checkScreen(_ world: SimulatedWorld) throws {
    guard world.scheduler != nil, !isBehind, doubt == nil else { return }
    for number in open {
      guard let seen = occurrences[number], let expiry = seen.expiry, expiry <= world.now else { continue }
      throw violation(.expiry, "\(seen.key) \(seen.slot) is on screen and was worth showing until \(expiry)")
    }
  }

  /// What has ended in any way but by the server leaves the screen.
  private mutating func checkLeft(_ world: SimulatedWorld) throws {
    guard world.scheduler != nil, !isBehind, let server = world.server else { return }
    for (id, number) in bearers where server.onScreen.contains(id) && !abandoned.contains(id) {
      guard let seen = known(number).flatMap({ occurrences[$0] }) else { continue }
      guard ![.answered, .cancelled, .pending].contains(seen.state), !seen.isOver else {
        throw violation(.leavesScreen, "\(seen.key) \(seen.slot) is \(seen.state), and on screen under \(id)")
      }
    }
    for number in overtaken {
      guard let seen = occurrences[number], seen.state == .shown else { continue }
      throw violation(.leavesScreen, "\(seen.key) \(seen.slot) is shown, and its id belongs to another")
    }
    overtaken = []
  }

  /// Of a message, and of a group, one is on screen.
  private func checkReplaced(_ world: SimulatedWorld) throws {
    guard world.scheduler != nil, !isBehind else { return }
    let shown = shown(in: world)
    for (place, one) in shown.enumerated() where !one.isRedrawn {
      guard let other = shown[..<place].first(where: { replace(one, $0) }) else { continue }
      throw violation(.leavesScreen, "\(one.key) \(one.slot) is shown beside \(other.key) \(other.slot)")
    }
  }

  /// What the present server shows under an id of its own.
  func shown(in world: SimulatedWorld) -> [Seen] {
    guard let server = world.server else { return [] }
    let ids = server.onScreen.filter { !abandoned.contains($0) }
    return Set(ids.compactMap { bearers[$0].flatMap(known) }).compactMap { occurrences[$0] }
      .filter { $0.state == .shown }
  }

  private func replace(_ one: Seen, _ other: Seen) -> Bool {
    guard !other.isRedrawn else { return false }
    return one.life == other.life
      || one.key.app == other.key.app && one.content?.group != nil && one.content?.group == other.content?.group
  }

  private func mayBeArmedForHeld(_ world: SimulatedWorld) -> Bool {
    open.contains { occurrences[$0]?.state == .held }
  }

  // MARK: - What is held

  /// What could be shown is not held, and what is with the server is awaited.
  private func checkHeld(_ world: SimulatedWorld) throws {
    guard world.scheduler != nil, !isBehind, doubt == nil else { return }
    for number in open {
      guard let seen = occurrences[number] else { continue }
      if seen.state == .held { try checkHeld(number, seen, world) }
      if seen.state == .due, !isAwaited(number, in: world) {
        throw violation(.nothingLost, "\(seen.key) \(seen.slot) waits for an answer that cannot come")
      }
    }
  }

  private func isAwaited(_ number: Int64, in world: SimulatedWorld) -> Bool {
    world.server?.calls.contains { $0.run == world.run && $0.presentation.numbers.contains { known($0) == number } }
      ?? false
  }

  private func checkHeld(_ number: Int64, _ seen: Seen, _ world: SimulatedWorld) throws {
    guard world.server != nil, isOn(seen.key.app, world), seen.moment <= world.now else { return }
    if seen.refusals > 0, let armed = world.armed, armed <= world.now + .seconds(130) { return }
    let isLate = world.now - seen.moment > .seconds(60)
    if isLate, let end = world.settings.quietCatchUp?.end(at: world.now, in: world.zone) {
      guard let armed = world.armed, armed <= end else {
        throw violation(.lateIsDecided, "\(seen.key) \(seen.slot) waits for \(end), but nothing wakes the daemon then")
      }
      return
    }
    throw violation(.offIsNotForgotten, "\(seen.key) \(seen.slot) is held, and nothing keeps it from being shown")
  }

  func isOn(_ app: String, _ world: SimulatedWorld) -> Bool {
    world.settings.isEnabled && !off.contains("") && !off.contains(app)
  }
}
