import LocalPushBus
import LocalPushTestSupport
import LocalPushWire
import Testing

@MainActor
@Suite("Hostile callers", .serialized)
struct HostileTests {
  @Test("each wrong message is refused by name, and the right one beside it is taken")
  func wrongMessages() throws {
    let session = try DaemonSession()
    let wrong: [(String, BusValue)] = [
      ("title", .int32(5)), ("title", ""), ("title", "  "), ("title", .string(String(repeating: "x", count: 2000))),
      ("body", .string(String(repeating: "x", count: 1_000_000))), ("in", "soon"), ("in", .int32(5)), ("in", "-1h"),
      ("at", "2026-02-30 09:00"), ("zone", "Europe/Atlantis"), ("colour", "red"), ("on.view", "command:rm -rf /"),
      ("action.view", ""), ("actions", .strings(["a"])), ("user-info", .structure(["a"])), ("badge", "many"),
      ("urgency", .byte(2)), ("id", ""), ("id", "a\nb"), ("repeat", "fortnight"), ("rule", "FREQ=DAILY;INTERVAL=0"),
      ("user-info", .vardict((0..<2000).map { ("\($0)", .boolean(true)) })),
      ("badge", "-9223372036854775808"), ("rdate", .string(String(repeating: ";", count: 100_000))),
      ("user-info", .string(#"{"a":1}"#)), ("user-info", .vardict([("a", nested(17))])), ("app", "org.example.Other"),
      ("source", "config:x"),
    ]
    for (key, value) in wrong {
      let message: [(String, BusValue)] =
        [("id", "w"), ("title", "T"), ("in", "1h")].filter { $0.0 != key } + [(key, value)]
      let results =
        try session.call(
          "Schedule",
          [
            "org.example.App",
            .vardicts([.vardict(message), .vardict([("id", "right"), ("title", "T"), ("in", "1h")])]), .vardict([]),
          ]
        ).first?.arrayValue ?? []
      #expect(results.first?["status"]?.stringValue == "refused", "\(key) = \(value.signature)")
      #expect(results.first?["reason"]?.stringValue?.isEmpty == false)
      #expect(results.last?["status"]?.stringValue != "refused")
    }
    #expect(try session.pending() == ["right"])
  }

  @Test(
    "each wrong call is an error to its caller and nothing else",
    arguments: [
      ("Schedule", [BusValue.string("not an id!"), .vardicts([]), .vardict([])]),
      ("Schedule", ["org.example.App", .vardicts([]), .vardict([("mode", "sideways")])]),
      ("Schedule", ["org.example.App", .vardicts([]), .vardict([("source", "config:/etc/x")])]),
      ("Schedule", ["org.example.App", .vardicts([]), .vardict([("unknown", .boolean(true))])]),
      ("Schedule", ["org.example.App"]), ("Cancel", ["org.example.App", "not an array"]),
      ("Get", ["org.example.App", "x"]),
      ("Snooze", ["org.example.App", "x", "10m"]), ("Respond", ["org.example.App", "x", "view", ""]),
      ("Skip", ["org.example.App", "x"]), ("SetBadge", ["org.example.App", "lots"]), ("SetBadge", ["", "1"]),
      ("NoSuchMethod", []), ("Subscribe", [.int32(1)]),
      ("CancelWhere", ["org.example.App", "k", .variant(.structure(["a"]))]),
    ])
  func wrongCalls(member: String, arguments: [BusValue]) throws {
    let session = try DaemonSession()
    let error = #expect(throws: BusError.self) { try session.call(member, arguments) }
    #expect(error?.message.isEmpty == false)
    #expect(try session.call("Status").first?["pending"]?.intValue == 0)
  }

  @Test("a caller that vanishes in the middle of a flood leaves the daemon well")
  func flood() throws {
    let session = try DaemonSession()
    try flood(of: 500, on: session)
    #expect(try session.schedule([("id", "m"), ("title", "M"), ("in", "1h")])["status"]?.stringValue == "added")
    #expect(try session.pending().contains("m"))
  }

  private func nested(_ depth: Int) -> BusValue {
    (1..<depth).reduce(BusValue.vardict([])) { inner, _ in .vardict([("a", inner)]) }
  }

  @Test("the deepest userInfo that is accepted can be listed, announced and given back")
  func deepest() throws {
    let session = try DaemonSession()
    let message: [(String, BusValue)] = [
      ("id", "deep"), ("title", "D"), ("in", "10ms"), ("user-info", nested(16)), ("action.ok", "OK"),
    ]
    let server = try FakeNotificationServer(bus: session.bus)
    #expect(try session.schedule(message)["status"]?.stringValue == "added")
    #expect(serve { server.received.count == 1 })
    #expect(serveRepeatedly { (try? session.states()["deep"]) == "shown" })
    try server.press("ok", of: 1)
    #expect(serveRepeatedly { (try? session.states()["deep"]) == "answered" })
    let responses = try session.call("TakeResponses", ["org.example.App", .uint64(0)]).first?.arrayValue ?? []
    #expect(responses.first?["user-info"] == nested(16))
    #expect(try session.schedule(message.map { $0.0 == "in" ? ("in", "1h") : $0 })["status"]?.stringValue == "added")
    #expect(try session.pending() == ["deep"])
  }

  private func flood(of count: Int, on session: DaemonSession) throws {
    let caller = try session.bus.connect()
    for number in 0..<count {
      let message = BusValue.vardict([("id", .string("f\(number)")), ("title", "F"), ("in", "1h")])
      caller.call(
        MethodCall(
          destination: Contract.busName, path: Contract.path, interface: Contract.interface, member: "Schedule",
          arguments: ["org.example.Flood", .vardicts([message]), .vardict([])])
      ) { _ in }
    }
  }
}
