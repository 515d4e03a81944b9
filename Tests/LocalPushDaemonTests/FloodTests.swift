import LocalPushBus
import LocalPushTestSupport
import LocalPushWire
import Testing

/// A program that always has many calls under way.
@MainActor
private final class Flooder {
  private let connection: BusConnection
  private(set) var answers = 0
  private(set) var refusals = 0
  private(set) var waiting = 0
  private var number = 0
  /// Makes a new call for each answer.
  var goesOn = true

  init(_ bus: PrivateBus, calls: Int) throws {
    connection = try bus.connect()
    for _ in 0..<calls { call() }
  }

  private func call() {
    number += 1
    waiting += 1
    let message = BusValue.vardict([("id", .string("f\(number % 900)")), ("title", "F"), ("in", "1h")])
    connection.call(
      MethodCall(
        destination: Contract.busName, path: Contract.path, interface: Contract.interface, member: "Schedule",
        arguments: ["org.example.Flood", .vardicts([message]), .vardict([])])
    ) { [weak self] result in
      guard let self else { return }
      waiting -= 1
      answers += 1
      if case .failure(let error) = result, error.name == Contract.ErrorName.limitExceeded { refusals += 1 }
      if goesOn { call() }
    }
  }
}

@MainActor
@Suite("Floods", .serialized)
struct FloodTests {
  @Test("what is due is shown, and others are answered, while one program floods the daemon")
  func fairness() throws {
    let session = try DaemonSession()
    let server = try FakeNotificationServer(bus: session.bus)
    try session.schedule([("id", "due"), ("title", "Due"), ("in", "300ms")])
    let flooder = try Flooder(session.bus, calls: 600)
    #expect(serve(within: 60_000) { flooder.answers > 100 })
    #expect(try session.call("Status").first?["pending"]?.intValue ?? 0 > 0)
    #expect(flooder.waiting == 600)
    #expect(serve(within: 60_000) { server.received.count == 1 })
    // the flood never ended
    #expect(flooder.waiting == 600)
    flooder.goesOn = false
    #expect(serve(within: 60_000) { flooder.waiting == 0 })
    #expect(flooder.refusals == 0)
  }

  @Test("of more calls at once than a program may have each is answered, or refused as one too many")
  func tooMany() throws {
    let session = try DaemonSession()
    let flooder = try Flooder(session.bus, calls: 4_000)
    flooder.goesOn = false
    #expect(serve(within: 120_000) { flooder.answers == 4_000 })
    // how many wait at a time is up to the daemon and the machine
    #expect(flooder.refusals <= 3_000)
    #expect(try session.schedule([("id", "m"), ("title", "M"), ("in", "1h")])["status"]?.stringValue == "added")
  }

  @Test("a program that leaves in the middle of its calls leaves nothing behind")
  func vanishing() throws {
    let session = try DaemonSession()
    _ = try session.call("Status")
    let before = try matchRules(session)
    let present = try names(session)
    for number in 0..<20 {
      var caller: BusConnection? = try session.bus.connect()
      for app in 0..<20 {
        caller?.call(
          MethodCall(
            destination: Contract.busName, path: Contract.path, interface: Contract.interface, member: "Subscribe",
            arguments: [.string("org.example.App\(app)")])
        ) { _ in }
      }
      if number.isMultiple(of: 2) { #expect(try caller?.ask(call("Status")).isEmpty == false) }
      caller = nil
    }
    // all have left, and each has had as many turns as it made calls: nothing of theirs is still to come
    #expect(serveRepeatedly { (try? names(session)) == present })
    for _ in 0..<25 { _ = try session.call("Status") }
    #expect(serveRepeatedly { (try? matchRules(session)) == before })
    #expect(before > 0)
  }

  private func call(_ member: String) -> MethodCall {
    MethodCall(
      destination: Contract.busName, path: Contract.path, interface: Contract.interface, member: member, arguments: [])
  }

  /// Who is on the bus.
  private func names(_ session: DaemonSession) throws -> [String] {
    let names = try session.client.ask(
      MethodCall(
        destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
        member: "ListNames", arguments: []))
    return try #require(names.first?.stringsValue).sorted()
  }

  /// How many match rules the daemon has on the bus.
  private func matchRules(_ session: DaemonSession) throws -> Int64 {
    let statistics = try session.client.ask(
      MethodCall(
        destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
        interface: "org.freedesktop.DBus.Debug.Stats", member: "GetConnectionStats",
        arguments: [.string(Contract.busName)]))
    return try #require(statistics.first?["MatchRules"]?.intValue)
  }
}
