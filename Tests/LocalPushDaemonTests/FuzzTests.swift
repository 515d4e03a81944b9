import LocalPushBus
import LocalPushTestSupport
import LocalPushWire
import Testing

/// Makes up calls: names that exist, arguments that fit their types or not at all.
private struct CallFuzzer {
  var random: SeededGenerator
  private let methods: [InterfaceDescription.Method]

  private static let texts = [
    "", "org.example.App", "org.localpush.LocalPush", "..", "/etc/passwd", "id", "title", "in", "at", "1h", "0s", "-1s",
    "2026-02-30 09:00", "tomorrow 9:00", "FREQ=SECONDLY", "FREQ=YEARLY;BYDAY=99MO", "Europe/Berlin", "BST", "喝水",
    "\u{202E}", "e\u{301}", "on.view", "action.view", "user-info", "badge", "9223372036854775807", "source", "mode",
    "list", "keep", "repeat", "rule", "minute", "command:rm -rf /", "open:javascript:x", "{", "%n%s",
    String(repeating: "a", count: 70_000),
  ]

  init(seed: UInt64, interface: InterfaceDescription) {
    random = SeededGenerator(seed: seed)
    methods = interface.methods
  }

  mutating func call() -> (member: String, arguments: [BusValue]) {
    guard let method = methods.randomElement(using: &random) else { return ("Status", []) }
    if Int.random(in: 0..<10, using: &random) == 0 {
      return (method.name, (0..<Int.random(in: 0...4, using: &random)).map { _ in value(depth: 0) })
    }
    return (method.name, method.inputs.map { value(of: $0.type) })
  }

  private mutating func text() -> String { Self.texts.randomElement(using: &random) ?? "" }

  private mutating func value(of type: String) -> BusValue {
    switch type {
    case "s": .string(text())
    case "as": .strings((0..<Int.random(in: 0...3, using: &random)).map { _ in text() })
    case "b": .boolean(Bool.random(using: &random))
    case "u": .uint32(UInt32.random(in: 0 ... .max, using: &random))
    case "t": .uint64(UInt64.random(in: 0 ... .max, using: &random))
    case "v": .variant(value(depth: 0))
    case "a{sv}": dictionary(depth: 0)
    case "aa{sv}": .vardicts((0..<Int.random(in: 0...3, using: &random)).map { _ in message() })
    default: value(depth: 0)
    }
  }

  /// Something that is often almost a message.
  private mutating func message() -> BusValue {
    let sound: [(String, BusValue)] = [("id", .string(text())), ("title", "T"), ("in", "1h")]
    let wild: [(String, BusValue)] = (0..<Int.random(in: 0...3, using: &random)).map { _ in (text(), value(depth: 0)) }
    return .vardict(sound.filter { _ in Int.random(in: 0..<5, using: &random) > 0 } + wild)
  }

  private mutating func dictionary(depth: Int) -> BusValue {
    .vardict((0..<Int.random(in: 0...3, using: &random)).map { _ in (text(), value(depth: depth + 1)) })
  }

  private mutating func value(depth: Int) -> BusValue {
    switch Int.random(in: 0..<(depth < 4 ? 13 : 10), using: &random) {
    case 0: .string(text())
    case 1: .int32(Int32.random(in: .min ... .max, using: &random))
    case 2: .int64(Bool.random(using: &random) ? .min : .max)
    case 3: .uint64(.max)
    case 4: .double([Double.nan, .infinity, -0.0, 1e300].randomElement(using: &random) ?? 0)
    case 5: .boolean(true)
    case 6: .bytes([0, 255, 128])
    case 7: .null
    case 8: .objectPath("/a/b")
    case 9: .byte(200)
    case 10: .structure([.string(text()), value(depth: depth + 1)])
    case 11: dictionary(depth: depth)
    default: .array(element: "v", [.variant(value(depth: depth + 1))])
    }
  }
}

@MainActor
@Suite("Made-up calls", .serialized)
struct FuzzTests {
  @Test(
    "a thousand hostile calls leave the daemon alive and the schedule of others intact", arguments: [1, 2] as [UInt64])
  func hostileCalls(seed: UInt64) throws {
    let session = try DaemonSession()
    let server = try FakeNotificationServer(bus: session.bus)
    try session.schedule([("id", "mine"), ("title", "M"), ("at", "2099-01-01 09:00")], app: "org.example.Mine")
    var fuzzer = CallFuzzer(seed: seed, interface: try InterfaceDescription(xml: Contract.xml))
    var answered = 0
    for _ in 0..<1000 {
      let (member, arguments) = fuzzer.call()
      session.client.call(
        MethodCall(
          destination: Contract.busName, path: Contract.path, interface: Contract.interface, member: member,
          arguments: arguments)
      ) { _ in answered += 1 }
    }
    #expect(serve(within: 60_000) { answered == 1000 })
    #expect(session.exitStatus == nil)
    #expect(try session.call("Get", ["org.example.Mine", "mine"]).first?["next"] != nil)
    #expect(try session.pending().contains("mine"))
    withExtendedLifetime(server) {}
  }
}
