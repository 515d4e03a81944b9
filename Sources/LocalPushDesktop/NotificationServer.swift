public import LocalPushBus
internal import LocalPushLoop
internal import LocalPushModel

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
    /// Do-not-disturb was switched on or off; with `appeared` it is known already, where the server tells.
    case silenced(Bool)
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
  /// Counts the owners: one that gives the name up and takes it again has another number.
  private var ownerNumber = 0
  /// False until the bus has told for the first time who owns the name, or that nobody does.
  private var isOwnerKnown = false
  /// Until the session has had time to start its own server, none is activated: it could be the wrong one.
  private var mayActivate = false
  private var wantsActivation = false
  private var isActivating = false
  private var patience: Timeout?
  /// Presses that came before the server had said what it is, as right after a restart of this program.
  private var early: [Report] = []
  private static let earlyAtMost = 256
  private var queue: NotifyQueue?
  private var silence: Silence?
  /// The newest ids that were answered or closed, after which some servers tell `default` as well.
  private var ended: [UInt32] = []
  private static let endedAtMost = 64
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
    // one that came and went before it said anything was never there
    let wasThere = profile != nil || !isOwnerKnown
    isOwnerKnown = true
    owner = newOwner
    ownerNumber += 1
    profile = nil
    queue = nil
    silence = nil
    early = []
    ended = []
    if wasThere { report(.vanished) }
    if let newOwner { ask(newOwner) }
  }

  /// Asks a new server what it is and can do; one that does not answer in time is taken for an unknown one.
  private func ask(_ asked: String) {
    let number = ownerNumber
    call("GetServerInformation", of: asked, timeoutMilliseconds: Self.questionMilliseconds) { [weak self] information in
      guard let self, ownerNumber == number else { return }
      call("GetCapabilities", of: asked, timeoutMilliseconds: Self.questionMilliseconds) { [weak self] capabilities in
        guard let self, ownerNumber == number else { return }
        askForSilence(Self.profile(information, capabilities), of: asked)
      }
    }
  }

  /// A message that waits for the end of do-not-disturb would not wait for a server that has not told yet.
  private func askForSilence(_ profile: ServerProfile, of asked: String) {
    let number = ownerNumber
    guard let source = profile.quirks.silenceSource else { return appear(profile, of: asked) }
    silence = Silence(
      source, owner: asked, path: Self.path, on: connection, timeoutMilliseconds: Self.questionMilliseconds
    ) { [weak self] isOn in
      guard let self, ownerNumber == number else { return }
      if self.profile == nil { appear(profile, of: asked) } else if let isOn { report(.silenced(isOn)) }
    }
  }

  private func appear(_ profile: ServerProfile, of asked: String) {
    take(profile, of: asked)
    report(.appeared(owner: "\(connection.busIdentifier)/\(asked)", profile))
    let early = self.early
    self.early = []
    early.forEach(report)
  }

  private func take(_ profile: ServerProfile, of owner: String) {
    let quirks = profile.quirks
    self.profile = profile
    queue = NotifyQueue(
      callsAtOnce: quirks.callsAtOnce, patienceMilliseconds: slotMilliseconds,
      prepare: { [weak self] ready in
        if quirks.capabilitiesVary { self?.askCapabilities(of: owner, then: ready) } else { ready() }
      },
      send: { [weak self] in self?.send($0, to: owner, reply: $1) })
  }

  /// Asks again what the server can do; without an answer the last one stands.
  private func askCapabilities(of asked: String, then ready: @escaping () -> Void) {
    let number = ownerNumber
    call("GetCapabilities", of: asked, timeoutMilliseconds: Self.questionMilliseconds) { [weak self] answer in
      guard let self, ownerNumber == number, var profile else { return }
      if case .success(let values) = answer, let words = Self.capabilities(values) { profile.capabilities = words }
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
      profile.name = String((values[0].stringValue ?? "").prefix(wordCharacters))
      profile.version = String((values[2].stringValue ?? "").prefix(wordCharacters))
    }
    if case .success(let values) = capabilities, let words = Self.capabilities(values) { profile.capabilities = words }
    return profile
  }

  /// What a server says of itself is kept and shown, so there is a limit to it.
  private static let wordCharacters = 100
  private static let wordsAtMost = 100

  private static func capabilities(_ values: [BusValue]) -> Set<String>? {
    values.first?.stringsValue.map { Set($0.prefix(wordsAtMost).filter { $0.count <= wordCharacters }) }
  }

  /// Something waits to be shown and nobody owns the name: lets the bus start a server, once the session had its time.
  public func startIfAbsent() {
    guard owner == nil, !isActivating else { return }
    guard mayActivate else {
      wantsActivation = true
      return
    }
    let start = MethodCall(
      destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
      member: "StartServiceByName", arguments: [.string(Self.name), .uint32(0)])
    isActivating = true
    connection.call(start, timeoutMilliseconds: 30_000) { [weak self] _ in
      self?.isActivating = false  // success shows as a new owner
    }
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
      // an answer without an id is one all the same: the message is on screen, and must not be sent again
      let answer = result.map { $0.first?.uintValue.flatMap(UInt32.init(exactly:)) ?? 0 }
      if case .success(let id) = answer { self?.ended.removeAll { $0 == id } }
      reply(answer)
    }
  }

  /// Takes a notification off the screen; what the server thinks of it does not matter.
  public func close(_ id: UInt32) {
    guard let owner else { return }
    call("CloseNotification", [.uint32(id)], of: owner, timeoutMilliseconds: Self.questionMilliseconds) { _ in }
  }

  /// Calls this owner and no other, whoever has the name when the call arrives.
  private func call(
    _ member: String, _ arguments: [BusValue] = [], of owner: String, timeoutMilliseconds: Int,
    reply: @escaping (Result<[BusValue], BusError>) -> Void
  ) {
    let call = MethodCall(
      destination: owner, path: Self.path, interface: Self.name, member: member, arguments: arguments)
    connection.call(call, timeoutMilliseconds: timeoutMilliseconds, reply: reply)
  }

  // MARK: - Signals

  private func take(_ signal: Signal) {
    guard let id = signal.arguments.first?.uintValue.flatMap(UInt32.init(exactly:)), signal.arguments.count == 2
    else { return }
    switch (signal.member, signal.arguments[1]) {
    case ("ActionInvoked", .string(let key)):
      if !isEcho(key, of: id) { tell(.actionInvoked(id: id, key: key)) }
    case ("NotificationReplied", .string(let text)):
      tell(.replied(id: id, text: text.utf8.count > Limits.replyBytes ? text.cut(toBytes: Limits.replyBytes) : text))
    case ("ActivationToken", .string(let token)) where token.utf8.count <= Limits.wordBytes:
      tell(.activationToken(id: id, token: token))
    case ("NotificationClosed", .uint32(let reason)):
      if profile?.quirks.echoesDefault == true { noteEnd(of: id) }
      tell(.closed(id: id, reason: reason))
      queue?.somethingClosed()
    default: break
    }
  }

  /// A `default` that only repeats, in other words, a press or an end that was told already.
  private func isEcho(_ key: String, of id: UInt32) -> Bool {
    guard profile?.quirks.echoesDefault == true else { return false }
    if key == "default" { return ended.contains(id) }
    noteEnd(of: id)
    return false
  }

  private func noteEnd(of id: UInt32) {
    ended.removeAll { $0 == id }
    ended.append(id)
    if ended.count > Self.endedAtMost { ended.removeFirst() }
  }

  private func tell(_ event: Report) {
    guard profile == nil else { return report(event) }
    if early.count < Self.earlyAtMost { early.append(event) }
  }
}
