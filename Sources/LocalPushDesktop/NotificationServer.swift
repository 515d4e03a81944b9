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
    /// The server can do something else now.
    case changed(ServerProfile)
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

  /// Whether do-not-disturb is on; nil where the server does not tell.
  public var isSilenced: Bool? { silence?.isOn }

  /// How many notifications the server has not taken yet.
  public var waiting: Int { queue?.waiting ?? 0 }

  /// The server leaves calls unanswered: it hangs, and only its end can help.
  public var isStuck: Bool { queue?.isStuck ?? false }

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
  private var queue: NotifyQueue?
  private var silence: Silence?
  /// Ids that were answered or closed, after which some servers tell `default` as well.
  private var ended: Set<UInt32> = []
  private let slotMilliseconds: Int

  private static let name = "org.freedesktop.Notifications"
  private static let path = "/org/freedesktop/Notifications"
  private static let questionMilliseconds = 5_000

  /// Begins to watch the name on `connection`.
  ///
  /// - Parameters:
  ///   - patienceMilliseconds: how long the session may take to bring up its own server.
  ///   - slotMilliseconds: how long one message may hold up the next ones.
  public init(
    on connection: BusConnection, patienceMilliseconds: Int = 10_000, slotMilliseconds: Int = 10_000,
    report: @escaping (Report) -> Void
  ) throws(BusError) {
    self.connection = connection
    self.slotMilliseconds = slotMilliseconds
    self.report = report
    signals = try connection.subscribe(
      sender: Self.name, path: Self.path, interface: Self.name
    ) { [weak self] in self?.take($0) }
    nameWatch = try connection.watchName(Self.name) { [weak self] in self?.ownerChanged(to: $0) }
    patience = Timeout(milliseconds: patienceMilliseconds) { [weak self] in self?.patienceIsOver() }
  }

  /// Has the bus keep what servers tell until somebody takes it: a press must not be lost because this program has only
  /// begun to start. To be cancelled when a `NotificationServer` is there.
  public static func listen(on connection: BusConnection) throws(BusError) -> Subscription {
    try connection.subscribe(sender: name, path: path, interface: name) { _ in }
  }

  // MARK: - Coming and going

  private func ownerChanged(to newOwner: String?) {
    guard newOwner != owner || !isOwnerKnown else { return }
    isOwnerKnown = true
    owner = newOwner
    profile = nil
    queue = nil
    silence = nil
    early = []
    ended = []
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
        take(profile, of: asked)
        report(.appeared(owner: "\(connection.busIdentifier)/\(asked)", profile))
        let early = self.early
        self.early = []
        early.forEach(report)
      }
    }
  }

  private func take(_ profile: ServerProfile, of owner: String) {
    let quirks = profile.quirks
    self.profile = profile
    silence = quirks.silenceProperty.map { Silence($0, owner: owner, path: Self.path, on: connection) }
    queue = NotifyQueue(
      callsAtOnce: quirks.callsAtOnce, patienceMilliseconds: slotMilliseconds,
      prepare: { [weak self] ready in
        if quirks.capabilitiesVary { self?.askCapabilities(of: owner, then: ready) } else { ready() }
      },
      send: { [weak self] in self?.send($0, to: owner, reply: $1) })
  }

  /// Asks again what the server can do; without an answer the last one stands.
  private func askCapabilities(of asked: String, then ready: @escaping () -> Void) {
    call("GetCapabilities", timeoutMilliseconds: Self.questionMilliseconds) { [weak self] answer in
      guard let self, owner == asked, var profile else { return }
      if case .success(let values) = answer, let words = values.first?.stringsValue {
        profile.capabilities = Set(words)
      }
      if profile != self.profile {
        self.profile = profile
        report(.changed(profile))
      }
      ready()
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

  /// Shows a notification, after those before it, and gives the id that the server chose.
  ///
  /// The answer may take as long as the server lives; when it dies, there is none, and the report of its end stands
  /// for all answers that are missing.
  ///
  /// - Parameter isWanted: asked when its turn comes: what was cancelled while it waited is not shown, and gets id 0.
  public func notify(
    _ notification: Notification, isWanted: @escaping () -> Bool = { true },
    reply: @escaping (Result<UInt32, BusError>) -> Void
  ) {
    guard let queue else {
      return reply(.failure(BusError(name: BusError.Name.serviceUnknown, message: "there is no notification server")))
    }
    queue.add(notification, isWanted: isWanted, reply: reply)
  }

  /// Calls `Notify` of this owner and no other: an id of the next one would mean another notification.
  private func send(
    _ notification: Notification, to owner: String, reply: @escaping (Result<UInt32, BusError>) -> Void
  ) {
    let call = MethodCall(
      destination: owner, path: Self.path, interface: Self.name, member: "Notify",
      arguments: notification.arguments(for: profile ?? .unknown))
    connection.call(call, timeoutMilliseconds: .max) { [weak self] result in
      let answer = result.flatMap(Self.identifier)
      if case .success(let id) = answer { self?.ended.remove(id) }
      reply(answer)
    }
  }

  private static func identifier(_ values: [BusValue]) -> Result<UInt32, BusError> {
    guard case .uint32(let id)? = values.first else {
      return .failure(.invalidArguments("the server answered Notify with '\(values.signature)', not with 'u'"))
    }
    return .success(id)
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
    case ("ActionInvoked", .string(let key)):
      if !isEcho(key, of: id) { tell(.actionInvoked(id: id, key: key)) }
    case ("NotificationReplied", .string(let text)): tell(.replied(id: id, text: text))
    case ("ActivationToken", .string(let token)): tell(.activationToken(id: id, token: token))
    case ("NotificationClosed", .uint32(let reason)):
      if profile?.quirks.echoesDefault == true { ended.insert(id) }
      tell(.closed(id: id, reason: reason))
      queue?.somethingClosed()
    default: break
    }
  }

  /// A `default` that only repeats, in other words, a press or an end that was told already.
  private func isEcho(_ key: String, of id: UInt32) -> Bool {
    guard profile?.quirks.echoesDefault == true else { return false }
    if key == "default" { return ended.contains(id) }
    ended.insert(id)
    return false
  }

  private func tell(_ event: Report) {
    if profile == nil { early.append(event) } else { report(event) }
  }
}
