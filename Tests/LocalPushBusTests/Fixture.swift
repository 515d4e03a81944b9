import LocalPushBus
import LocalPushTestSupport

/// A bus, a connection that exports a `TestObject`, and one that calls it.
final class Fixture {
  let bus: PrivateBus
  let server: BusConnection
  let client: BusConnection
  let object = TestObject()
  let export: Export

  init() throws {
    bus = try PrivateBus()
    server = try bus.connect()
    client = try bus.connect()
    export = try server.export(InterfaceDescription(xml: TestObject.xml), at: TestObject.path, object: object)
  }

  func call(_ member: String, _ arguments: [BusValue] = []) -> MethodCall {
    TestObject.call(member, arguments, on: server)
  }

  func ask(_ member: String, _ arguments: [BusValue] = []) throws(BusError) -> [BusValue] {
    try client.ask(call(member, arguments))
  }

  /// What a value looks like after it went over the bus and came back.
  func echo(_ value: BusValue) throws -> BusValue? {
    guard case .variant(let echo)? = try ask("Echo", [.variant(value)]).first else { return nil }
    return echo
  }

  /// The error that an answer is.
  func error(_ member: String, _ arguments: [BusValue] = []) -> BusError? {
    error(call(member, arguments))
  }

  func error(_ call: MethodCall) -> BusError? {
    do {
      _ = try client.ask(call)
      return nil
    } catch {
      return error
    }
  }
}
