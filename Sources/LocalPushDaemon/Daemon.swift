internal import Glibc
internal import LocalPushBus
internal import LocalPushDesktop
internal import LocalPushIntake
internal import LocalPushLoop
internal import LocalPushModel
internal import LocalPushScheduler
internal import LocalPushStore
internal import LocalPushTime
internal import LocalPushWire

/// The daemon: performs what the scheduler orders and tells it what happened.
public final class Daemon {
  let places: Places
  let store: Store
  private(set) var scheduler: Scheduler
  private let loop = MainLoop()
  private var timer: WallClockTimer?
  private var zoneWatch: TimeZoneWatch?
  private var signalWatches: [SignalWatch] = []
  var session: BusSession?
  /// The next attempt to find the bus after it went away.
  var reconnection: Timeout?
  private var exitStatus: Int32 = 0
  private var trimming: Timeout?
  private var settling: Timeout?
  private(set) lazy var config = ConfigKeeper(places, daemon: self)
  private(set) lazy var feeds = FeedKeeper(places.feedCache, daemon: self)
  private(set) lazy var backups = BackupKeeper(places.backup, daemon: self)
  private(set) lazy var redelivery = Redelivery(daemon: self)
  /// When the scheduler wants to be told the time.
  private var scheduledMoment: Instant?
  /// Owners of the server's name that this run has met, as the scheduler names them.
  private var metServers: Set<String> = []
  /// Set while the store refuses to write, so that it is said once and not with every fact.
  private var isStoreFailing = false
  /// Rows that cannot be read and were told as such.
  private var toldFaults: Set<String> = []
  /// What is still to be done, in the order of the facts.
  private var effects: [Effect] = []
  /// It is being done, or waits until the facts of several calls are on the disk.
  private var areEffectsHeld = false
  /// Answers of the server that are recorded together in one transaction.
  private var shownBatch: [Shown] = []
  /// In a burst: when they are.
  private var shownFlush: Timeout?
  private let soundPlayer = SoundPlayer()
  private var hasMissedPlayer = false

  /// Version of the program.
  public static let version = Contract.version

  /// Says on standard error that there is no such option.
  public static func refuse(option: String) {
    Journal.error("'\(option)' is not an option: try localpushd --help")
  }

  /// Runs the daemon until it is told to end, and gives the exit status.
  ///
  /// - Parameter rescues: reads what can be read out of the schedule into a new file first.
  public static func run(rescues: Bool = false) -> Int32 {
    Translations.begin()
    do {
      let places = try Places()
      let connection = try openBus()
      let listening = try NotificationServer.listen(on: connection)
      try places.prepareState()
      // Before the name: a caller would take a daemon that has the name and leaves for one that died over its call.
      guard let store = try openStore(places, rescues: rescues) else {
        Journal.notice("another localpushd has the schedule open already; leaving")
        return 0
      }
      guard try takeName(on: connection) else {
        Journal.notice("another localpushd runs in this session already; leaving")
        return 0
      }
      let daemon = try Daemon(places, store: store)
      try daemon.start(on: connection)
      listening.cancel()
      daemon.loop.run()
      // Plasma's task manager keeps what a vanished sender set
      daemon.session?.badges.clearAll()
      return daemon.exitStatus
    } catch {
      Journal.error("\(error)")
      return 1
    }
  }

  private init(_ places: Places, store: Store) throws {
    self.places = places
    self.store = store
    scheduler = try Scheduler(store: store, zone: Zone.system(), settings: Settings())
  }

  // MARK: - Start

  private static func openBus() throws(StartError) -> BusConnection {
    do {
      return try BusConnection.open(.session)
    } catch {
      throw StartError("no session bus: \(error.message)")
    }
  }

  /// Takes the bus name; false when another daemon has it.
  ///
  /// A daemon that was killed just now may still be its owner in the eyes of the bus, so a taken name is asked for
  /// again for a second.
  static func takeName(on connection: BusConnection) throws(StartError) -> Bool {
    do {
      for _ in 1...10 {
        if try connection.requestName(Contract.busName) == .primaryOwner { return true }
        usleep(100_000)
      }
      return false
    } catch {
      throw StartError("the name \(Contract.busName) cannot be taken: \(error)")
    }
  }

  /// Opens the schedule; nil when another process has it open.
  private static func openStore(_ places: Places, rescues: Bool) throws -> Store? {
    try Store.finishRescue(places.database)
    do throws(StoreError) {
      let store = try Store(path: places.database)
      if !rescues { return store }
    } catch {
      if error.isBusy { return nil }
      guard error.isDamaged else { throw error }
      Journal.error("the schedule is damaged: \(error.message)")
    }
    return try rescuedStore(places)
  }

  /// Saves what can be read of a damaged schedule; the user is told later, by a message.
  private static func rescuedStore(_ places: Places) throws -> Store {
    let rescue = try Store.rescue(places.database, at: Instant(microseconds: WallClock.nowMicroseconds()))
    Journal.error(
      """
      \(rescue.messages) messages and \(rescue.occurrences) of the history could be read out of the damaged \
      schedule, which is kept as \(rescue.aside)\(rescue.lost > 0 ? "; at most \(rescue.lost) rows are lost" : "")
      """)
    let store = try Store(path: places.database)
    try store.remember("damaged", rescue.aside)
    try store.remember("saved", String(rescue.messages))
    return store
  }

  /// Ends this run and begins another one that rescues the schedule, which turned out to be damaged.
  ///
  /// The corresponding C function is `execv`; it gives up the schedule and the name on the bus.
  func startOver(because damage: StoreError) {
    Journal.error("the schedule is damaged, starting anew to rescue it: \(damage)")
    let words: [String] = ["localpushd", Self.rescueOption]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    SignalMask.empty.set()
    execv("/proc/self/exe", &arguments)
    Journal.error("localpushd cannot be started anew: \(SystemError(rawValue: errno))")
    end(status: 1)
  }

  public static let rescueOption = "--rescue"

  private func start(on connection: BusConnection) throws {
    perform(try scheduler.started(at: now))
    config.reload(believesLoss: false)
    try noteDamage()
    backups.removeUnfinished()
    timer = try WallClockTimer(
      onDue: { [unowned self] in timeCame() },
      onClockStep: { [unowned self] in
        Journal.info("the clock was set")
        record("the clock was set") { try $0.clockStepped(at: $1) }
        feeds.clockStepped(at: now)
        redelivery.clockStepped(at: now)
      })
    arm(try store.nextMoment())
    zoneWatch = try TimeZoneWatch { [unowned self] in zoneMayHaveChanged() }
    watchSignals()
    try join(connection)
    settling = Timeout(milliseconds: Self.settledAfterMilliseconds) { Memory.forgetStart() }
  }

  /// By then the bus, the server and the config have been asked everything that is asked once.
  private static let settledAfterMilliseconds = 3_000

  /// Leaves the loop, so that ``run()`` returns `status`.
  func end(status: Int32) {
    exitStatus = status
    loop.quit()
  }

  private func watchSignals() {
    SignalMask.empty.set()
    for signal in [SIGTERM, SIGINT] {
      signalWatches.append(SignalWatch(signal) { [unowned self] in end(status: 0) })
    }
    signalWatches.append(
      SignalWatch(SIGHUP) { [unowned self] in
        config.reload(believesLoss: true)
        feeds.refreshAll(at: now)
      })
  }

  private func timeCame() {
    if let scheduledMoment, scheduledMoment <= now {
      record("the time came") { try $0.timeCame(at: $1) }
    }
    feeds.timeCame(at: now)
    redelivery.timeCame(at: now)
    rearm()
  }

  private func zoneMayHaveChanged() {
    let zone = Zone.system()
    guard zone != scheduler.zone else { return }
    Journal.notice("the zone is \(zone.identifier) now")
    record("the zone changed") { try $0.zoneChanged(to: zone, at: $1) }
  }

  /// Tells the user once that a damaged schedule was set aside.
  private func noteDamage() throws {
    guard let aside = try store.remembered("damaged"), !aside.isEmpty else { return }
    var notice = MessageDraft()
    try notice.set("id", to: "localpush-damaged-schedule")
    let saved = try store.remembered("saved").flatMap { Int($0) } ?? 0
    try notice.set("title", to: localized("LocalPush had to repair its schedule"))
    try notice.set(
      "body",
      to: localized("\(saved) message could be saved.", "\(saved) messages could be saved.", count: saved) + " "
        + localized("The damaged file is kept as \(aside). Messages of the config are back already."))
    try notice.set("in", to: "1s")
    try notice.set("urgency", to: "critical")
    _ = schedule([notice], source: "daemon", as: .request)
    try store.remember("damaged", "")
  }

  /// Gives memory back to the system a moment after much of it was used.
  func usedMemory(bytes: Int = .max) {
    guard bytes > Self.trimmedAbove, trimming == nil else { return }
    trimming = Timeout(milliseconds: Self.trimAfterMilliseconds) { [unowned self] in
      trimming = nil
      Memory.returnFreed()
    }
  }

  private static let trimmedAbove = 256 * 1024
  private static let trimAfterMilliseconds = 500

  // MARK: - Facts

  var now: Instant { Instant(microseconds: WallClock.nowMicroseconds()) }

  /// The moment as users read it: local time with its offset.
  func text(of instant: Instant) -> String { instant.text(in: scheduler.zone) }

  /// Tells the scheduler a fact on behalf of a caller, who gets the value or the error.
  @discardableResult
  func fact<Value>(_ change: (inout Scheduler, Instant) throws -> (Value, [Effect])) throws -> Value {
    flushShown()
    do {
      let (value, effects) = try change(&scheduler, now)
      isStoreFailing = false
      perform(effects)
      tellFaults()
      return value
    } catch let damage as StoreError where damage.isDamaged {
      startOver(because: damage)
      throw damage
    }
  }

  /// Runs `body`, whose facts become durable together at its end; nothing acts on them before that.
  ///
  /// - Throws: why that failed; what happened is known all the same, and acted on.
  func together(_ body: () -> Void) throws(StoreError) {
    areEffectsHeld = true
    defer {
      areEffectsHeld = false
      perform([])
    }
    try store.together(body)
  }

  /// Says of each row that cannot be read so once.
  private func tellFaults() {
    guard store.faults.count > toldFaults.count else { return }
    for fault in store.faults where toldFaults.insert(fault).inserted { Journal.error("\(fault), ignoring") }
  }

  /// Tells the scheduler a fact that nobody waits for; when it cannot be written, that is said once.
  func record(_ what: String, _ change: (inout Scheduler, Instant) throws -> [Effect]) {
    do {
      try fact { scheduler, now in ((), try change(&scheduler, now)) }
    } catch {
      if !isStoreFailing { Journal.error("\(what), but that cannot be written: \(error)") }
      isStoreFailing = true
      // the armed moment is still in the past or gone: try again before long, without spinning
      arm(now + .seconds(30))
    }
  }

  /// Hands messages of a config source to the scheduler; nil when they could not be written.
  func schedule(
    _ drafts: [MessageDraft], source: String, as handover: Handover
  ) -> (verdicts: [Verdict], removed: [MessageKey])? {
    do {
      return try fact { scheduler, now in
        let outcome = try scheduler.scheduled(drafts, source: source, as: handover, at: now)
        return ((outcome.verdicts, outcome.removed), outcome.effects)
      }
    } catch {
      Journal.error("\(source): its messages cannot be written: \(error)")
      return nil
    }
  }

  func settingsRead(_ settings: Settings) {
    guard settings != scheduler.settings else { return }
    record("the settings changed") { try $0.settingsChanged(to: settings, at: $1) }
    session?.service.tellProperties(["Enabled"])
  }

  func hasMessages(of source: String) -> Bool {
    (try? store.hasPending(source: source)) ?? true
  }

  /// The sources that come from config files and the feeds they name.
  func configSources() -> [String] {
    let sources = try? store.sources(prefix: Config.sourcePrefix) + store.sources(prefix: Config.feedPrefix)
    return sources ?? []
  }

  /// A server appeared that an earlier run of this program may have shown things on.
  func meet(_ owner: String, _ reunion: ServerQuirks.Reunion, isSilenced: Bool) {
    doNotDisturbChanged(to: isSilenced)
    record("a notification server appeared") { try $0.serverAppeared(owner, at: $1) }
    guard metServers.insert(owner).inserted, reunion != .none else { return }
    record("what is on screen was taken over") { try $0.reunited(replacing: reunion == .replace, at: $1) }
  }

  /// The user is not to be disturbed now, or may be again.
  func doNotDisturbChanged(to isOn: Bool) {
    record("do-not-disturb was switched") { try $0.doNotDisturbChanged(to: isOn, at: $1) }
  }

  // MARK: - Effects

  /// Does what was ordered; what is ordered meanwhile, because something could be told at once, comes after it: the last
  /// fact says for when the timer is armed.
  private func perform(_ ordered: [Effect]) {
    effects += ordered
    guard !areEffectsHeld else { return }
    areEffectsHeld = true
    while !effects.isEmpty {
      let present = effects
      effects = []
      for effect in present { perform(effect) }
    }
    areEffectsHeld = false
  }

  private func perform(_ effect: Effect) {
    switch effect {
    case .present(let presentation): present(presentation)
    case .redraw(let stored, let replaced): redraw(stored, inPlaceOf: replaced)
    case .close(let serverID): session?.server.close(serverID)
    case .wantServer: session?.server.startIfAbsent()
    case .setBadge(let app, let badge): session?.badges.set(badge.count, isUrgent: badge.isUrgent, of: app)
    case .deliver(let response): deliver(response)
    case .announce(let event): session?.service.announce(event)
    case .storeFailed(let error): Journal.error("the schedule cannot be written; messages still come on time: \(error)")
    case .storeRecovered: Journal.notice("the schedule can be written again")
    case .arm(let moment): arm(moment)
    }
  }

  private func arm(_ moment: Instant?) {
    scheduledMoment = moment
    rearm()
  }

  /// Arms the one timer for what comes first: what the scheduler waits for, a feed to be fetched, or a handler to be
  /// tried again.
  func rearm() {
    let moments = [scheduledMoment, feeds.nextMoment, redelivery.nextMoment].compactMap(\.self)
    timer?.arm(atMicroseconds: moments.min()?.microseconds)
  }

  private func present(_ presentation: Presentation) {
    guard let server = session?.server else { return }
    let numbers = presentation.numbers
    let notification = Notification(presentation, in: scheduler.zone, at: now)
    let isWanted = { [weak self] in self?.isAnyDue(numbers) ?? false }
    server.notify(notification, isWanted: isWanted) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let id):
        wasShown(Shown(numbers: numbers, serverID: id), isLast: server.waiting == 0)
        if id != 0 { playSound(of: notification) }
      case .failure(let error):
        Journal.warning("the server refused \(presentation.title): \(error)")
        record("the server refused a message") {
          try $0.refused(numbers, because: error.description, at: $1)
        }
      }
    }
  }

  /// Plays the sound of what has just been shown, where the server does not and the user may be disturbed.
  private func playSound(of notification: Notification) {
    guard let sound = notification.soundToPlay, let server = session?.server, let profile = server.profile,
      !profile.playsSounds, server.isSilenced != true
    else { return }
    guard !soundPlayer.play(sound), !hasMissedPlayer else { return }
    hasMissedPlayer = true
    Journal.notice("\(profile.name) plays no sounds, and no player is installed: canberra-gtk-play, pw-play or paplay")
  }

  /// Something of a presentation was not cancelled while it waited for the server.
  ///
  /// While nothing can be written, what is shown has no row yet, or one that does not say so.
  private func isAnyDue(_ numbers: [Int64]) -> Bool {
    numbers.contains { number in
      guard let state = try? store.state(of: number) else { return true }
      return state == .due || state == .pending && scheduler.storeFailure != nil
    }
  }

  private func redraw(_ stored: StoredOccurrence, inPlaceOf replaced: UInt32) {
    let number = stored.occurrence.number
    // shown as something new, whereupon the scheduler has the old one closed
    let keepsOldButtons = session?.server.profile?.quirks.keepsOldButtons ?? false
    let notification = Notification(
      app: stored.occurrence.key.app, content: stored.content, replaces: keepsOldButtons ? 0 : replaced)
    session?.server.notify(notification) { [weak self] result in
      switch result {
      case .success(let id):
        self?.record("a message was drawn again") { try $0.redrawn(number, serverID: id, at: $1) }
      case .failure(let error):
        Journal.warning("the server does not draw \(stored.occurrence.key) again: \(error), ignoring")
      }
    }
  }

  /// Takes an answer of the server, to be recorded at the end of this turn of the loop; in a burst, where each record
  /// would hold up the next messages, with those of the next few milliseconds.
  private func wasShown(_ shown: Shown, isLast: Bool) {
    shownBatch.append(shown)
    if isLast { return later { [weak self] in self?.flushShown() } }
    guard shownFlush == nil else { return }
    shownFlush = Timeout(milliseconds: Self.burstMilliseconds) { [weak self] in self?.flushShown() }
  }

  private static let burstMilliseconds = 10

  /// Records the answers of the server so far; before any other fact, so that no press is ahead of its showing.
  func flushShown() {
    shownFlush = nil
    guard !shownBatch.isEmpty else { return }
    let batch = shownBatch
    shownBatch = []
    record("messages were shown") { try $0.shown(batch, at: $1) }
  }

  private func deliver(_ response: Response) {
    let isHeard = session?.service.isHeard(by: response.key.app) ?? false
    let runner = HandlerRunner(connection: session?.connection, isHeardByApp: isHeard)
    runner.deliver(response) { [weak self] isTaken in
      guard let self else { return }
      guard isTaken else { return redelivery.failed(response, at: now) }
      redelivery.taken(response)
      record("a response was taken") { try $0.handled(response.sequence, at: $1) }
    }
  }

  /// Tries a handler again, unless somebody has taken the response by now.
  func deliverAgain(_ response: Response) {
    (try? store.hasResponse(response.sequence)) ?? true ? deliver(response) : redelivery.taken(response)
  }
}
