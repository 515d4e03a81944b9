import LocalPushBus
import LocalPushTestSupport
import Testing

struct DisconnectTests {
  @Test func `The end of the bus is told once, after every call that waited has failed`() throws {
    let fixture = try Fixture()
    var told: [String] = []
    fixture.client.onDisconnect = { told.append("disconnected") }
    for _ in 0..<3 {
      fixture.client.call(fixture.call("Later")) { result in
        if case .failure(let error) = result { told.append(error.name) }
      }
    }
    #expect(serve { fixture.object.later.count == 3 })
    fixture.bus.stop()
    #expect(serve { told.contains("disconnected") })
    #expect(told == Array(repeating: BusError.Name.disconnected, count: 3) + ["disconnected"])
    #expect(!fixture.client.isConnected)
  }

  @Test func `Without a bus everything fails in words and nothing breaks`() throws {
    let fixture = try Fixture()
    let watch = try fixture.client.watchName("org.example.Name") { _ in }
    let subscription = try fixture.client.subscribe(interface: "a.b") { _ in }
    var isTold = false
    fixture.client.onDisconnect = { isTold = true }
    fixture.bus.stop()
    #expect(serve { isTold })
    let gone = BusError(name: BusError.Name.disconnected, message: "The message bus is gone.")
    #expect(fixture.error("Echo", [.variant("x")]) == gone)
    #expect(throws: gone) { try fixture.client.callAndWait(fixture.call("Fail")) }
    #expect(throws: gone) { try fixture.client.emit(path: "/x", interface: "a.b", member: "C") }
    #expect(throws: gone) { try fixture.client.requestName("org.example.Name") }
    #expect(throws: gone) { try fixture.client.subscribe(interface: "a.b") { _ in } }
    #expect(throws: gone) { try fixture.client.watchName("org.example.Other") { _ in } }
    #expect(throws: gone) { try fixture.export.emit("Changed", ["x"]) }
    fixture.object.later.popLast()?.reply()
    withExtendedLifetime((watch, subscription)) {}
  }

  @Test func `A bus that ends before the connection is served is told as well`() throws {
    let bus = try PrivateBus()
    let connection = try bus.connect(attached: false)
    var isTold = false
    connection.onDisconnect = { isTold = true }
    bus.stop()
    #expect(!connection.run { false })
    #expect(isTold)
  }

  @Test func `The connection can be given up and made anew when the bus is back`() throws {
    let bus = try PrivateBus()
    var connection: BusConnection? = try bus.connect()
    let identifier = connection?.busIdentifier
    var isTold = false
    connection?.onDisconnect = {
      isTold = true
      connection = nil
    }
    bus.stop()
    #expect(serve { isTold })
    #expect(connection == nil)
    #expect(throws: BusError.self) { try bus.connect() }
    try bus.start()
    connection = try bus.connect()
    #expect(connection?.isConnected == true)
    #expect(connection?.busIdentifier != identifier)
  }

  @Test func `A call that waits without the loop ends when the bus does`() throws {
    let fixture = try Fixture()
    fixture.bus.stop()
    #expect {
      try fixture.client.callAndWait(fixture.call("Later"))
    } throws: {
      ($0 as? BusError)?.name == BusError.Name.disconnected
    }
  }
}
