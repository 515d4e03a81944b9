internal import Glibc
internal import LocalPushBus
internal import LocalPushLoop
internal import LocalPushTestSupport
internal import LocalPushTime
internal import LocalPushWire

/// The real daemon on a bus of its own, killed again and again while messages are added, fall due and are answered;
/// then every message has to be accounted for.
///
/// What is expected comes from outside of the daemon: from the replies to calls, from what the server was asked to
/// show, and from the signals that the daemon sends after its commits.
public final class KillTrial {
  let bus: PrivateBus
  let home = TemporaryDirectory()
  let server: FakeNotificationServer
  let client: BusConnection
  let daemon: KilledDaemon
  var generator: SeededGenerator
  var ledger = KillLedger()
  var report = KillReport()
  /// Number of the daemon's present life, from 1.
  var life = 0
  /// Unique name of the daemon that lives now.
  var owner: String?
  /// The daemon has said in this life that it knows the server: a press before that waits in its memory.
  private(set) var knowsServer = false
  var lastNumber = 0
  /// Notifications of the server that have been looked at.
  private var seen = 0
  private var subscription: Subscription?
  private var readiness: Subscription?
  private var watch: NameWatch?

  static let app = "org.example.Kill"

  /// - Parameter programs: the folder of the built `localpushd` and `localpush`.
  public init(seed: UInt64, programs: String) throws {
    generator = SeededGenerator(seed: seed)
    bus = try PrivateBus()
    server = try FakeNotificationServer(bus: bus)
    client = try bus.connect()
    daemon = KilledDaemon(programs: programs, home: home, busAddress: bus.addressText)
    subscription = try client.subscribe(interface: Contract.interface) { [weak self] in self?.heard($0) }
    readiness = try client.subscribe(interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged") {
      [weak self] signal in
      guard let self, signal.sender == owner, signal.arguments[1]["Server"]?.stringValue?.isEmpty == false else {
        return
      }
      knowsServer = true
    }
    watch = try client.watchName(Contract.busName) { [weak self] in self?.ownerChanged($0) }
  }

  /// Kills the daemon so many times, lets it end its work, and reads its books.
  public func run(kills: Int, tell: (String) -> Void = { _ in }) throws -> KillReport {
    for number in 1...max(1, kills) {
      let line = "kill \(number): " + (try liveAndDie())
      report.lines.append(line)
      tell(line)
    }
    try settle()
    try audit()
    if !report.faults.isEmpty {
      home.isKept = true
      report.folder = home.path
    }
    return report
  }

  // MARK: - One life

  private func liveAndDie() throws -> String {
    let moment = KillMoment(&generator)
    let before = tally
    try begin()
    server.reaction = if case .beforeAnswer = moment { .wait } else { .show }
    var isOver = false
    let end = if case .after(let milliseconds) = moment { milliseconds } else { KillMoment.patience }
    let limit = Timeout(milliseconds: end) { isOver = true }
    defer { limit.cancel() }
    while !isOver, daemon.process != nil {
      if owner != nil, act() == moment.trigger {
        usleep(moment.microseconds)
        break
      }
      let pause = generator.number(1...30)
      var isPaused = true
      let pausing = Timeout(milliseconds: pause) { isPaused = false }
      while isPaused, !isOver, !isTime(moment) {
        MainLoop.turn()
        look()
      }
      pausing.cancel()
      if isTime(moment) {
        usleep(moment.microseconds)
        break
      }
    }
    if let status = daemon.exitStatus { report.faults.append("life \(life): the daemon \(status) by itself") }
    daemon.kill9()
    owner = nil
    // what it sent before it died
    server.answerWaiting()
    server.reaction = .show
    try drain()
    return "\(moment): \(tally - before)"
  }

  private func begin() throws {
    life += 1
    notified = false
    knowsServer = false
    try daemon.start()
  }

  /// The server was asked to show something in this life.
  private var notified = false

  private func isTime(_ moment: KillMoment) -> Bool {
    switch moment {
    case .beforeAnswer, .afterAnswer: notified
    default: false
    }
  }

  /// Takes what is still in the sockets: a call to the bus comes back after everything that was sent before.
  private func drain() throws {
    var isDone = false
    server.ping("org.freedesktop.DBus") { _ in isDone = true }
    _ = serve { isDone }
    _ = try client.callAndWait(
      MethodCall(
        destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus.Peer",
        member: "Ping"))
    while MainLoop.turn(mayBlock: false) {}
    look()
  }

  private func ownerChanged(_ name: String?) {
    owner = name
    guard name != nil else { return }
    call("Subscribe", [.string(Self.app)]) { _ in }
  }

  // MARK: - What is seen

  var now: Instant { Instant(microseconds: WallClock.nowMicroseconds()) }

  /// Looks at what the server was asked to show since the last look.
  func look() {
    let fresh = server.received[seen...]
    seen = server.received.count
    for notification in fresh {
      notified = true
      ledger.entries[notification.summary]?.notifies.append((life, now))
      let entry = ledger.entries[notification.summary]
      if entry == nil { report.faults.append("rule 6: '\(notification.summary)' was shown and never asked for") }
      if let entry, entry.kind == .single, entry.isPresented, !entry.isMeddledWith {
        report.faults.append("rule 2: \(notification.summary) is shown again after it was told as shown")
      }
      if let cancelled = entry?.cancelled, cancelled < life {
        report.faults.append("rule 1: \(notification.summary) is shown in life \(life), cancelled in \(cancelled)")
      }
    }
    if !fresh.isEmpty {
      for (identifier, notification) in server.shown { ledger.banners[identifier] = notification.summary }
    }
  }

  private func heard(_ signal: Signal) {
    guard signal.member == "Presented", signal.arguments.count == 3, let id = signal.arguments[1].stringValue else {
      return
    }
    look()
    ledger.entries[id]?.isPresented = true
  }

  // MARK: - Calls

  func call(_ member: String, _ arguments: [BusValue], _ reply: @escaping (Result<[BusValue], BusError>) -> Void) {
    client.call(
      MethodCall(
        destination: Contract.busName, path: Contract.path, interface: Contract.interface, member: member,
        arguments: arguments), reply: reply)
  }

  // MARK: - The end

  /// Lets everything become due, and takes what was answered.
  private func settle() throws {
    life += 1
    try daemon.start()
    guard serve(until: { owner != nil }) else { return report.faults.append("the last daemon does not start") }
    let isSettled = serveRepeatedly(within: 30_000) {
      look()
      return (try? isQuiet()) ?? false
    }
    if !isSettled { report.faults.append("rule 1: something is still due or held after 30 s") }
    try takeAll()
    daemon.end()
    try drain()
    if daemon.exitStatus?.code != 0 { report.faults.append("the last daemon does not end on SIGTERM") }
  }

  private func isQuiet() throws -> Bool {
    let status = try ask("Status", []).first
    guard status?["held"]?.intValue == 0 else { return false }
    let pending = try ask("Pending", [.string(Self.app)]).first?.arrayValue ?? []
    guard pending.allSatisfy({ $0["id"]?.stringValue?.hasPrefix("far") ?? false }) else { return false }
    let history = try ask("History", [.string(Self.app), .uint32(10_000)]).first?.arrayValue ?? []
    return !history.contains { ["pending", "held", "due"].contains($0["state"]?.stringValue) }
  }

  func ask(_ member: String, _ arguments: [BusValue]) throws -> [BusValue] {
    var result: Result<[BusValue], BusError>?
    call(member, arguments) { result = $0 }
    _ = serve { result != nil }
    guard let result else { throw BusError(name: BusError.Name.noReply, message: "no answer to \(member)") }
    return try result.get()
  }

  private func takeAll() throws {
    let responses = try ask("TakeResponses", [.string(Self.app), .uint64(0)]).first?.arrayValue ?? []
    took(responses)
  }

  // MARK: - Figures of one life

  private struct Tally: CustomStringConvertible {
    var accepted = 0
    var shown = 0
    var presses = 0
    var taken = 0

    static func - (later: Tally, earlier: Tally) -> Tally {
      Tally(
        accepted: later.accepted - earlier.accepted, shown: later.shown - earlier.shown,
        presses: later.presses - earlier.presses, taken: later.taken - earlier.taken)
    }

    var description: String { "\(accepted) accepted, \(shown) shown, \(presses) pressed, \(taken) responses" }
  }

  private var tally: Tally {
    Tally(
      accepted: ledger.accepted.count, shown: server.received.count,
      presses: ledger.entries.values.reduce(0) { $0 + $1.presses.count }, taken: ledger.responses.count)
  }
}

extension KillMoment {
  /// What has to happen first.
  var trigger: KillTrial.Deed? {
    switch self {
    case .afterPress: .press
    case .afterCall: .call
    default: nil
    }
  }

  var microseconds: UInt32 {
    switch self {
    case .afterAnswer(let microseconds), .afterPress(let microseconds), .afterCall(let microseconds): microseconds
    default: 0
    }
  }
}
