import LocalPushBus
import LocalPushTestSupport
import Testing

@testable import LocalPushDesktop

/// Whoever tells of do-not-disturb: one method, whose answer a test sets.
@MainActor
private final class Teller: @MainActor BusObject {
  var isOn = false
  /// What is answered in the place of that.
  var error: BusError?
  private(set) var asked: [[BusValue]] = []

  func handle(method: String, arguments: [BusValue], invocation: Invocation) {
    asked.append(arguments)
    if let error { return invocation.fail(error) }
    let answer = BusValue.boolean(isOn)
    invocation.reply([method == "GetProperty" ? .variant(answer) : answer])
  }
}

/// The bridge on a bus with a server of some name.
@MainActor
private final class Fixture {
  let bus: PrivateBus
  let server: FakeNotificationServer
  private(set) var bridge: NotificationServer?
  private(set) var reports: [String] = []
  private var settings: BusConnection?

  init(name: String, capabilities: [String] = ["body"]) throws {
    bus = try PrivateBus()
    server = try FakeNotificationServer(bus: bus)
    server.information[0] = name
    server.capabilities = capabilities
  }

  /// The settings daemon of Xfce, which answers with `teller`.
  func exportXfconf(_ teller: Teller) throws -> Export {
    let settings = try bus.connect()
    self.settings = settings
    let export = try settings.export(
      InterfaceDescription(
        xml: """
          <node><interface name="org.xfce.Xfconf">
            <method name="GetProperty">
              <arg type="s"/><arg type="s"/><arg type="v" direction="out"/>
            </method>
            <signal name="PropertyChanged"><arg type="s"/><arg type="s"/><arg type="v"/></signal>
          </interface></node>
          """), at: "/org/xfce/Xfconf", object: teller)
    _ = try settings.requestName("org.xfce.Xfconf")
    return export
  }

  func begin() throws {
    bridge = try NotificationServer(on: try bus.connect()) { [weak self] report in
      guard let self else { return }
      switch report {
      case .appeared: reports.append("appeared \(bridge?.isSilenced.map { "\($0)" } ?? "unknown")")
      case .silenced(let isOn): reports.append("silenced \(isOn)")
      default: break
      }
    }
  }
}

@MainActor
@Suite("Do-not-disturb", .serialized)
struct SilenceTests {
  @Test("it is known before the server is said to be there, and changes are told", arguments: [false, true])
  func property(isOn: Bool) throws {
    let fixture = try Fixture(name: "Plasma", capabilities: ["body", "inhibitions"])
    fixture.server.isInhibited = isOn
    try fixture.begin()
    #expect(serve { fixture.reports == ["appeared \(isOn)"] })
    fixture.server.isInhibited = !isOn
    #expect(serve { fixture.reports == ["appeared \(isOn)", "silenced \(!isOn)"] })
    #expect(fixture.bridge?.isSilenced == !isOn)
  }

  @Test("a property that is only said to have changed is asked for again")
  func invalidated() throws {
    let fixture = try Fixture(name: "Plasma", capabilities: ["body", "inhibitions"])
    try fixture.begin()
    #expect(serve { fixture.reports == ["appeared false"] })
    fixture.server.tellsInhibitedByName = true
    fixture.server.isInhibited = true
    #expect(serve { fixture.reports.last == "silenced true" })
  }

  @Test("nobody tells: the server is there all the same", arguments: ["fake", "Xfce Notify Daemon", "dunst"])
  func unknown(name: String) throws {
    let fixture = try Fixture(name: name)
    try fixture.begin()
    #expect(serve { fixture.reports == ["appeared unknown"] })
  }

  @Test("Xfce keeps it in its settings daemon")
  func xfce() throws {
    let fixture = try Fixture(name: "Xfce Notify Daemon")
    let teller = Teller()
    teller.isOn = true
    let export = try fixture.exportXfconf(teller)
    try fixture.begin()
    #expect(serve { fixture.reports == ["appeared true"] })
    #expect(teller.asked == [["xfce4-notifyd", "/do-not-disturb"]])
    let others: [(String, String)] = [("xfwm4", "/do-not-disturb"), ("xfce4-notifyd", "/theme")]
    for (channel, property) in others + [("xfce4-notifyd", "/do-not-disturb")] {
      try export.emit("PropertyChanged", [.string(channel), .string(property), .variant(.boolean(false))])
    }
    #expect(serve { fixture.reports.count == 2 })
    #expect(fixture.reports.last == "silenced false")
  }

  @Test("Xfce has no such setting until it is switched for the first time")
  func xfceNeverSwitched() throws {
    let fixture = try Fixture(name: "Xfce Notify Daemon")
    let teller = Teller()
    teller.error = BusError(name: "org.xfce.Xfconf.Error.PropertyNotFound", message: "it does not exist")
    let export = try fixture.exportXfconf(teller)
    try fixture.begin()
    #expect(serve { fixture.reports == ["appeared false"] })
    try export.emit(
      "PropertyChanged", [.string("xfce4-notifyd"), .string("/do-not-disturb"), .variant(.boolean(true))])
    #expect(serve { fixture.reports.last == "silenced true" })
  }

  @Test("another error of Xfce's settings daemon tells nothing")
  func xfceBroken() throws {
    let fixture = try Fixture(name: "Xfce Notify Daemon")
    let teller = Teller()
    teller.error = BusError(name: "org.xfce.Xfconf.Error.InternalError", message: "the disk is full")
    _ = try fixture.exportXfconf(teller)
    try fixture.begin()
    #expect(serve { fixture.reports == ["appeared unknown"] })
  }

  @Test(
    "SwayNotificationCenter and Budgie have interfaces of their own for it",
    arguments: [
      (
        "SwayNotificationCenter", "/org/erikreider/swaync/cc", "org.erikreider.swaync.cc", "GetDnd", "Subscribe",
        [BusValue.uint32(3), .boolean(true), .boolean(false)]
      ),
      (
        "Budgie Notification Server", "/org/budgie_desktop/Notifications", "org.buddiesofbudgie.budgie.Dispatcher",
        "GetDoNotDisturb", "DoNotDisturbChanged", [.boolean(true)]
      ),
    ])
  func ownInterfaces(
    name: String, path: String, interface: String, method: String, signal: String, arguments: [BusValue]
  ) throws {
    let fixture = try Fixture(name: name)
    let types = arguments.map { "<arg type=\"\($0.signature)\"/>" }.joined()
    let export = try fixture.server.export(
      """
      <node><interface name="\(interface)">
        <method name="\(method)"><arg type="b" direction="out"/></method><signal name="\(signal)">\(types)</signal>
      </interface></node>
      """, at: path, object: Teller())
    try fixture.begin()
    #expect(serve { fixture.reports == ["appeared false"] })
    try export?.emit(signal, arguments)
    #expect(serve { fixture.reports.last == "silenced true" })
  }

  // MARK: - dconf

  @Test("a boolean is found under its whole key, and nothing else is taken for it", arguments: [false, true])
  func dconf(isOn: Bool) throws {
    let file = try #require(DconfFile(DconfFixture.showBanners(isOn)))
    #expect(file.boolean("/org/gnome/desktop/notifications/show-banners") == isOn)
    for other in [
      "show-banners", "/org/gnome/desktop/notifications/", "/org/gnome/desktop/notifications/text", "", "/",
    ] {
      #expect(file.boolean(other) == nil, "\(other)")
    }
  }

  @Test("a damaged file is refused or has no such key, wherever the damage is")
  func damage() {
    let sound = DconfFixture.showBanners(true)
    let key = "/org/gnome/desktop/notifications/show-banners"
    for length in 0..<sound.count { _ = DconfFile(Array(sound[..<length]))?.boolean(key) }
    for index in sound.indices {
      for value in [UInt8(0), 1, 0x7F, 0xFF] {
        var damaged = sound
        damaged[index] = value
        _ = DconfFile(damaged)?.boolean(key)
      }
    }
    #expect(DconfFile([]) == nil)
    #expect(DconfFile(Array("GVariant".utf8)) == nil)
    // folders in a circle
    #expect(DconfFile(DconfFixture.file([("a", 1, nil), ("b", 0, [1, 0, 98])]))?.boolean("b") == nil)
  }
}
