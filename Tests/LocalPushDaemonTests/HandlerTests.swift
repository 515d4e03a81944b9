import LocalPushBus
import LocalPushTestSupport
import LocalPushWire
import Testing

/// The desktop's portal, as far as opening URLs goes.
@MainActor
private final class FakePortal: @MainActor BusObject {
  private(set) var asked: [[BusValue]] = []
  private let connection: BusConnection
  private var export: Export?
  /// What is told when the request has ended, nothing when nil.
  var response: UInt32? = 0
  var refuses = false

  init(_ bus: PrivateBus) throws {
    connection = try bus.connect()
    let xml = """
      <node><interface name="org.freedesktop.portal.OpenURI"><method name="OpenURI">
        <arg name="parent_window" type="s"/><arg name="uri" type="s"/><arg name="options" type="a{sv}"/>
        <arg name="handle" type="o" direction="out"/>
      </method></interface></node>
      """
    export = try connection.export(
      InterfaceDescription(xml: xml), at: "/org/freedesktop/portal/desktop", object: self)
    _ = try connection.requestName("org.freedesktop.portal.Desktop")
  }

  func handle(method: String, arguments: [BusValue], invocation: Invocation) {
    asked.append(arguments)
    guard !refuses else { return invocation.fail(BusError(name: BusError.Name.failed, message: "no")) }
    let handle = "/org/freedesktop/portal/desktop/request/1_1/\(arguments[2]["handle_token"]?.stringValue ?? "")"
    invocation.reply([.objectPath(handle)])
    guard let response else { return }
    try? connection.emit(
      path: handle, interface: "org.freedesktop.portal.Request", member: "Response",
      arguments: [.uint32(response), .vardict([])], destination: invocation.sender)
  }
}

/// An app on the bus that can be activated.
@MainActor
private final class FakeApplication: @MainActor BusObject {
  private(set) var activations = 0
  private var export: Export?
  private let connection: BusConnection

  init(_ bus: PrivateBus) throws {
    connection = try bus.connect()
    let xml = """
      <node><interface name="org.freedesktop.Application">
        <method name="Activate"><arg name="platform_data" type="a{sv}"/></method>
        <method name="ActivateAction">
          <arg name="action_name" type="s"/><arg name="parameter" type="av"/><arg name="platform_data" type="a{sv}"/>
        </method>
      </interface></node>
      """
    export = try connection.export(InterfaceDescription(xml: xml), at: "/org/example/App", object: self)
    _ = try connection.requestName("org.example.App")
  }

  func handle(method: String, arguments: [BusValue], invocation: Invocation) {
    activations += 1
    invocation.reply()
  }
}

@MainActor
@Suite("Handlers that the daemon starts", .serialized)
struct HandlerTests {
  /// A session in which `xdg-open` and `app` write down what they are started with.
  private func session() throws -> (DaemonSession, FakeNotificationServer) {
    let session = try DaemonSession(starts: false)
    session.home.makeDirectory("bin")
    for program in ["xdg-open", "app"] {
      session.home.write(
        "bin/\(program)",
        """
        #!/bin/sh
        echo "$(basename "$0") $* $XDG_ACTIVATION_TOKEN" >'\(session.home.path("started.new"))'
        mv '\(session.home.path("started.new"))' '\(session.home.path("started"))'
        """)
      session.home.makeExecutable("bin/\(program)")
    }
    session.pathFolder = session.home.path("bin")
    let server = try FakeNotificationServer(bus: session.bus)
    try session.start()
    return (session, server)
  }

  private func press(
    _ handler: BusValue, _ session: DaemonSession, _ server: FakeNotificationServer, shownAs number: UInt32 = 1
  ) throws {
    try session.schedule([
      ("id", "m"), ("title", "M"), ("in", "50ms"), ("action.view", "View"), ("on.view", handler),
      ("user-info", .vardict([("url", "https://example.org/?a=1")])),
    ])
    #expect(serveRepeatedly { (try? session.states()["m"]) == "shown" })
    try server.press("view", of: number, token: "token-1")
  }

  private func responsesLeft(_ session: DaemonSession) throws -> Int? {
    try session.call("TakeResponses", ["org.example.App", .uint64(0)]).first?.arrayValue?.count
  }

  @Test("a URL is opened by the portal where one runs, with the token of the press")
  func portal() throws {
    let (session, server) = try session()
    let portal = try FakePortal(session.bus)
    try press("open:{url}", session, server)
    #expect(serve { portal.asked.count == 1 })
    #expect(portal.asked.first?[1] == .string("https://example.org/?a=1"))
    #expect(portal.asked.first?[2]["activation_token"] == .string("token-1"))
    #expect(serveRepeatedly { (try? responsesLeft(session)) == 0 })
    #expect(session.home.read("started") == nil)
  }

  @Test("without a portal, or with one that cannot, it is xdg-open", arguments: [false, true])
  func xdgOpen(hasPortal: Bool) throws {
    let (session, server) = try session()
    let portal = hasPortal ? try FakePortal(session.bus) : nil
    portal?.response = 2
    try press("open:{url}", session, server)
    #expect(serveRepeatedly { session.home.read("started") != nil })
    #expect(session.home.read("started") == "xdg-open https://example.org/?a=1 token-1\n")
    #expect(portal?.asked.count ?? 1 == 1)
  }

  @Test("a portal that refuses leaves it to xdg-open")
  func refused() throws {
    let (session, server) = try session()
    let portal = try FakePortal(session.bus)
    portal.refuses = true
    try press("open:https://example.org/", session, server)
    #expect(serveRepeatedly { session.home.read("started") == "xdg-open https://example.org/ token-1\n" })
  }

  @Test("an app that the bus cannot start is started as its desktop file says")
  func desktopFile() throws {
    let (session, server) = try session()
    session.home.makeDirectory("data/applications")
    session.home.write("data/applications/org.example.App.desktop", "[Desktop Entry]\nExec=app --show %U\n")
    try press("activate", session, server)
    #expect(serveRepeatedly { session.home.read("started") == "app --show token-1\n" })
    #expect(serveRepeatedly { (try? responsesLeft(session)) == 0 })
  }

  @Test("a response to an app that is not installed is kept")
  func notInstalled() throws {
    let (session, server) = try session()
    try press("activate", session, server)
    #expect(serveRepeatedly { (try? session.states()["m"]) == "answered" })
    #expect(try responsesLeft(session) == 1)
  }

  @Test("a response that was kept is given again when its app appears")
  func appAppears() throws {
    let (session, server) = try session()
    try press("activate", session, server)
    #expect(serveRepeatedly { (try? session.states()["m"]) == "answered" })
    #expect(try responsesLeft(session) == 1)
    let app = try FakeApplication(session.bus)
    #expect(serve { app.activations == 1 })
    #expect(serveRepeatedly { (try? responsesLeft(session)) == 0 })
  }

  @Test("an app that takes its responses is started, and keeps them until it has")
  func launch() throws {
    let (session, server) = try session()
    session.home.makeDirectory("data/applications")
    session.home.write("data/applications/org.example.App.desktop", "[Desktop Entry]\nExec=app --show %U\n")
    try press("launch", session, server)
    #expect(serveRepeatedly { session.home.read("started") == "app --show token-1\n" })
    #expect(try responsesLeft(session) == 1)
  }

  @Test("an app that listens is not started; who listens to all apps does not count")
  func launchOfListener() throws {
    let (session, server) = try session()
    let app = try FakeApp(session.bus)
    let (own, others) = (try session.bus.connect(), try session.bus.connect())
    _ = try others.ask(subscription(to: ""))
    try press("launch", session, server)
    #expect(serve { app.activations.count == 1 })
    _ = try own.ask(subscription(to: "org.example.App"))
    try press("launch", session, server, shownAs: 2)
    #expect(serveRepeatedly { (try? responsesLeft(session)) == 2 })
    try session.client.waitForBus()
    #expect(app.activations.count == 1)
  }

  @Test("an app that has its name on the bus is brought up with the token of the press", arguments: [true, false])
  func launchByBus(hasObject: Bool) throws {
    let (session, server) = try session()
    let app = try FakeApp(session.bus, hasObject: hasObject)
    try press("launch", session, server)
    #expect(serve { !hasObject || app.activations.first?["activation-token"] == .string("token-1") })
    #expect(serveRepeatedly { (try? responsesLeft(session)) == 1 })
    #expect(session.home.read("started") == nil)
  }

  private func subscription(to app: String) -> MethodCall {
    MethodCall(
      destination: Contract.busName, path: Contract.path, interface: Contract.interface, member: "Subscribe",
      arguments: [.string(app)])
  }
}

/// An app on the bus, as `org.freedesktop.Application` has it.
@MainActor
private final class FakeApp: @MainActor BusObject {
  private(set) var activations: [BusValue] = []
  private let connection: BusConnection
  private var export: Export?

  init(_ bus: PrivateBus, hasObject: Bool = true) throws {
    connection = try bus.connect()
    let xml = """
      <node><interface name="org.freedesktop.Application"><method name="Activate">
        <arg name="platform_data" type="a{sv}"/>
      </method></interface></node>
      """
    if hasObject {
      export = try connection.export(InterfaceDescription(xml: xml), at: "/org/example/App", object: self)
    }
    _ = try connection.requestName("org.example.App")
  }

  func handle(method: String, arguments: [BusValue], invocation: Invocation) {
    activations += arguments
    invocation.reply([])
  }
}
