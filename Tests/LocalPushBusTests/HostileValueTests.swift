import LocalPushBus
import LocalPushTestSupport
import Testing

/// What would make libdbus abort, or the bus cut the connection, is an error of that call alone.
struct HostileValueTests {
  nonisolated static let values: [BusValue] =
    [
      "\0", "a\0b", .strings(["a", "\0"]), .vardict([("\0", "x")]), .vardict([("x", "\0")]), .objectPath(""),
      .objectPath("a"), .objectPath("/a/"), .objectPath("/a-b"), .objectPath("//"), .objectPath("/\0"),
      .objectPath("/é"), .signature("("), .signature("()"), .signature("a"), .signature("{sv}"), .signature("s\0"),
      .signature(String(repeating: "a", count: 33) + "s"), .signature(String(repeating: "s", count: 256)),
      .structure([]), .array(element: "()", []), .array(element: "", []), .array(element: "ii", []),
      .array(element: "{sv}", []), .array(element: "z", []), .array(element: "s\0", []),
      .array(element: "s", [.int32(1)]), .array(element: "v", ["x"]), .array(element: "as", [.array(element: "i", [])]),
      .dictionary(key: "v", value: "s", []), .dictionary(key: "", value: "s", []),
      .dictionary(key: "as", value: "s", []), .dictionary(key: "s", value: "", []),
      .dictionary(key: "s", value: "s", [.init("x", .int32(1))]),
      .dictionary(key: "s", value: "s", [.init(.int32(1), "x")]), nested(64) { .variant($0) },
      nested(10_000) { .variant($0) }, nested(33) { .structure([$0]) }, nested(10_000) { .structure([$0]) },
      nested(33) { .array(element: $0.signature, [$0]) }, nested(16) { .vardict([("x", .vardict([("y", $0)]))]) },
      .structure((0..<300).map { .byte($0 < 256 ? UInt8($0) : 0) }),
      .bytes([UInt8](repeating: 0, count: 1 << 26 + 1)),
      .array(element: "ay", [BusValue](repeating: .bytes([UInt8](repeating: 0, count: 1 << 20)), count: 64)),
      .structure([BusValue](repeating: .bytes([UInt8](repeating: 0, count: 1 << 25)), count: 5)),
    ]

  private static nonisolated func nested(_ levels: Int, _ wrap: (BusValue) -> BusValue) -> BusValue {
    (0..<levels).reduce(.byte(1)) { value, _ in wrap(value) }
  }

  @Test func `A value that cannot be sent is refused in words and costs nothing but its call`() throws {
    let fixture = try Fixture()
    for value in Self.values {
      let error = fixture.error("Echo", [.variant(value)])
      #expect([BusError.Name.invalidArguments, BusError.Name.limitsExceeded].contains(error?.name))
      #expect(error?.message.hasSuffix(".") == true)
      #expect(throws: BusError.self) {
        try fixture.client.emit(path: "/x", interface: "a.b", member: "C", arguments: [.variant(value)])
      }
    }
    #expect(fixture.object.calls.isEmpty)
    #expect(try fixture.echo("still there") == "still there")
  }

  @Test(arguments: [
    ("", "/x", "a.b", "C"), ("nodots", "/x", "a.b", "C"), ("a.b\0", "/x", "a.b", "C"),
    (String(repeating: "a", count: 200) + "." + String(repeating: "b", count: 55), "/x", "a.b", "C"),
    ("a.b", "", "a.b", "C"), ("a.b", "x", "a.b", "C"), ("a.b", "/x\0", "a.b", "C"),
    ("a.b", "/" + String(repeating: "x", count: 1 << 20), "a.b", "C"), ("a.b", "/x", "", "C"),
    ("a.b", "/x", "a", "C"), ("a.b", "/x", "a.b", ""), ("a.b", "/x", "a.b", "C.D"), ("a.b", "/x", "a.b", "C\0"),
    ("a.b", "/org/freedesktop/DBus/Local", "a.b", "C"), ("a.b", "/x", "org.freedesktop.DBus.Local", "C"),
  ])
  func `A call or signal with impossible names is refused`(
    _ destination: String, _ path: String, _ interface: String, _ member: String
  ) throws {
    let bus = try PrivateBus()
    let connection = try bus.connect()
    let call = MethodCall(destination: destination, path: path, interface: interface, member: member)
    #expect { try connection.ask(call) } throws: { ($0 as? BusError)?.name == BusError.Name.invalidArguments }
    #expect { try connection.callAndWait(call) } throws: { ($0 as? BusError)?.name == BusError.Name.invalidArguments }
    #expect(throws: BusError.self) {
      try connection.emit(path: path, interface: interface, member: member, destination: destination)
    }
    try connection.waitForBus()
  }

  @Test func `Names asked for, watched and matched are checked, too`() throws {
    let bus = try PrivateBus()
    let connection = try bus.connect()
    for name in ["", "nodots", "a.b\0c", "a'b.c", String(repeating: "a.", count: 200) + "b"] {
      #expect(throws: BusError.self) { try connection.requestName(name) }
      #expect(throws: BusError.self) { try connection.releaseName(name) }
      #expect(throws: BusError.self) { try connection.watchName(name) { _ in } }
      #expect(throws: BusError.self) { try connection.subscribe(sender: name, interface: "a.b") { _ in } }
      #expect(throws: BusError.self) { try connection.subscribe(interface: name) { _ in } }
    }
    let long = String(repeating: "x", count: 2000)
    #expect(throws: BusError.self) { try connection.subscribe(interface: "a.b", arg0: long) { _ in } }
    #expect(throws: BusError.self) { try connection.subscribe(interface: "a.b", arg0: "\0") { _ in } }
    try connection.waitForBus()
  }

  @Test func `An error that cannot be sent as it is is sent as it can be`() throws {
    let fixture = try Fixture()
    fixture.object.error = BusError(name: "no name", message: "a\0b")
    #expect(fixture.error("Fail") == BusError(name: BusError.Name.failed, message: "a\u{FFFD}b"))
  }

  @Test func `An answer that cannot be sent is an error to the caller`() throws {
    let fixture = try Fixture()
    var invocation: Invocation?
    fixture.object.onCall = { invocation = $0.method == "Later" ? $0 : nil }
    var answer: Result<[BusValue], BusError>?
    fixture.client.call(fixture.call("Later")) { answer = $0 }
    #expect(serve { invocation != nil })
    fixture.object.later = []
    invocation = nil
    #expect(serve { answer != nil })
    #expect(throws: BusError(name: BusError.Name.failed, message: "Later was given up unanswered.")) {
      try answer?.get()
    }
  }

  @Test func `More values than memory can hold are refused, and the connection stays`() throws {
    let fixture = try Fixture()
    let many = BusValue.array(element: "b", Array(repeating: true, count: 1 << 20))
    let error = fixture.error("Echo", [.variant(many)])
    #expect(error?.name == BusError.Name.limitsExceeded)
    #expect(try fixture.echo("still there") == "still there")
  }
}
