import LocalPushTestSupport
import Testing

@testable import LocalPushBus

struct BusAddressTests {
  private func session(_ variables: [String: String]) throws(BusError) -> String {
    try BusAddress.session.resolved { variables[$0] }
  }

  @Test func `The session bus is the one that the environment names`() throws {
    #expect(try session(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/x", "XDG_RUNTIME_DIR": "/y"]) == "unix:path=/x")
    #expect(try BusAddress.explicit("unix:abstract=z").resolved() == "unix:abstract=z")
  }

  @Test func `Without a name, the session bus is the user's own socket`() throws {
    let bus = try PrivateBus()
    let socket = bus.addressText.dropFirst("unix:path=".count)
    let directory = String(socket.dropLast("/bus".count))
    #expect(try session(["XDG_RUNTIME_DIR": directory]) == bus.addressText)
    #expect(try BusConnection.open(.explicit(session(["XDG_RUNTIME_DIR": directory]))).isConnected)
  }

  @Test(arguments: [
    ("unix:path=/x,guid=0123", "unix:path=/x"), ("unix:guid=0123,path=/x", "unix:path=/x"),
    ("unix:path=/x,guid=0123;unix:abstract=y,guid=4", "unix:path=/x;unix:abstract=y"),
    ("unix:path=/guid=5", "unix:path=/guid=5"),
    ("tcp:host=a,port=1;", "tcp:host=a,port=1;"), ("nonsense", "nonsense"), ("", ""),
  ])
  func `An address is good for every run of its bus`(address: String, resolved: String) throws {
    #expect(try BusAddress.explicit(address).resolved() == resolved)
  }

  @Test func `A bus is found by the address of an earlier run`() throws {
    let bus = try PrivateBus()
    let earlier = bus.addressText + ",guid=0123456789abcdef0123456789abcdef"
    #expect(try BusConnection.open(.explicit(earlier)).isConnected)
  }

  @Test func `A socket's path is escaped in its address`() throws {
    let bus = try PrivateBus()
    let directory = TemporaryDirectory()
    directory.makeDirectory("a b;c")
    directory.link("a b;c/bus", to: String(bus.addressText.dropFirst("unix:path=".count)))
    let address = try session(["XDG_RUNTIME_DIR": directory.path("a b;c")])
    #expect(address.hasSuffix("/a%20b%3bc/bus"))
    #expect(try BusConnection.open(.explicit(address)).isConnected)
  }

  @Test(arguments: [
    [:], ["XDG_RUNTIME_DIR": "/nonexistent"], ["XDG_RUNTIME_DIR": "/dev"], ["DBUS_SESSION_BUS_ADDRESS": "autolaunch:"],
    ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent;autolaunch:scope=x"],
  ])
  func `No bus is guessed at or started`(_ variables: [String: String]) {
    #expect {
      try session(variables)
    } throws: {
      ($0 as? BusError)?.name == BusError.Name.noServer && ($0 as? BusError)?.message.hasSuffix(".") == true
    }
  }

  @Test(arguments: ["", "nonsense", "unix:path=/nonexistent", "unix:path=/dev/null", "unix:", "tcp:host=\0", "x:y=z"])
  func `An address where nobody listens is an error`(_ address: String) {
    #expect(throws: BusError.self) { try BusConnection.open(.explicit(address)) }
  }
}
