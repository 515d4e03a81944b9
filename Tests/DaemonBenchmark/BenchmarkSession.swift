import Foundation
import LocalPushBus
import LocalPushLoop
import LocalPushModel
import LocalPushStore
import LocalPushTestSupport
import LocalPushTime
import LocalPushWire

/// The built daemon on a bus of its own, with a server that notes when it is called.
final class BenchmarkSession {
  let bus: PrivateBus
  let home = TemporaryDirectory()
  let client: BusConnection
  private let programs: String
  private var process: ChildProcess?
  private(set) var server: FakeNotificationServer?

  static let app = "org.example.Benchmark"

  init(programs: String) throws {
    self.programs = programs
    bus = try PrivateBus()
    client = try bus.connect(attached: false)
    home.makeDirectory("config")
    home.makeDirectory("state/localpush")
  }

  isolated deinit { end() }

  var database: String { home.path("state/localpush/messages.db") }
  var identifier: Int32 { process?.identifier ?? 0 }

  private var environment: [String: String] {
    [
      "DBUS_SESSION_BUS_ADDRESS": bus.addressText, "HOME": home.path, "XDG_CONFIG_HOME": home.path("config"),
      "XDG_STATE_HOME": home.path("state"), "XDG_CONFIG_DIRS": home.path("etc"), "LANGUAGE": "en",
    ]
  }

  func appearServer() throws { server = try FakeNotificationServer(bus: bus) }

  /// Starts the daemon and gives the seconds until it answered a call.
  func start() throws -> Double {
    let began = Date()
    process = try ChildProcess.start(
      arguments: ["setpriv", "--pdeathsig", "KILL", programs + "/localpushd"], environment: environment
    ) { [weak self] _ in self?.process = nil }
    while Date().timeIntervalSince(began) < 60 {
      if (try? version()) != nil { return Date().timeIntervalSince(began) }
      usleep(500)
    }
    throw BenchmarkFailure(description: "the daemon does not start")
  }

  func end() {
    guard let process else { return }
    kill(process.identifier, SIGTERM)
    _ = serve { self.process == nil }
  }

  private func version() throws -> BusValue? {
    try client.callAndWait(
      MethodCall(
        destination: Contract.busName, path: Contract.path, interface: "org.freedesktop.DBus.Properties",
        member: "Get", arguments: [.string(Contract.interface), "Version"])
    ).first
  }

  @discardableResult
  func call(_ member: String, _ arguments: [BusValue] = []) throws -> [BusValue] {
    try client.callAndWait(
      MethodCall(
        destination: Contract.busName, path: Contract.path, interface: Contract.interface, member: member,
        arguments: arguments), timeoutMilliseconds: 120_000)
  }

  func ping() throws {
    _ = try client.callAndWait(
      MethodCall(
        destination: Contract.busName, path: Contract.path, interface: "org.freedesktop.DBus.Peer", member: "Ping"))
  }

  @discardableResult
  func schedule(_ messages: [[(String, BusValue)]]) throws -> [BusValue] {
    try call("Schedule", [.string(Self.app), .vardicts(messages.map { .vardict($0) }), .vardict([])])
  }

  /// Makes so many calls without waiting for any of them, and then waits for all.
  func scheduleAtOnce(_ count: Int) throws {
    let crowd = try bus.connect()
    var answers = 0
    for number in 0..<count {
      let message = BusValue.vardict([("id", .string("c\(number)")), ("title", "Title"), ("in", "9h")])
      crowd.call(
        MethodCall(
          destination: Contract.busName, path: Contract.path, interface: Contract.interface, member: "Schedule",
          arguments: [.string(Self.app), .vardicts([message]), .vardict([])])
      ) { _ in answers += 1 }
    }
    guard serve(within: 60_000, until: { answers == count }) else {
      throw BenchmarkFailure(description: "\(count - answers) of \(count) calls got no answer")
    }
  }

  /// Runs the built command to its end and gives the seconds that took.
  func command(_ arguments: String...) throws -> Double {
    try run([programs + "/localpush"] + arguments)
  }

  private func run(_ arguments: [String]) throws -> Double {
    let began = Date()
    var status: ProcessStatus?
    try ChildProcess.start(
      arguments: ["sh", "-c", "exec \"$0\" \"$@\" >'\(home.path("out"))'"] + arguments, environment: environment
    ) { status = $0 }
    guard serve(within: 60_000, until: { status != nil }), status?.isSuccess == true else {
      throw BenchmarkFailure(description: "\(arguments.joined(separator: " ")) failed")
    }
    return Date().timeIntervalSince(began)
  }

  /// Starts a peer that shows something at each of these moments.
  func start(_ peer: Peer, moments: [Double]) throws {
    let input = moments.map { "\($0)\n" }.joined()
    try ChildProcess.start(
      arguments: ["setpriv", "--pdeathsig", "KILL"] + peer.command + [home.path("jobs.db")], environment: environment,
      standardInput: Array(input.utf8)
    ) { _ in }
  }

  /// When each of the next `count` calls of `Notify` came, in seconds since 1970, and its title.
  func arrivals(_ count: Int, within seconds: Int) -> [(title: String, at: Double)] {
    guard let server else { return [] }
    let first = server.received.count
    var arrived: [(title: String, at: Double)] = []
    _ = serve(within: seconds * 1000) {
      let now = Double(WallClock.nowMicroseconds()) / 1e6
      while first + arrived.count < server.received.count {
        arrived.append((server.received[first + arrived.count].summary, now))
      }
      return arrived.count >= count
    }
    return arrived
  }

  /// Fills the schedule with messages that are due in a year.
  func fill(_ count: Int) throws {
    let now = Instant(microseconds: WallClock.nowMicroseconds())
    let store = try Store(path: database)
    let due = now + .days(365)
    for start in stride(from: 0, to: count, by: 20_000) {
      try store.transaction(isDurable: false) { () throws(StoreError) in
        for number in start..<min(count, start + 20_000) {
          guard let message = Self.message(number, at: now, due: due + .seconds(Int64(number))) else { continue }
          try store.insert(message.0, next: message.1, at: now)
        }
      }
    }
  }

  private static func message(_ number: Int, at now: Instant, due: Instant) -> (Message, PlannedOccurrence)? {
    var draft = MessageDraft()
    do {
      try draft.set("app", to: "org.example.App\(number % 20)")
      try draft.set("id", to: "message-\(number)")
      try draft.set("title", to: "Message \(number)")
      try draft.set("body", to: "What is to be remembered, in a sentence of ordinary length.")
      try draft.set("at", to: due.description)
      try draft.set("action.view", to: "View")
      try draft.set("user-info", to: #"{"type":3,"value":"https://example.org/inbox"}"#)
      let message = try draft.message(source: "app:org.example.App\(number % 20)", at: now, in: .utc)
      return (message, PlannedOccurrence(slot: .instant(due), instant: due, adjustment: .unique))
    } catch {
      return nil
    }
  }

  // MARK: - The process

  /// Kilobytes of a field of `/proc/PID/smaps_rollup`.
  func memory(_ field: String = "Pss:") -> Int {
    value(of: field, in: "smaps_rollup")
  }

  /// How often the process went to sleep, which is how often it woke.
  var sleeps: Int { value(of: "voluntary_ctxt_switches:", in: "status") }

  private func value(of field: String, in file: String) -> Int {
    let text = (try? String(contentsOfFile: "/proc/\(identifier)/\(file)", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix(field) } ?? ""
    return line.split(whereSeparator: { " \t".contains($0) }).dropFirst().first.flatMap { Int($0) } ?? 0
  }
}

/// Why a figure could not be had.
struct BenchmarkFailure: Error, CustomStringConvertible {
  let description: String
}
