import LocalPushModel
import LocalPushScheduler
import LocalPushStore
import LocalPushTime

extension SimulatedWorld {
  /// Takes a step of the script, and holds every rule against what is there after it.
  mutating func take(_ step: SimulatedStep) throws {
    log(step.description)
    isSyncing = step.verb == .sync
    handing = []
    do {
      try perform(step)
      try audit.check(self)
    } catch is Crash {
      try die()
    }
  }

  private mutating func perform(_ step: SimulatedStep) throws {
    switch step.verb {
    case .pass, .suspend, .clock, .years, .zone: try performTime(step)
    case .add, .list, .sync, .cancel, .cancelAll: try performMessages(step)
    case .skip, .snooze, .respond, .off, .on, .badge, .settings, .tidy: try performPeople(step)
    case .reunite: try reunite(replacing: step[0] % 2 == 0)
    case .server, .gone, .habits, .reply, .press, .twice, .close, .closePress, .foreign: try performServer(step)
    case .ack, .handlers, .crash, .start, .restart, .full, .room: try performFaults(step)
    }
  }

  private mutating func performTime(_ step: SimulatedStep) throws {
    switch step.verb {
    case .pass: try pass(seconds: step[0])
    case .suspend: try sleep(until: now + .seconds(Int64(step[0])))
    case .clock: try setClock(by: .seconds(Int64(step[0])))
    case .years: try setClock(by: .days(Int64(step[0]) * 365))
    default:
      audit.hasMoved = true
      zone = Catalogue.zones[step[0] % Catalogue.zones.count]
      try fact("zone \(zone.identifier)") { [zone, now] in try $0.zoneChanged(to: zone, at: now) }
    }
  }

  private mutating func setClock(by difference: Duration) throws {
    now = min(max(now + difference, Instant(seconds: 0)), Instant(seconds: 4_000_000_000))
    try fact("the clock is set") { [now] in try $0.clockStepped(at: now) }
  }

  // MARK: - Messages

  private mutating func performMessages(_ step: SimulatedStep) throws {
    switch step.verb {
    case .add:
      let draft = try Catalogue.draft(step[0], kind: step[1], salt: step[2], now: now, zone: zone)
      try hand([draft], to: Catalogue.sources[2], as: .request)
    case .list, .sync:
      let source = step[0] % 3
      let drafts = try Catalogue.list(source: source, salt: step[1], base: base, zone: zone)
      let handover: Handover = step.verb == .list ? .list : .wholeSource(keeping: [])
      if try hand(drafts, to: Catalogue.sources[source], as: handover) {
        try hand(drafts, to: Catalogue.sources[source], as: handover, isRepetition: true)
      }
    case .cancelAll: try cancel((0..<12).map(Catalogue.key).filter { $0.app == Catalogue.apps[step[0] % 3] })
    default: try cancel([waitingKey(step[0] - 12) ?? Catalogue.key(step[0])])
    }
  }

  @discardableResult
  private mutating func hand(
    _ drafts: [MessageDraft], to source: String, as handover: Handover, isRepetition: Bool = false
  ) throws -> Bool {
    let before = audit.isBehind ? [] : try store.auditedMessages()
    var verdicts: [Verdict] = []
    var removed: [MessageKey] = []
    let known = audit.listed
    handing = drafts.map(\.key)
    let isRequest = handover.isRequest
    if isRequest { for key in handing { audit.forget(key) } }  // it may begin a new life, and be shown at once
    audit.listed = [:]  // if the daemon dies over this, nobody knows
    let isRecorded = try fact("\(source) hands over \(drafts.map { "\($0.key) \($0.json)" })") { [now] in
      let outcome = try $0.scheduled(drafts, source: source, as: handover, at: now)
      (verdicts, removed) = (outcome.verdicts, outcome.removed)
      return outcome.effects
    }
    guard isRecorded else {
      audit.listed = known
      return false
    }
    log("  \(verdicts) removed \(removed)")
    audit.listed = known
    try audit.handed(
      drafts, verdicts, removed, source: source, as: handover, isRepetition: isRepetition, before: before,
      world: self)
    return true
  }

  /// The message of the nth call that the server has not answered; nil for a number below zero.
  private func waitingKey(_ number: Int) -> MessageKey? {
    guard number >= 0, let calls = server?.calls, !calls.isEmpty else { return nil }
    return calls[number % calls.count].presentation.occurrences.first?.occurrence.key
  }

  private mutating func cancel(_ keys: [MessageKey]) throws {
    var cancelled: [MessageKey] = []
    let isRecorded = try fact("cancel \(keys)") { [now] in
      let outcome = try $0.cancelled(keys, at: now)
      cancelled = outcome.cancelled
      return outcome.effects
    }
    if isRecorded { audit.cancelled(cancelled) }
  }

  // MARK: - People

  private mutating func performPeople(_ step: SimulatedStep) throws {
    let key = Catalogue.key(step[0])
    switch step.verb {
    case .skip: try fact("skip \(key)") { [now] in try $0.skipped(key, at: now).effects }
    case .snooze:
      let delay = Duration.seconds(Int64(max(1, step[1])))
      audit.snoozing = delay
      try fact("snooze \(key) \(delay)") { [now] in try $0.snoozed(key, for: delay, at: now) }
    case .respond:
      audit.snoozing = .minutes(10)
      let action = Catalogue.actionKey(step[1])
      try fact("respond \(key) \(action)") { [now] in try $0.responded(to: key, action: action, text: nil, at: now) }
    case .off, .on: try flip(step)
    case .badge: try changeBadge(step)
    case .settings:
      settings = Catalogue.settings(step[0])
      try fact("settings \(step[0])") { [settings, now] in try $0.settingsChanged(to: settings, at: now) }
    default: break
    }
  }

  private mutating func flip(_ step: SimulatedStep) throws {
    let app = step[0] % 4 == 0 ? nil : Catalogue.apps[step[0] % 4 - 1]
    let isOn = step.verb == .on
    guard scheduler != nil else { return }
    let before = audit.off
    if isOn { audit.off.remove(app ?? "") } else { audit.off.insert(app ?? "") }
    if try !fact("\(app ?? "all") \(step.verb)", { [now] in try $0.switched(app, isOn: isOn, at: now) }) {
      audit.off = before
    }
  }

  private mutating func changeBadge(_ step: SimulatedStep) throws {
    let change: BadgeChange = step[1] % 2 == 0 ? .set(Int64(abs(step[1]))) : .add(Int64(step[1]))
    let app = Catalogue.apps[step[0] % 3]
    guard scheduler != nil else { return }
    audit.badgeChange = (app, change)
    try fact("badge \(app) \(change)") { [now] in try $0.badgeChanged(of: app, by: change, at: now) }
    audit.badgeChange = nil
  }

  // MARK: - Server

  private mutating func reunite(replacing: Bool) throws {
    try fact("reunited") { [now] in try $0.reunited(replacing: replacing, at: now) }
  }

  private mutating func performServer(_ step: SimulatedStep) throws {
    switch step.verb {
    case .server: try serverAppears(habits: Habits(rawValue: step[0]))
    case .gone: try serverVanishes()
    case .habits: server?.habits = Habits(rawValue: step[0])
    case .reply: try answerCalls(atMost: step[0])
    case .press: try press(step, times: 1)
    case .twice: try press(step, times: 2)
    case .close: try close(step)
    case .closePress:
      try close(SimulatedStep(.close, [step[0], 2]), stays: true)
      try press(step, times: 1)
    default:
      let id = UInt32(1000 + step[0])
      try fact("a foreign press") { [now] in try $0.actionInvoked(serverID: id, key: "default", at: now) }
      try fact("a foreign end") { [now] in try $0.closed(serverID: id, reason: .dismissed, at: now) }
    }
  }

  private mutating func press(_ step: SimulatedStep, times: Int) throws {
    guard let id = server?.nth(step[0]), scheduler != nil else { return }
    for _ in 0..<times {
      let key = Catalogue.actionKey(step[1])
      let expected = audit.mustBeTaken(id, key)
      audit.snoozing = .minutes(10)
      let isRecorded = try fact("press \(id) \(key)") { [now] in try $0.actionInvoked(serverID: id, key: key, at: now) }
      try audit.pressed(id, key, isExpected: expected, isRecorded: isRecorded)
    }
  }

  private mutating func close(_ step: SimulatedStep, stays: Bool = false) throws {
    guard let id = server?.nth(step[0]) else { return }
    if !stays { server?.remove(id) }
    let reason = ClosedReason(wire: UInt32(step[1]))
    try fact("closed \(id) \(reason)") { [now] in try $0.closed(serverID: id, reason: reason, at: now) }
  }

  // MARK: - Faults

  private mutating func performFaults(_ step: SimulatedStep) throws {
    switch step.verb {
    case .ack: try acknowledge(app: Catalogue.apps[step[0] % 3])
    case .handlers: handlersWork = step[0] % 2 == 1
    case .crash: if scheduler != nil { crashIn = step[0] }
    case .start: try start()
    case .restart:
      if scheduler != nil { try die() }
      try start()
    case .full:
      isDiskFull = true
      try store.setRoom(pages: step[0])
    default: try makeRoom()
    }
  }

  mutating func makeRoom() throws {
    isDiskFull = false
    try store.setRoom(pages: nil)
  }

  mutating func acknowledge(app: String) throws {
    guard let last = try store.responses(toTakeBy: app, after: 0).last else { return }
    audit.acknowledged[app] = last.sequence
    try fact("\(app) takes its responses") { [now] in try $0.acknowledged(app: app, upTo: last.sequence, at: now) }
  }

  // MARK: - The end

  /// Puts everything right and lets the rest happen: then nothing may be left undecided.
  mutating func finish() throws {
    crashIn = nil
    try makeRoom()
    if now < base { now = base }
    settings = Settings()
    handlersWork = true
    try start()
    log("the end: everything works")
    try fact("settings 0") { [settings, now] in try $0.settingsChanged(to: settings, at: now) }
    for number in 0..<4 { try flip(SimulatedStep(.on, [number])) }
    try serverAppears(habits: [])
    try sleep(until: now + .hours(2))  // past any doubt about the clock
    for _ in 0..<6 { try sleep(until: now + .hours(30)) }
    try audit.check(self)
    try audit.checkEnd(self)
  }
}
