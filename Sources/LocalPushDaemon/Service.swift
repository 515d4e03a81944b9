internal import LocalPushBus
internal import LocalPushModel
internal import LocalPushScheduler
internal import LocalPushStore
internal import LocalPushTime
internal import LocalPushWire

/// `org.localpush.LocalPush1`: turns calls into facts for the scheduler, and events into signals.
final class Service {
  unowned let daemon: Daemon
  private let connection: BusConnection
  var export: Export?
  /// The apps that each caller listens to, by unique name; the empty app stands for all.
  private var subscribers: [String: (apps: Set<String>, watch: NameWatch)] = [:]

  private(set) lazy var calls = CallQueue { [unowned self] body in
    do throws(StoreError) {
      try daemon.together(body)
      return nil
    } catch {
      return storageError(error, in: "calls that came at the same time")
    }
  }

  init(_ daemon: Daemon, connection: BusConnection) {
    self.daemon = daemon
    self.connection = connection
  }

  // MARK: - Signals

  /// Tells the subscribers of the app what happened.
  func announce(_ event: Event) {
    let (member, details): (String, [(String, BusValue)]) =
      switch event {
      case .presented(let occurrence, let content): ("Presented", details(of: occurrence, content))
      case .responded(let response): ("Responded", details(of: response))
      case .dismissed(let occurrence): ("Dismissed", details(of: occurrence, nil))
      case .missed(let occurrence): ("Missed", details(of: occurrence, nil))
      }
    let arguments: [BusValue] = [.string(event.key.app), .string(event.key.id), .vardict(details)]
    for (name, subscriber) in subscribers
    where subscriber.apps.contains("") || subscriber.apps.contains(event.key.app) {
      do {
        try connection.emit(
          path: Contract.path, interface: Contract.interface, member: member, arguments: arguments, destination: name)
      } catch {
        Journal.warning("\(member) of \(event.key) cannot be sent to \(name): \(error.message), ignoring")
      }
    }
  }

  /// Whether the app itself hears of its responses; who listens to all apps does not answer for any.
  func isHeard(by app: String) -> Bool {
    subscribers.values.contains { $0.apps.contains(app) }
  }

  /// Sends the app's signals to `sender` until it leaves the bus.
  func subscribe(_ sender: String, to app: String) throws(BusError) {
    var apps = subscribers[sender]?.apps ?? []
    apps.insert(app)
    guard subscribers.count < Limits.subscribers || subscribers[sender] != nil,
      apps.count <= Limits.subscriptions
    else {
      throw BusError(
        name: Contract.ErrorName.limitExceeded,
        message: "At most \(Limits.subscribers) programs can subscribe, to \(Limits.subscriptions) apps each.")
    }
    if subscribers[sender] != nil {
      subscribers[sender]?.apps = apps
    } else {
      let watch = try connection.watchName(sender) { [weak self] owner in
        if owner == nil { self?.subscribers[sender] = nil }
      }
      subscribers[sender] = (apps, watch)
    }
  }

  // MARK: - Values

  func details(of occurrence: Occurrence, _ content: Content?) -> [(String, BusValue)] {
    var details: [(String, BusValue)] = [
      ("app", .string(occurrence.key.app)), ("id", .string(occurrence.key.id)),
      ("slot", .string(occurrence.slot.description)), ("due", .string(daemon.text(of: occurrence.due))),
      ("state", .string(occurrence.state.rawValue)), ("reason", .string(occurrence.reason)),
      ("changed", .string(daemon.text(of: occurrence.changed))),
    ]
    if let content {
      details += [
        ("title", .string(content.title)), ("body", .string(content.body)),
        ("user-info", BusValue(content.userInfo)),
      ]
    }
    return details
  }

  func details(of response: Response) -> [(String, BusValue)] {
    var details: [(String, BusValue)] = [
      ("sequence", .uint64(UInt64(response.sequence))), ("app", .string(response.key.app)),
      ("id", .string(response.key.id)), ("slot", .string(response.slot.description)),
      ("action", .string(response.action)), ("at", .string(daemon.text(of: response.at))),
      ("user-info", BusValue(response.userInfo)),
    ]
    if let text = response.text { details.append(("text", .string(text))) }
    if let token = response.activationToken { details.append(("activation-token", .string(token))) }
    return details
  }

  func message(_ stored: StoredMessage) -> BusValue {
    let definition = (try? JSONValue(parsing: stored.message.definition))?.object ?? JSONObject()
    var entries = (try? MessageDraft(json: definition).wire) ?? []
    entries.removeAll { $0.0 == "app" }
    entries.append(("app", .string(stored.message.key.app)))
    entries.append(("source", .string(stored.message.source)))
    if let next = stored.next {
      entries.append(("next", .string(daemon.text(of: next.instant))))
      entries.append(("next-slot", .string(next.slot.description)))
    }
    if let ended = stored.ended { entries.append(("ended", .string(ended))) }
    return .vardict(entries)
  }
}
