import LocalPushBus
import LocalPushTestSupport
import Testing

/// The fake must be what it pretends to be before anything is tested with it.
struct FakeNotificationServerTests {
  private static let name = "org.freedesktop.Notifications"

  private static func call(_ member: String, _ arguments: [BusValue] = []) -> MethodCall {
    MethodCall(
      destination: name, path: "/org/freedesktop/Notifications", interface: name, member: member, arguments: arguments)
  }

  private static func notify(_ summary: String = "summary", replacing identifier: UInt32 = 0) -> MethodCall {
    call(
      "Notify",
      [
        "app", .uint32(identifier), "icon", .string(summary), "body", .strings(["default", "View"]),
        .vardict([("urgency", .byte(2))]), .int32(-1),
      ])
  }

  @Test func `What is shown is recorded, and numbered from 1 on`() throws {
    let bus = try PrivateBus()
    let (server, client) = (try FakeNotificationServer(bus: bus), try bus.connect())
    #expect(try client.ask(Self.notify("one")) == [.uint32(1)])
    #expect(try client.ask(Self.notify("two")) == [.uint32(2)])
    #expect(try client.ask(Self.notify("again", replacing: 1)) == [.uint32(1)])
    #expect(try client.ask(Self.notify("three", replacing: 9)) == [.uint32(3)])
    #expect(server.received.map(\.summary) == ["one", "two", "again", "three"])
    #expect(server.shown.mapValues(\.summary) == [1: "again", 2: "two", 3: "three"])
    let first = try #require(server.received.first)
    #expect(first.appName == "app")
    #expect(first.appIcon == "icon")
    #expect(first.body == "body")
    #expect(first.actions == ["default", "View"])
    #expect(first.hints["urgency"] == .byte(2))
    #expect(first.timeout == -1)
    #expect(first.sender == client.uniqueName)
    server.adoptsUnknownIdentifiers = true
    #expect(try client.ask(Self.notify("nine", replacing: 9)) == [.uint32(9)])
  }

  @Test func `It says what it is told to be`() throws {
    let bus = try PrivateBus()
    let (server, client) = (try FakeNotificationServer(bus: bus), try bus.connect())
    server.capabilities = ["body"]
    #expect(try client.ask(Self.call("GetCapabilities")) == [.strings(["body"])])
    #expect(try client.ask(Self.call("GetServerInformation")) == ["fake", "LocalPush", "1.0", "1.2"])
    #expect(server.capabilityRequests == 1)
  }

  @Test func `It refuses, discards, merges, keeps waiting and stays away as told`() throws {
    let bus = try PrivateBus()
    let (server, client) = (try FakeNotificationServer(bus: bus), try bus.connect())
    let error = BusError(name: "org.freedesktop.Notifications.Error.ExcessNotificationGeneration", message: "Enough.")
    server.reaction = .refuse(error)
    #expect(throws: error) { try client.ask(Self.notify()) }
    server.reaction = .discard
    #expect(try client.ask(Self.notify()) == [.uint32(0)])
    server.reaction = .show
    #expect(try client.ask(Self.notify()) == [.uint32(1)])
    server.reaction = .merge
    #expect(try client.ask(Self.notify()) == [.uint32(1)])
    server.reaction = .stayAway
    #expect(throws: BusError.self) { try client.ask(Self.notify(), timeoutMilliseconds: 20) }
    server.reaction = .wait
    var answer: [BusValue]?
    client.call(Self.notify()) { answer = try? $0.get() }
    #expect(serve { server.received.count == 6 })
    try client.waitForBus()
    #expect(answer == nil)
    server.answerWaiting()
    #expect(serve { answer == [.uint32(3)] })
  }

  @Test(arguments: [FakeNotificationServer.Audience.everyone, .sender])
  func `Presses, replies and closing are told`(to audience: FakeNotificationServer.Audience) throws {
    let bus = try PrivateBus()
    let (server, client, other) = (try FakeNotificationServer(bus: bus), try bus.connect(), try bus.connect())
    server.audience = audience
    var (told, toldOther): ([String], [String]) = ([], [])
    let subscriptions = [
      try client.subscribe(sender: Self.name, interface: Self.name) { told.append($0.member) },
      try other.subscribe(sender: Self.name, interface: Self.name) { toldOther.append($0.member) },
    ]
    try other.waitForBus()
    _ = try client.ask(Self.notify())
    try server.press("default", of: 1, token: "token")
    try server.reply("text", to: 1)
    _ = try client.ask(Self.call("CloseNotification", [.uint32(1)]))
    #expect(serve { told.contains("NotificationClosed") })
    try other.waitForBus()
    #expect(told == ["ActivationToken", "ActionInvoked", "NotificationReplied", "NotificationClosed"])
    #expect(toldOther == (audience == .everyone ? told : []))
    #expect(server.closeRequests == [1])
    #expect(server.shown.isEmpty)
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `It loses its name, crashes, and comes back with ids from 1 on`() throws {
    let bus = try PrivateBus()
    let (server, client) = (try FakeNotificationServer(bus: bus, ownsName: false), try bus.connect())
    var owners: [String?] = []
    let watch = try client.watchName(Self.name) { owners.append($0) }
    #expect(serve { owners == [nil] })
    try server.ownName()
    _ = try client.ask(Self.notify())
    let first = server.uniqueName
    try server.loseName()
    try server.ownName()
    #expect(try client.ask(Self.notify()) == [.uint32(2)])
    try server.restart()
    #expect(try client.ask(Self.notify()) == [.uint32(1)])
    #expect(owners == [nil, first, nil, first, nil, server.uniqueName])
    server.crash()
    #expect(serve { owners.count == 7 })
    #expect(server.received.count == 3)
    withExtendedLifetime(watch) {}
  }
}
