public import LocalPushBus
internal import LocalPushLoop

/// The owner of `org.freedesktop.Notifications`: a stranger that may be absent, slow, or another one tomorrow.
///
/// Nothing here waits: every answer comes back through a closure.
public final class NotificationServer {
  /// What the server, or its absence, has to tell.
  public enum Report: Sendable {
    /// A server owns the name and has said what it can do; `owner` tells it from every other owner of the name.
    case appeared(owner: String, ServerProfile)
    case vanished
    /// `ActionInvoked`
    case actionInvoked(id: UInt32, key: String)
    /// `NotificationReplied` of Plasma and SwayNotificationCenter
    case replied(id: UInt32, text: String)
    /// `ActivationToken`, ahead of its action
    case activationToken(id: UInt32, token: String)
    /// `NotificationClosed`
    case closed(id: UInt32, reason: UInt32)
  }

  /// The present server, nil while there is none.
  public private(set) var profile: ServerProfile?

  private let connection: BusConnection
  private let report: (Report) -> Void
  private var nameWatch: NameWatch?
  private var signals: Subscription?
  private var owner: String?
  /// False until the bus has told for the first time who owns the name, or that nobody does.
  private var isOwnerKnown = false
  /// Until the session has had time to start its own server, none is activated: it could be the wrong one.
  private var mayActivate = false
  private var wantsActivation = false
  private var patience: Timeout?
  /// Presses that came before the server had said what it is, as right after a restart of this program.
  private var early: [Report] = []

  private static let name = "org.freedesktop.Notifications"
  private static let path = "/org/freedesktop/Notifications"
  private static let questionMilliseconds = 5_000

  /// Begins to watch the name on `connection`.
  ///
  /// - Parameter patienceMilliseconds: how long the session may take to bring up its own server.
  public init(
    on connection: BusConnection, patienceMilliseconds: Int = 10_000, report: @escaping (Report) -> Void
  ) throws(BusError) {
    self.connection = connection
    self.report = report
    signals = try connection.subscribe(
      sender: Self.name, path: Self.path, interface: Self.name
    ) { [weak self] in self?.take($0) }
    nameWatch = try connection.watchName(Self.name) { [weak self] in self?.ownerChanged(to: $0) }
    patience = Timeout(milliseconds: patienceMilliseconds) { [weak self] in self?.patienceIsOver() }
  }

  // MARK: - Coming and going

  private func ownerChanged(to newOwner: String?) {
    guard newOwner != owner || !isOwnerKnown else { return }
    isOwnerKnown = true
    owner = newOwner
    profile = nil
    early = []
    report(.vanished)
    if let newOwner { ask(newOwner) }
  }

  /// Asks a new server what it is and can do; one that does not answer in time is taken for an unknown one.
  private func ask(_ asked: String) {
    call("GetServerInformation", timeoutMilliseconds: Self.questionMilliseconds) { [weak self] information in
      guard let self, owner == asked else { return }
      call("GetCapabilities", timeoutMilliseconds: Self.questionMilliseconds) { [weak self] capabilities in
        guard let self, owner == asked else { return }
        let profile = Self.profile(information, capabilities)
        self.profile = profile
        report(.appeared(owner: "\(connection.busIdentifier)/\(asked)", profile))
        let early = self.early
        self.early = []
        early.forEach(report)
      }
    }
  }

  private static func profile(
    _ information: Result<[BusValue], BusError>, _ capabilities: Result<[BusValue], BusError>
  ) -> ServerProfile {
    var profile = ServerProfile.unknown
    if case .success(let values) = information, values.signature == "ssss" {
      profile.name = values[0].stringValue ?? ""
      profile.version = values[2].stringValue ?? ""
    }
    if case .success(let values) = capabilities, let words = values.first?.stringsValue {
      profile.capabilities = Set(words)
    }
    return profile
  }

  /// Something waits to be shown and nobody owns the name: lets the bus start a server, once the session had its time.
  public func startIfAbsent() {
    guard owner == nil else { return }
    guard mayActivate else {
      wantsActivation = true
      return
    }
    let start = MethodCall(
      destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
      member: "StartServiceByName", arguments: [.string(Self.name), .uint32(0)])
    connection.call(start, timeoutMilliseconds: 30_000) { _ in }  // success shows as a new owner
  }

  private func patienceIsOver() {
    mayActivate = true
    if wantsActivation { startIfAbsent() }
  }

  // MARK: - Calls

  /// Shows a notification and gives the id that the server chose.
  ///
  /// The answer may take as long as the server lives; when it dies, the answer is an error.
  public func notify(_ notification: Notification, reply: @escaping (Result<UInt32, BusError>) -> Void) {
    let arguments = notification.arguments(for: profile ?? .unknown)
    call("Notify", arguments, timeoutMilliseconds: .max) { result in
      reply(
        result.flatMap { values in
          guard case .uint32(let id)? = values.first else {
            return .failure(.invalidArguments("the server answered Notify with '\(values.signature)', not with 'u'"))
          }
          return .success(id)
        })
    }
  }

  /// Takes a notification off the screen; what the server thinks of it does not matter.
  public func close(_ id: UInt32) {
    call("CloseNotification", [.uint32(id)], timeoutMilliseconds: Self.questionMilliseconds) { _ in }
  }

  private func call(
    _ member: String, _ arguments: [BusValue] = [], timeoutMilliseconds: Int,
    reply: @escaping (Result<[BusValue], BusError>) -> Void
  ) {
    let call = MethodCall(
      destination: Self.name, path: Self.path, interface: Self.name, member: member, arguments: arguments)
    connection.call(call, timeoutMilliseconds: timeoutMilliseconds, reply: reply)
  }

  // MARK: - Signals

  private func take(_ signal: Signal) {
    guard let id = signal.arguments.first?.uintValue.flatMap(UInt32.init(exactly:)), signal.arguments.count == 2
    else { return }
    switch (signal.member, signal.arguments[1]) {
    case ("ActionInvoked", .string(let key)): tell(.actionInvoked(id: id, key: key))
    case ("NotificationReplied", .string(let text)): tell(.replied(id: id, text: text))
    case ("ActivationToken", .string(let token)): tell(.activationToken(id: id, token: token))
    case ("NotificationClosed", .uint32(let reason)): tell(.closed(id: id, reason: reason))
    default: break
    }
  }

  private func tell(_ event: Report) {
    if profile == nil { early.append(event) } else { report(event) }
  }
}
