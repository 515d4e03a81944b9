import LocalPushBus
import LocalPushLoop
import LocalPushTestSupport
import Testing

struct CallTests {
  @Test func `An error comes back with its name and its sentence`() throws {
    let fixture = try Fixture()
    #expect(fixture.error("Fail") == fixture.object.error)
  }

  @Test func `A call without an answer ends in time, in words`() throws {
    let fixture = try Fixture()
    #expect {
      try fixture.client.ask(fixture.call("Later"), timeoutMilliseconds: 20)
    } throws: {
      let error = $0 as? BusError
      return error?.name == BusError.Name.noReply
        && error?.message == "\(fixture.server.uniqueName) did not answer Later within 20 ms."
    }
    // The late answer finds nobody and disturbs nobody.
    fixture.object.later.popLast()?.reply()
    #expect(try fixture.echo("next") == "next")
  }

  @Test func `An answer may come much later than the call`() throws {
    let fixture = try Fixture()
    var answer: Result<[BusValue], BusError>?
    fixture.client.call(fixture.call("Later")) { answer = $0 }
    #expect(try fixture.echo("meanwhile") == "meanwhile")
    #expect(answer == nil)
    #expect(fixture.object.later.first?.sender == fixture.client.uniqueName)
    #expect(fixture.object.later.first?.path == TestObject.path)
    fixture.object.later.popLast()?.reply()
    #expect(serve { answer != nil })
    #expect(try answer?.get() == [])
  }

  @Test func `A cancelled call is not answered`() throws {
    let fixture = try Fixture()
    var answers = 0
    let call = fixture.client.call(fixture.call("Later")) { _ in answers += 1 }
    #expect(call.isPending)
    #expect(serve { !fixture.object.later.isEmpty })
    call.cancel()
    call.cancel()
    #expect(!call.isPending)
    fixture.object.later.popLast()?.reply()
    try fixture.server.waitForBus()
    try fixture.client.waitForBus()
    #expect(answers == 0)
  }

  @Test func `A call can be cancelled, and the connection given up, by its own answer`() throws {
    let bus = try PrivateBus()
    var connection: BusConnection? = try bus.connect()
    weak let kept = connection
    var call: PendingCall?
    var answers = 0
    let driver = MethodCall(
      destination: "org.freedesktop.DBus", path: "/", interface: "org.freedesktop.DBus", member: "GetId")
    call = connection?.call(driver) { _ in
      answers += 1
      call?.cancel()
      connection = nil
    }
    #expect(serve { answers == 1 })
    #expect(serve { kept == nil })
  }

  @Test func `Calls that wait when the connection is given up are let go unanswered`() throws {
    final class Held {}
    weak var held: Held?
    let fixture = try Fixture()
    var answers = 0
    do {
      let connection = try fixture.bus.connect()
      let object = Held()
      held = object
      connection.call(fixture.call("Later")) { _ in
        withExtendedLifetime(object) {}
        answers += 1
      }
      connection.flush()
    }
    #expect(held == nil)
    #expect(serve { !fixture.object.later.isEmpty })
    #expect(answers == 0)
  }

  @Test func `Nobody at a name is told at once, and nothing is started`() throws {
    let services = TemporaryDirectory()
    services.write(
      "test.service",
      """
      [D-BUS Service]
      Name=org.example.Started
      Exec=/bin/sh -c "touch \(services.path("started")); exit 1"

      """)
    let bus = try PrivateBus(serviceDirectory: services.path)
    let connection = try bus.connect()
    var call = MethodCall(destination: "org.example.Started", path: "/", interface: "a.b", member: "C")
    #expect {
      try connection.ask(call)
    } throws: {
      ($0 as? BusError)?.name == BusError.Name.nameHasNoOwner
    }
    #expect(services.read("started") == nil)
    call.autoStart = true
    #expect {
      try connection.ask(call)
    } throws: {
      ($0 as? BusError)?.name == "org.freedesktop.DBus.Error.Spawn.ChildExited"
    }
    #expect(services.read("started") == "")
  }

  @Test func `A thousand calls at once are all answered, in order`() throws {
    let fixture = try Fixture()
    var answers: [BusValue?] = []
    for number in 0..<1000 {
      fixture.client.call(fixture.call("Echo", [.variant(.int32(Int32(number)))])) {
        answers.append(try? $0.get().first)
      }
    }
    #expect(serve { answers.count == 1000 })
    #expect(answers == (0..<1000).map { .variant(.int32(Int32($0))) })
  }

  @Test func `Without the loop, a call waits for its answer`() throws {
    let bus = try PrivateBus()
    let connection = try bus.connect(attached: false)
    let driver = MethodCall(
      destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
      member: "GetNameOwner", arguments: [.string(connection.uniqueName)])
    #expect(try connection.callAndWait(driver) == [.string(connection.uniqueName)])
    #expect(connection.uniqueName.hasPrefix(":"))
    #expect(connection.busIdentifier.utf8.count == 32)
  }

  @Test func `A call that waits gives up in time`() throws {
    let fixture = try Fixture()
    #expect {
      try fixture.client.callAndWait(fixture.call("Later"), timeoutMilliseconds: 20)
    } throws: {
      ($0 as? BusError)?.name == BusError.Name.noReply
    }
  }

  @Test(arguments: [0, -1, -1000, Int.min])
  func `No time to wait is no time`(milliseconds: Int) throws {
    let fixture = try Fixture()
    var answer: Result<[BusValue], BusError>?
    fixture.client.call(fixture.call("Later"), timeoutMilliseconds: milliseconds) { answer = $0 }
    #expect(serve { answer != nil })
    #expect { try answer?.get() } throws: { ($0 as? BusError)?.name == BusError.Name.noReply }
    #expect {
      try fixture.client.callAndWait(fixture.call("Later"), timeoutMilliseconds: milliseconds)
    } throws: {
      ($0 as? BusError)?.name == BusError.Name.noReply
    }
  }

  @Test func `What comes in while a call waits is served afterwards`() throws {
    let fixture = try Fixture()
    var answers: [String] = []
    let driver = MethodCall(
      destination: "org.freedesktop.DBus", path: "/", interface: "org.freedesktop.DBus", member: "GetId")
    fixture.client.call(driver) { _ in answers.append("first") }
    _ = try fixture.client.callAndWait(driver)
    answers.append("second")
    #expect(serve { answers.count == 2 })
    #expect(answers == ["second", "first"])
  }

  @Test func `An object may call others, and wait for them, while it is called`() throws {
    let fixture = try Fixture()
    fixture.object.onCall = { [unowned fixture] _ in
      let driver = MethodCall(
        destination: "org.freedesktop.DBus", path: "/", interface: "org.freedesktop.DBus", member: "GetId")
      #expect((try? fixture.server.callAndWait(driver)) != nil)
    }
    #expect(try fixture.echo("x") == "x")
  }

  @Test func `The loop is not starved by a busy bus`() throws {
    let fixture = try Fixture()
    var answers = 0
    var turns = 0
    for _ in 0..<1000 { fixture.client.call(fixture.call("Echo", [.variant("x")])) { _ in answers += 1 } }
    let timeout = Timeout(milliseconds: 0, repeats: true) { turns += 1 }
    #expect(serve { answers == 1000 })
    #expect(turns > 10)
    timeout.cancel()
  }
}
