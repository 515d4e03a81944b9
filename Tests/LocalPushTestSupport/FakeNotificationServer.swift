public import LocalPushBus

/// A notification server that does what a test tells it, well or badly: `org.freedesktop.Notifications`.
public final class FakeNotificationServer {
  /// What the server does with a call of `Notify`.
  public enum Reaction {
    /// Shows it and answers with its id.
    case show
    /// Refuses it with an error.
    case refuse(BusError)
    /// Shows it and never answers.
    case stayAway
    /// Shows it and answers when `answerWaiting` is called.
    case wait
    /// Discards it and answers 0, as dunst does by a rule.
    case discard
    /// Answers with the id of the one before, as dunst does for equal texts.
    case merge
  }

  /// Who hears a signal about a notification.
  public enum Audience {
    /// Everyone, as most servers do it.
    case everyone
    /// Only the connection that sent the notification, as GNOME does it.
    case sender
  }

  /// What the server does with the next calls of `Notify`.
  public var reaction = Reaction.show
  /// The answer to `GetCapabilities`.
  public var capabilities = ["actions", "body", "body-markup", "icon-static", "persistence", "sound"]
  /// The answer to `GetServerInformation`: name, vendor, version, version of the specification.
  public var information = ["fake", "LocalPush", "1.0", "1.2"]
  /// Whether an id to be replaced that the server does not know becomes the notification's id, as with dunst and KDE.
  public var adoptsUnknownIdentifiers = false
  /// Whether `CloseNotification` is followed by `NotificationClosed`.
  public var tellsOfClosing = true
  /// How many notifications may be shown; more are refused with the words of MATE's server.
  public var shownAtMost: Int?
  /// Do-not-disturb as Plasma tells it, in a property; a change is told to everyone.
  public var isInhibited = false {
    didSet { try? export?.emitPropertiesChanged(["Inhibited"]) }
  }
  /// Who hears the signals.
  public var audience = Audience.everyone

  /// Every call of `Notify` since the beginning, whatever became of it.
  public private(set) var received: [FakeNotification] = []
  /// What is shown now, by id.
  public private(set) var shown: [UInt32: FakeNotification] = [:]
  /// The ids of every call of `CloseNotification` since the beginning.
  public private(set) var closeRequests: [UInt32] = []
  /// How often the capabilities were asked for.
  public private(set) var capabilityRequests = 0

  private let bus: PrivateBus
  private var connection: BusConnection?
  private var export: Export?
  private var lastIdentifier: UInt32 = 0
  private var waiting: [(Invocation, UInt32)] = []
  private var unanswered: [Invocation] = []

  private static let name = "org.freedesktop.Notifications"
  private static let path = "/org/freedesktop/Notifications"

  /// Connects a server to a bus and lets it own its name, or stay without for now.
  public init(bus: PrivateBus, ownsName: Bool = true) throws {
    self.bus = bus
    try connect()
    if ownsName { try ownName() }
  }

  /// The server's own unique name on the bus.
  public var uniqueName: String { connection?.uniqueName ?? "" }
}

// MARK: - Life

extension FakeNotificationServer {
  /// Takes the name `org.freedesktop.Notifications`.
  public func ownName() throws {
    guard try connection?.requestName(Self.name) == .primaryOwner else {
      throw PrivateBus.Failure(description: "Somebody else is the notification server.")
    }
  }

  /// Gives the name up and goes on living.
  public func loseName() throws {
    try connection?.releaseName(Self.name)
  }

  /// Vanishes from the bus without a word; what was shown is gone.
  public func crash() {
    export = nil
    connection = nil
    shown = [:]
    waiting = []
    unanswered = []
  }

  /// Comes back after `crash`, or first crashes, with a new connection and ids from 1 on.
  public func restart(as name: String? = nil) throws {
    crash()
    if let name { information[0] = name }
    lastIdentifier = 0
    try connect()
    try ownName()
  }

  private func connect() throws {
    let connection = try bus.connect()
    let interface = try InterfaceDescription(xml: Self.xml)
    export = try connection.export(interface, at: Self.path, object: Front(server: self))
    self.connection = connection
  }
}

// MARK: - The user

extension FakeNotificationServer {
  /// Presses a button, or clicks on the body for `default`; a token for the focus is told first, if there is one.
  public func press(_ action: String, of identifier: UInt32, token: String? = nil) throws {
    if let token { try tell("ActivationToken", [.uint32(identifier), .string(token)], about: identifier) }
    try tell("ActionInvoked", [.uint32(identifier), .string(action)], about: identifier)
  }

  /// Answers in writing.
  public func reply(_ text: String, to identifier: UInt32) throws {
    try tell("NotificationReplied", [.uint32(identifier), .string(text)], about: identifier)
  }

  /// Closes a notification: 1 expired, 2 dismissed, 3 closed by a call, 4 for no reason given.
  public func close(_ identifier: UInt32, reason: UInt32) throws {
    try tell("NotificationClosed", [.uint32(identifier), .uint32(reason)], about: identifier)
    shown[identifier] = nil
  }

  /// Tells whether `name` answered a call, before which it has handled everything that this server told it earlier.
  public func ping(_ name: String, answered: @escaping (Bool) -> Void) {
    let call = MethodCall(
      destination: name, path: "/", interface: "org.freedesktop.DBus.Peer", member: "Ping")
    connection?.call(call) { result in
      if case .success = result { answered(true) } else { answered(false) }
    }
  }

  /// Answers every call that was told to wait.
  public func answerWaiting() {
    let answered = waiting
    waiting = []
    for (invocation, identifier) in answered { invocation.reply([.uint32(identifier)]) }
  }

  private func tell(_ signal: String, _ arguments: [BusValue], about identifier: UInt32) throws {
    let destination = audience == .sender ? shown[identifier]?.sender : nil
    try export?.emit(signal, arguments, destination: destination)
  }
}

// MARK: - The interface

extension FakeNotificationServer {
  /// What is exported: an export keeps its object, which shall not keep the server.
  private final class Front: BusObject {
    private weak let server: FakeNotificationServer?

    init(server: FakeNotificationServer) {
      self.server = server
    }

    /// Serves the property `Inhibited`.
    func property(_ name: String) -> BusValue? { .boolean(server?.isInhibited ?? false) }

    func handle(method: String, arguments: [BusValue], invocation: Invocation) {
      server?.handle(method: method, arguments: arguments, invocation: invocation)
    }
  }

  private func handle(method: String, arguments: [BusValue], invocation: Invocation) {
    switch method {
    case "Notify": notify(FakeNotification(arguments, sender: invocation.sender), invocation)
    case "CloseNotification":
      let identifier = UInt32(arguments[0].uintValue ?? 0)
      closeRequests.append(identifier)
      if tellsOfClosing { try? close(identifier, reason: 3) }
      invocation.reply()
    case "GetCapabilities":
      capabilityRequests += 1
      invocation.reply([.strings(capabilities)])
    default: invocation.reply(information.map { .string($0) })
    }
  }

  private func notify(_ notification: FakeNotification, _ invocation: Invocation) {
    received.append(notification)
    if let shownAtMost, shown.count >= shownAtMost, replaced(by: notification) == nil {
      return invocation.fail(
        BusError(name: BusError.Name.failed, message: "Exceeded maximum number of notifications"))
    }
    switch reaction {
    case .show: invocation.reply([.uint32(show(notification))])
    case .refuse(let error): invocation.fail(error)
    case .stayAway:
      _ = show(notification)
      unanswered.append(invocation)
    case .wait: waiting.append((invocation, show(notification)))
    case .discard: invocation.reply([.uint32(0)])
    case .merge: invocation.reply([.uint32(show(notification, as: max(lastIdentifier, 1)))])
    }
  }

  private func show(_ notification: FakeNotification, as merged: UInt32? = nil) -> UInt32 {
    let identifier = merged ?? replaced(by: notification) ?? lastIdentifier + 1
    lastIdentifier = max(lastIdentifier, identifier)
    shown[identifier] = notification
    return identifier
  }

  private func replaced(by notification: FakeNotification) -> UInt32? {
    guard notification.replacedIdentifier != 0 else { return nil }
    let isKnown = shown[notification.replacedIdentifier] != nil
    return isKnown || adoptsUnknownIdentifiers ? notification.replacedIdentifier : nil
  }

  private static let xml = """
    <node>
      <interface name="org.freedesktop.Notifications">
        <method name="Notify">
          <arg name="app_name" type="s"/>
          <arg name="replaces_id" type="u"/>
          <arg name="app_icon" type="s"/>
          <arg name="summary" type="s"/>
          <arg name="body" type="s"/>
          <arg name="actions" type="as"/>
          <arg name="hints" type="a{sv}"/>
          <arg name="expire_timeout" type="i"/>
          <arg name="id" type="u" direction="out"/>
        </method>
        <method name="CloseNotification">
          <arg name="id" type="u"/>
        </method>
        <method name="GetCapabilities">
          <arg name="capabilities" type="as" direction="out"/>
        </method>
        <method name="GetServerInformation">
          <arg name="name" type="s" direction="out"/>
          <arg name="vendor" type="s" direction="out"/>
          <arg name="version" type="s" direction="out"/>
          <arg name="spec_version" type="s" direction="out"/>
        </method>
        <property name="Inhibited" type="b" access="read"/>
        <signal name="NotificationClosed">
          <arg name="id" type="u"/>
          <arg name="reason" type="u"/>
        </signal>
        <signal name="ActionInvoked">
          <arg name="id" type="u"/>
          <arg name="action_key" type="s"/>
        </signal>
        <signal name="ActivationToken">
          <arg name="id" type="u"/>
          <arg name="activation_token" type="s"/>
        </signal>
        <signal name="NotificationReplied">
          <arg name="id" type="u"/>
          <arg name="text" type="s"/>
        </signal>
      </interface>
    </node>
    """
}
