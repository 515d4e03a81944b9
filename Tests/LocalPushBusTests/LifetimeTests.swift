import CDBus
import LocalPushTestSupport
import Testing

@testable import LocalPushBus

struct LifetimeTests {
  @Test func `Nothing is kept once it is given up`() throws {
    let bus = try PrivateBus()
    weak var connection: BusConnection?
    weak var object: TestObject?
    weak var server: FakeNotificationServer?
    do {
      let made = try bus.connect()
      let exported = TestObject()
      let fake = try FakeNotificationServer(bus: bus)
      (connection, object, server) = (made, exported, fake)
      let export = try made.export(InterfaceDescription(xml: TestObject.xml), at: TestObject.path, object: exported)
      let watch = try made.watchName("org.example.Name") { _ in }
      let subscription = try made.subscribe(sender: "org.example.Name", interface: "a.b") { _ in }
      made.call(TestObject.call("Later", on: made)) { _ in }
      #expect(serve { !exported.later.isEmpty })
      withExtendedLifetime((export, watch, subscription, fake)) {}
    }
    #expect(connection == nil)
    #expect(object == nil)
    #expect(server == nil)
  }

  @Test func `What was made of a connection outlives it without harm`() throws {
    let bus = try PrivateBus()
    let object = TestObject()
    let leftovers = try Leftovers(of: bus.connect(), object)
    #expect(throws: BusError.self) { try leftovers.export.emit("Changed", ["x"]) }
    #expect(throws: BusError.self) { try leftovers.export.emitPropertiesChanged(["Level"]) }
    object.later.popLast()?.reply()
    leftovers.call.cancel()
    leftovers.subscription.cancel()
  }

  /// What remains when a connection is not kept.
  private struct Leftovers {
    let export: Export
    let watch: NameWatch
    let subscription: Subscription
    let call: PendingCall

    init(of connection: BusConnection, _ object: TestObject) throws {
      export = try connection.export(InterfaceDescription(xml: TestObject.xml), at: TestObject.path, object: object)
      watch = try connection.watchName("org.example.Name") { _ in }
      subscription = try connection.subscribe(sender: "org.example.Name", interface: "a.b") { _ in }
      call = connection.call(TestObject.call("Later", on: connection)) { _ in }
      #expect(serve { !object.later.isEmpty })
    }
  }

  @Test func `A message with an open file in it is refused`() throws {
    let fixture = try Fixture()
    let message = try fixture.call("Echo").message()
    var (outer, inner) = (DBusMessageIter(), DBusMessageIter())
    var file: Int32 = 2
    dbus_message_iter_init_append(message.pointer, &outer)
    dbus_message_iter_open_container(&outer, Int32(UInt8(ascii: "v")), "h", &inner)
    dbus_message_iter_append_basic(&inner, Int32(UInt8(ascii: "h")), &file)
    dbus_message_iter_close_container(&outer, &inner)
    var pending: OpaquePointer?
    dbus_connection_send_with_reply(fixture.client.pointer, message.pointer, &pending, -1)
    #expect(serve { dbus_pending_call_get_completed(pending) != 0 })
    let answer = Message(owning: try #require(dbus_pending_call_steal_reply(pending)))
    dbus_pending_call_unref(pending)
    #expect(answer.error?.name == BusError.Name.notSupported)
    #expect(fixture.object.calls.isEmpty)
    #expect(try fixture.echo("still there") == "still there")
  }

  @Test func `Answering a call twice is a mistake of the program`() async throws {
    await #expect(processExitsWith: .failure) {
      await MainActor.run { Self.answerTwice() }
    }
  }

  /// Comes back only if answering twice does no harm, or if it never came to that.
  ///
  /// The bus is one of the process that ends: it dies with the thread that started it, and a test that awaits may go on
  /// with another one.
  private static func answerTwice() {
    guard let bus = try? PrivateBus(), let connection = try? bus.connect(),
      let interface = try? InterfaceDescription(xml: TestObject.xml)
    else { return }
    let object = TestObject()
    object.onCall = { $0.reply([.variant("twice")]) }
    let export = try? connection.export(interface, at: TestObject.path, object: object)
    _ = try? connection.ask(TestObject.call("Echo", [.variant("x")], on: connection))
    withExtendedLifetime((export, bus)) {}
  }
}
