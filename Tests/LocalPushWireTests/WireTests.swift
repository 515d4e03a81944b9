import LocalPushBus
import LocalPushModel
import LocalPushWire
import Testing

@Test(
  "userInfo goes over D-Bus and back, value for value",
  arguments: [
    #"{"flag":true,"n":1,"f":1.0,"big":9007199254740993,"x":null}"#,
    #"{"a":[],"o":{},"nested":{"list":[1,[2,[null]]]}}"#,
    #"{"文":"喝水","":"empty name"}"#,
  ])
func userInfoRoundTrip(text: String) throws {
  let object = try #require(try JSONValue(parsing: text).object)
  let wire = BusValue(object)
  #expect(wire.signature == "a{sv}")
  #expect(try wire.json() == .object(object))
  #expect(try wire.json().description == text)
}

@Test(
  "what JSON cannot hold is refused",
  arguments: [
    BusValue.double(.nan), .double(.infinity), .uint64(.max), .structure([.string("a")]),
    .dictionary(key: "i", value: "s", [.init(.int32(1), .string("a"))]),
    .dictionary(key: "s", value: "s", [.init(.string("a"), .string("1")), .init(.string("a"), .string("2"))]),
    .dictionary(key: "s", value: "s", (0...1000).map { .init(.string("\($0)"), .string("")) }),
  ])
func notJSON(value: BusValue) {
  #expect(throws: MessageFault.self) { try value.json() }
}

@Test("a message goes over D-Bus and back")
func messageRoundTrip() throws {
  let wire = BusValue.vardict([
    ("id", "m"), ("title", "Title"), ("at", "2026-12-01 09:00"), ("actions", .strings(["b", "a"])),
    ("action.a", "A"), ("action.b", "查看"), ("on.a", "snooze:5m"), ("badge", .int32(3)),
    ("user-info", .vardict([("n", .double(1)), ("x", .null)])),
  ])
  let draft = try MessageDraft(wire: wire, app: "org.example.App")
  #expect(draft.key == MessageKey(app: "org.example.App", id: "m"))
  #expect(try draft.content().actions.map(\.label) == ["查看", "A"])
  let again = try MessageDraft(wire: .vardict(draft.wire.filter { $0.0 != "app" }), app: "org.example.App")
  #expect(again == draft)
}

@Test(
  "wrong keys, types and values are named",
  arguments: [
    ("colour", BusValue.string("red")), ("title", .int32(1)), ("actions", .string("a\u{0}")),
    ("user-info", .string("[")),
    ("on.view", .string("command:rm -rf /")), ("app", .string("x")), ("at", .int64(5)), ("body", .bytes([1])),
    ("on.view", .array(element: "s", [.string("rm")])),
  ])
func faultsAreNamed(key: String, value: BusValue) {
  let fault = #expect(throws: MessageFault.self) {
    try MessageDraft(wire: .vardict([("title", "T"), (key, value)]), app: "org.example.App")
  }
  #expect(fault?.key == key)
}

@Test("the interface is described by its XML")
func interfaceDescription() throws {
  let interface = try InterfaceDescription(xml: Contract.xml)
  #expect(interface.name == Contract.interface)
  #expect(interface.method("Schedule")?.inputs.map(\.type) == ["s", "aa{sv}", "a{sv}"])
}
