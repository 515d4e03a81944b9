import Foundation
import LocalPushModel
import LocalPushScheduler
import LocalPushStore
import LocalPushTime

/// The real scheduler and store in a world that a script drives: its clock, zone, server, disk, people and crashes.
struct SimulatedWorld {
  var store: Store
  /// Nil while the daemon is down.
  var scheduler: Scheduler?
  var now: Instant
  var zone: Zone
  var server: SimulatedServer?
  var armed: Instant?
  /// What the daemon has still to do, and that it is at it.
  private var effects: [Effect] = []
  private var isPerforming = false
  /// Boundaries until the daemon dies; nil when it is not going to.
  var crashIn: Int?
  var isDiskFull = false
  var handlersWork = true
  /// The identities that are being handed over.
  var handing: [MessageKey] = []
  /// A source is being read again, which may remove messages.
  var isSyncing = false
  /// How often the daemon was started.
  var run = 0
  var settings = Settings()
  var audit = Audit()
  /// What happened, for people.
  var trace: [String]?
  let base: Instant
  private var servers = 0
  private let folder: String?
  private var files = 0
  private var mustStart = false

  /// The daemon dies here.
  struct Crash: Error {}

  init(_ number: Int, isTraced: Bool = false) throws {
    base = Catalogue.beginnings[number % Catalogue.beginnings.count]
    now = base
    zone = Catalogue.zones[number / 5 % 2]
    folder = number % 25 == 7 ? try Self.newFolder() : nil
    store = try Store(path: folder.map { $0 + "/0.db" } ?? ":memory:")
    trace = isTraced ? [] : nil
    try start()
    try serverAppears(habits: [])
  }

  private static func newFolder() throws -> String {
    let shared = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
    let folder = "\(shared)/localpush-simulation-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return folder
  }

  /// Removes what the world left on the disk.
  func cleanUp() {
    if let folder { try? FileManager.default.removeItem(atPath: folder) }
  }

  func note(_ text: @autoclosure () -> String) -> String? { trace == nil ? nil : "\(now) \(text())" }

  mutating func log(_ text: @autoclosure () -> String) {
    if let line = note(text()) { trace?.append(line) }
  }

  // MARK: - Facts

  /// Tells the scheduler a fact, and does what it orders; false when the fact could not be recorded.
  @discardableResult
  mutating func fact(
    _ name: String, _ change: (inout Scheduler) throws -> [Effect]
  ) throws -> Bool {
    guard scheduler != nil else { return false }
    log("· \(name)")
    let effects: [Effect]
    do {
      armInterruption()
      defer { store.interruptCommits(nil) }
      effects = try change(&scheduler!)
    } catch let error as StoreError {
      guard crashIn != 0 else { throw Crash() }
      return try failed(name, error)
    } catch let refusal as Refusal {
      log("  refused: \(refusal)")
      return false
    }
    let isRecorded = scheduler?.storeFailure == nil
    if audit.isBehind, isRecorded { audit.hasCaughtUp = true }
    audit.isBehind = !isRecorded
    if effects.contains(where: { if case .arm = $0 { true } else { false } }) { audit.heard(now, in: self) }
    try audit.takeSteps(of: self)
    if isRecorded {
      audit.applyBadgeChange()
      audit.planningZone = scheduler?.zone ?? zone
    }
    audit.badgeChange = nil
    try audit.checkSummary(effects, in: self)
    try boundary()
    try perform(effects)
    return isRecorded
  }

  private mutating func failed(_ name: String, _ error: StoreError) throws -> Bool {
    log("  failed: \(error)")
    guard isDiskFull else { throw Violation(rule: .nothingLost, detail: "\(name) failed: \(error)") }
    try audit.takeSteps(of: self)
    return false
  }

  /// Lets the daemon die inside of the transaction, when this is its time.
  private mutating func armInterruption() {
    guard let left = crashIn else { return }
    guard left == 0 else {
      crashIn = left - 1
      return
    }
    store.interruptCommits { () throws(StoreError) in throw StoreError(code: 21, message: "the daemon dies") }
  }

  /// A place where the daemon may die.
  mutating func boundary() throws {
    guard let left = crashIn else { return }
    guard left > 0 else { throw Crash() }
    crashIn = left - 1
  }

  // MARK: - Effects

  /// As the daemon does it: what is ordered meanwhile comes after what was ordered before.
  mutating func perform(_ ordered: [Effect]) throws {
    effects += ordered
    guard !isPerforming else { return }
    isPerforming = true
    defer { isPerforming = false }
    while !effects.isEmpty {
      let present = effects
      effects = []
      for effect in present {
        try perform(effect)
        if case .present = effect { try boundary() }
      }
    }
    isPerforming = false
    try answerCalls(atMost: server?.habits.contains(.slow) == true ? 0 : .max)
  }

  private mutating func perform(_ effect: Effect) throws {
    switch effect {
    case .present(let presentation):
      log(
        "  present \(presentation.occurrences.map { "#\($0.occurrence.number) \($0.occurrence.key.id) \($0.occurrence.slot)" })"
      )
      try audit.checkPresentation(presentation, in: self)
      server?.calls.append(SimulatedServer.Call(presentation: presentation, run: run))
    case .redraw(let stored, let replaced):
      log("  redraw #\(stored.occurrence.number) in place of \(replaced)")
      audit.wasEdited(stored)
      guard let id = server?.redraw(replaced) else { return }
      let number = stored.occurrence.number
      let isRecorded = try fact("redrawn #\(number) as \(id)") { [now] in
        try $0.redrawn(number, serverID: id, at: now)
      }
      if isRecorded { audit.wasRedrawn(number, in: replaced, as: id) }
    case .close(let id): server?.remove(id)
    case .deliver(let response):
      log("  deliver \(response.sequence)")
      audit.delivered(response)
      guard handlersWork, response.handler != .launch else { return }  // that app takes it, and says so
      audit.handled.insert(response.sequence)
      try fact("handled \(response.sequence)") { [now] in try $0.handled(response.sequence, at: now) }
    case .announce(let event): audit.announced(event)
    case .setBadge(let app, let badge): audit.badges[app] = badge.count
    case .arm(let moment): armed = moment
    case .wantServer, .storeFailed, .storeRecovered: break
    }
  }

  /// Lets the server answer the oldest calls.
  mutating func answerCalls(atMost limit: Int) throws {
    var shown: [Shown] = []
    var refused: [[Int64]] = []
    for _ in 0..<min(limit, server?.calls.count ?? 0) {
      guard let call = server?.calls.removeFirst() else { break }
      if server?.habits.contains(.refusing) == true {
        if call.run == run { refused.append(call.presentation.numbers) }
        continue
      }
      guard let id = server?.show(call.presentation) else { break }
      if call.run == run { shown.append(Shown(numbers: call.presentation.numbers, serverID: id)) }
    }
    if !shown.isEmpty { try take(shown) }
    for numbers in refused { try takeRefusal(numbers) }
  }

  private mutating func take(_ shown: [Shown]) throws {
    guard scheduler != nil else { return }
    try boundary()  // between Notify and its reply
    audit.willBeShown(shown)
    try fact("shown \(shown.map { "\($0.numbers) as \($0.serverID)" })") { [now] in try $0.shown(shown, at: now) }
  }

  private mutating func takeRefusal(_ numbers: [Int64]) throws {
    for number in numbers { audit.refused(number) }
    try fact("refused \(numbers)") { [now] in try $0.refused(numbers, because: "too many", at: now) }
  }

  // MARK: - Life and death of the daemon

  mutating func start() throws {
    guard scheduler == nil else { return }
    run += 1
    log("start")
    // the audit accounts for every row, so none may be forgotten
    scheduler = try Scheduler(store: store, zone: zone, settings: settings, retention: nil)
    audit.daemonStarts()
    try fact("started") { [now] in try $0.started(at: now) }
    try audit.checkRedelivery(in: self)
    if let owner = server?.owner { try fact("server \(owner)") { [now] in try $0.serverAppeared(owner, at: now) } }
  }

  /// The daemon is killed: what it had in memory is gone, what it committed is not.
  mutating func die() throws {
    log("the daemon dies")
    crashIn = nil
    scheduler = nil
    armed = nil
    effects = []
    store.interruptCommits(nil)
    if let folder { try reopen(in: folder) }
    try audit.takeSteps(of: self)
    try audit.daemonDied(self)
  }

  /// Copies the files as they lie there, as a kill leaves them, and opens the copy.
  private mutating func reopen(in folder: String) throws {
    let old = "\(folder)/\(files).db"
    files += 1
    let new = "\(folder)/\(files).db"
    for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: old + suffix) {
      try FileManager.default.copyItem(atPath: old + suffix, toPath: new + suffix)
    }
    store = try Store(path: new)
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: old + suffix) }
    if isDiskFull { try store.setRoom(pages: 0) }
  }

  // MARK: - The server

  mutating func serverAppears(habits: Habits) throws {
    servers += 1
    let server = SimulatedServer(owner: "bus/:1.\(servers)", habits: habits)
    self.server = server
    audit.serverChanged()
    try fact("server \(server.owner)") { [now] in try $0.serverAppeared(server.owner, at: now) }
  }

  mutating func serverVanishes() throws {
    server = nil
    audit.serverChanged()
    try fact("the server vanishes") { [now] in try $0.serverVanished(at: now) }
  }

  // MARK: - Time

  /// Lets time pass, and wakes the daemon at each moment that it armed.
  mutating func pass(seconds: Int) throws {
    let end = now + .seconds(Int64(seconds))
    for _ in 0..<12 {
      guard let moment = armed, moment <= end, scheduler != nil else {
        now = end
        return
      }
      now = max(now, moment)
      try fact("the time comes") { [now] in try $0.timeCame(at: now) }
      try audit.check(self)
    }
    try sleep(until: end)  // more than is interesting: the machine sleeps the rest of the time
  }

  mutating func sleep(until end: Instant) throws {
    now = end
    try fact("awake again") { [now] in try $0.clockStepped(at: now) }
  }
}
