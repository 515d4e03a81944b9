import LocalPushBus
import LocalPushLoop
import LocalPushTestSupport
import LocalPushWire
import Testing

/// A daemon that takes one call and dies over it; another one waits behind it for the name.
@MainActor
private final class DyingDaemon: @MainActor BusObject {
  private(set) var calls: [String] = []
  private(set) var arguments: [[BusValue]] = []
  private var connection: BusConnection?
  private var export: Export?
  private var kept: Invocation?

  init(on bus: PrivateBus) throws {
    let connection = try bus.connect()
    export = try connection.export(InterfaceDescription(xml: Contract.xml), at: Contract.path, object: self)
    _ = try connection.requestName(Contract.busName, [])
    self.connection = connection
  }

  func handle(method: String, arguments: [BusValue], invocation: Invocation) {
    calls.append(method)
    self.arguments.append(arguments)
    kept = invocation
    later { [weak self] in
      self?.export = nil
      self?.connection = nil
      self?.kept = nil
    }
  }
}

/// A daemon that answers each message with "added".
@MainActor
private final class WillingDaemon: @MainActor BusObject {
  private(set) var parts: [[String]] = []
  private let connection: BusConnection
  private var export: Export?

  init(on bus: PrivateBus) throws {
    connection = try bus.connect()
    export = try connection.export(InterfaceDescription(xml: Contract.xml), at: Contract.path, object: self)
    _ = try connection.requestName(Contract.busName, [])
  }

  func handle(method: String, arguments: [BusValue], invocation: Invocation) {
    let ids = (arguments[1].arrayValue ?? []).map { $0["id"]?.stringValue ?? "" }
    parts.append(ids)
    invocation.reply([.vardicts(ids.map { .vardict([("id", .string($0)), ("status", "added")]) })])
  }
}

@Suite("Answers that are lost", .serialized)
@MainActor
struct LostAnswerTests {
  @Test(
    "what would be done twice is not asked for twice, and the user is told where to look",
    arguments: [["skip", "m"], ["badge", "+1", "--app", "org.example.App"]])
  func notAgain(arguments: [String]) throws {
    let session = try DaemonSession(starts: false)
    let daemon = try DyingDaemon(on: session.bus)
    let result = try session.localpush(arguments)
    #expect(daemon.calls.count == 1)
    #expect(result.status == 3)
    #expect(result.errors.contains("the daemon ended before it answered"), "\(result.errors)")
    #expect(result.errors.contains("localpush list and localpush history"))
    #expect(result.output.isEmpty)
  }

  @Test("what changes nothing is asked for once more")
  func again() throws {
    let session = try DaemonSession(starts: false)
    let daemon = try DyingDaemon(on: session.bus)
    let result = try session.localpush("status")
    #expect(daemon.calls == ["Status"])
    // the second call finds nobody, and no bus that could start one
    #expect(result.errors.contains("localpushd does not run"), "\(result.errors)")
  }

  @Test("a message is handed over once more to the daemon that comes, which is told that it is the same request")
  func addAgain() throws {
    let session = try DaemonSession(starts: false)
    let daemon = try DyingDaemon(on: session.bus)
    let heir = try DyingDaemon(on: session.bus)
    let result = try session.localpush("add", "T", "--in", "10m", "--id", "m")
    #expect(daemon.calls == ["Schedule"])
    #expect(heir.calls == ["Schedule"])
    #expect(daemon.arguments.first?.last?["first-made"] == nil)
    #expect(heir.arguments.first?.last?["first-made"]?.intValue != nil)
    #expect(result.status == 3)
  }

  @Test("parts of a feed that were under way when the daemon ended are handed over once more")
  func importAgain() throws {
    let session = try DaemonSession(starts: false)
    let ids = (0..<1_200).map { "i\($0)" }
    let items = ids.map { #"{"msg_id":"\#($0)","title":"T","send_time":"2099-12-01 09:00:00"}"# }
    session.home.write("feed.json", "[" + items.joined(separator: ",") + "]")
    let daemon = try DyingDaemon(on: session.bus)
    let heir = try WillingDaemon(on: session.bus)
    let result = try session.localpush("import", session.home.path("feed.json"))
    #expect(daemon.calls.first == "Schedule")
    #expect(heir.parts.flatMap(\.self).sorted() == ids.sorted())
    #expect(result.output == "1200 added, 0 updated, 0 unchanged, 0 expired, 0 removed, 0 refused\n")
    #expect(result.status == 0)
  }

  @Test("what can be handed over twice, and how")
  func repetitions() throws {
    func again(_ messages: [BusValue], mode: String?) -> [BusValue]? {
      let options = mode.map { [("mode", BusValue.string($0))] } ?? []
      return Contract.repetition(
        of: "Schedule", ["org.example.App", .vardicts(messages), .vardict(options)], firstMade: 7)
    }
    let message = BusValue.vardict([("id", "m"), ("title", "T"), ("in", "1s")])
    #expect(again([message], mode: "list")?.last?["first-made"] == nil)
    #expect(again([message], mode: "source")?.last?["mode"] == "source")
    #expect(again([message], mode: "request")?.last?["first-made"] == .int64(7))
    #expect(again([message], mode: nil)?.last?["first-made"] == .int64(7))
    // it would get another id each time
    #expect(again([message, .vardict([("title", "T"), ("in", "1s")])], mode: nil) == nil)
    #expect(Contract.repetition(of: "Cancel", ["a", .strings([])], firstMade: 7) == nil)
    #expect(Contract.repetition(of: "Pending", ["a"], firstMade: 7) == ["a"])
  }

  @Test("a request that is repeated with its time is no request for another showing")
  func sameRequest() throws {
    let session = try DaemonSession()
    let server = try FakeNotificationServer(bus: session.bus)
    let message = BusValue.vardict([("id", "m"), ("title", "T"), ("in", "0s")])
    func schedule(_ options: [(String, BusValue)]) throws -> BusValue? {
      try session.call("Schedule", ["org.example.App", .vardicts([message]), .vardict(options)]).first?.arrayValue?
        .first?["status"]
    }
    let first = WallClock.nowMicroseconds()
    #expect(try schedule([]) == "added")
    #expect(serve { server.received.count == 1 })
    #expect(try schedule([("first-made", .int64(first))]) == "unchanged")
    #expect(try schedule([("first-made", .int64(WallClock.nowMicroseconds()))]) == "added")
    #expect(serve { server.received.count == 2 })
  }
}
