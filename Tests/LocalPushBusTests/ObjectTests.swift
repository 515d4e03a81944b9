import LocalPushBus
import LocalPushTestSupport
import Testing

struct ObjectTests {
  private static let properties = "org.freedesktop.DBus.Properties"

  private func call(
    _ fixture: Fixture, _ interface: String, _ member: String, _ arguments: [BusValue] = [],
    path: String = TestObject.path
  ) -> MethodCall {
    MethodCall(
      destination: fixture.server.uniqueName, path: path, interface: interface, member: member, arguments: arguments)
  }

  private func ask(
    _ fixture: Fixture, _ interface: String, _ member: String, _ arguments: [BusValue] = [],
    path: String = TestObject.path
  ) throws -> [BusValue] {
    try fixture.client.ask(call(fixture, interface, member, arguments, path: path))
  }

  @Test func `Arguments that do not fit are refused before the object sees them`() throws {
    let fixture = try Fixture()
    let wrong: [[BusValue]] = [
      [], [.int32(1)], [.int32(1), .int64(2)], [.int32(1), .int32(2), .int32(3)], ["1", "2"],
    ]
    for arguments in wrong {
      let error = fixture.error("Sum", arguments)
      #expect(error?.name == BusError.Name.invalidArguments)
      #expect(error?.message == "Sum takes (i a, i), not (\(arguments.signature)).")
    }
    #expect(fixture.object.calls.isEmpty)
  }

  @Test func `What does not exist is refused by what it is`() throws {
    let fixture = try Fixture()
    let name = TestObject.interface
    #expect(fixture.error("Nothing")?.name == BusError.Name.unknownMethod)
    #expect(fixture.error(call(fixture, "a.b", "Echo"))?.name == BusError.Name.unknownInterface)
    #expect(fixture.error(call(fixture, name, "Fail", path: "/nowhere"))?.name == BusError.Name.unknownObject)
    #expect(fixture.error(call(fixture, name, "Fail", path: "/org"))?.name == BusError.Name.unknownInterface)
    #expect(fixture.object.calls.isEmpty)
  }

  @Test func `Introspection tells what there is, and the way to it`() throws {
    let fixture = try Fixture()
    let introspectable = "org.freedesktop.DBus.Introspectable"
    let xml = try ask(fixture, introspectable, "Introspect")[0].stringValue ?? ""
    let interfaces = try InterfaceDescription.all(xml: xml)
    #expect(
      interfaces.map(\.name) == [
        introspectable, "org.freedesktop.DBus.Peer", Self.properties, TestObject.interface,
      ])
    #expect(try interfaces.last == InterfaceDescription(xml: TestObject.xml))
    for (path, child) in [("/", "org"), ("/org", "example"), ("/org/example", "Test")] {
      let xml = try ask(fixture, introspectable, "Introspect", path: path)[0].stringValue ?? ""
      #expect(xml.contains("<node name=\"\(child)\"/>"))
    }
  }

  @Test func `Every object is a peer`() throws {
    let fixture = try Fixture()
    #expect(try ask(fixture, "org.freedesktop.DBus.Peer", "Ping") == [])
  }

  @Test func `Properties are read one by one and all together`() throws {
    let fixture = try Fixture()
    let name = BusValue.string(TestObject.interface)
    #expect(try ask(fixture, Self.properties, "Get", [name, "Level"]) == [.variant(.int32(1))])
    #expect(
      try ask(fixture, Self.properties, "GetAll", [name]) == [
        .vardict([("Level", .int32(1)), ("Name", "name"), ("Constant", .uint32(7))])
      ])
    #expect(try ask(fixture, Self.properties, "GetAll", [.string(Self.properties)]) == [.vardict([])])
  }

  @Test func `Properties are set, unless they cannot be`() throws {
    let fixture = try Fixture()
    let name = BusValue.string(TestObject.interface)
    #expect(try ask(fixture, Self.properties, "Set", [name, "Level", .variant(.int32(5))]) == [])
    #expect(try ask(fixture, Self.properties, "Set", [name, "Secret", .variant("s")]) == [])
    #expect(fixture.object.level == 5)
    #expect(fixture.object.secret == "s")
    let faults: [(String, [BusValue], String)] = [
      ("Set", [name, "Level", .variant(.int32(100))], BusError.Name.invalidArguments),
      ("Set", [name, "Level", .variant(.uint32(5))], BusError.Name.invalidArguments),
      ("Set", [name, "Level", .variant(.variant(.int32(5)))], BusError.Name.invalidArguments),
      ("Set", [name, "Name", .variant("x")], BusError.Name.propertyReadOnly),
      ("Set", [name, "Nothing", .variant("x")], BusError.Name.unknownProperty),
      ("Set", ["a.b", "Level", .variant(.int32(5))], BusError.Name.unknownInterface),
      ("Get", [name, "Secret"], BusError.Name.accessDenied), ("Get", [name, "Absent"], BusError.Name.failed),
      ("Get", [name, "Nothing"], BusError.Name.unknownProperty),
      ("Get", ["a.b", "Level"], BusError.Name.unknownInterface), ("GetAll", ["a.b"], BusError.Name.unknownInterface),
      ("Get", [name], BusError.Name.invalidArguments), ("Take", [name], BusError.Name.unknownMethod),
    ]
    for (member, arguments, error) in faults {
      #expect(fixture.error(call(fixture, Self.properties, member, arguments))?.name == error)
    }
    #expect(fixture.object.level == 5)
  }

  @Test func `Changed properties are told with their values, or without, as the interface says`() throws {
    let fixture = try Fixture()
    var told: [[BusValue]] = []
    let subscription = try fixture.client.subscribe(
      sender: fixture.server.uniqueName, interface: Self.properties, member: "PropertiesChanged"
    ) { told.append($0.arguments) }
    try fixture.client.waitForBus()
    try fixture.export.emitPropertiesChanged(["Constant"])
    try fixture.export.emitPropertiesChanged(["Level", "Name", "Constant"])
    #expect(serve { !told.isEmpty })
    #expect(told == [[.string(TestObject.interface), .vardict([("Level", .int32(1))]), .strings(["Name"])]])
    withExtendedLifetime(subscription) {}
  }

  @Test func `Signals of the interface are told`() throws {
    let fixture = try Fixture()
    var told: [Signal] = []
    let subscription = try fixture.client.subscribe(interface: TestObject.interface) { told.append($0) }
    try fixture.client.waitForBus()
    try fixture.export.emit("Changed", ["x"])
    #expect(serve { !told.isEmpty })
    #expect(told.first?.path == TestObject.path)
    #expect(told.first?.arguments == ["x"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `An object that nobody keeps is there no more`() throws {
    let bus = try PrivateBus()
    let (server, client) = (try bus.connect(), try bus.connect())
    let interface = try InterfaceDescription(xml: TestObject.xml)
    var export: Export? = try server.export(interface, at: "/x", object: TestObject())
    #expect(throws: BusError.self) { try server.export(interface, at: "/x", object: TestObject()) }
    let call = MethodCall(
      destination: server.uniqueName, path: "/x", interface: TestObject.interface, member: "Echo",
      arguments: [.variant("y")])
    #expect(try client.ask(call) == [.variant("y")])
    export = nil
    #expect { try client.ask(call) } throws: { ($0 as? BusError)?.name == BusError.Name.unknownObject }
    export = try server.export(interface, at: "/x", object: TestObject())
    #expect(try client.ask(call) == [.variant("y")])
    withExtendedLifetime(export) {}
  }

  @Test func `An object can be exported at paths below each other`() throws {
    let bus = try PrivateBus()
    let (server, client) = (try bus.connect(), try bus.connect())
    let interface = try InterfaceDescription(xml: TestObject.xml)
    let exports = try ["/", "/a", "/a/b"].map { try server.export(interface, at: $0, object: TestObject()) }
    for path in ["/", "/a", "/a/b"] {
      let call = MethodCall(
        destination: server.uniqueName, path: path, interface: TestObject.interface, member: "Echo",
        arguments: [.variant("y")])
      #expect(try client.ask(call) == [.variant("y")])
    }
    #expect(throws: BusError.self) { try server.export(interface, at: "no path", object: TestObject()) }
    withExtendedLifetime(exports) {}
  }
}
