/// Knows who owns a well-known name, from the answer of the bus on: `GetNameOwner`, `NameOwnerChanged`.
final class OwnerTracker {
  private(set) var owner: String?
  private(set) var isKnown = false
  private let name: String
  private var changes: Subscription?
  private var question: PendingCall?
  private let onEnd: (String) -> Void
  private var watches: [ObjectIdentifier: (String?) -> Void] = [:]

  init(name: String, onEnd: @escaping (String) -> Void) {
    self.name = name
    self.onEnd = onEnd
  }

  deinit {
    question?.cancel()
    onEnd(name)
  }

  /// First asks to be told of changes, then for the state, so that nothing falls between.
  func start(on connection: BusConnection) throws(BusError) {
    changes = try connection.subscribe(
      sender: BusDriver.name, path: BusDriver.path, interface: BusDriver.name, member: "NameOwnerChanged", arg0: name
    ) { [unowned self] signal in
      let owner = signal.arguments.last?.stringValue ?? ""
      ownerIs(owner.isEmpty ? nil : owner)
    }
    question = connection.call(BusDriver.call("GetNameOwner", [.string(name)])) { [unowned self] result in
      answered(result)
    }
  }

  func add(_ watch: AnyObject, _ onChange: @escaping (String?) -> Void) {
    watches[ObjectIdentifier(watch)] = onChange
  }

  func remove(_ watch: AnyObject) {
    watches[ObjectIdentifier(watch)] = nil
  }

  /// A change that came before the answer is newer than the answer.
  private func answered(_ result: Result<[BusValue], BusError>) {
    guard !isKnown else { return }
    switch result {
    case .success(let values): ownerIs(values.first?.stringValue)
    case .failure(let error) where error.name == BusError.Name.disconnected: break
    case .failure: ownerIs(nil)
    }
  }

  private func ownerIs(_ newOwner: String?) {
    guard !isKnown || newOwner != owner else { return }
    isKnown = true
    owner = newOwner
    for identifier in watches.keys { watches[identifier]?(newOwner) }
  }
}

/// Finds a tracker for as long as somebody else keeps it.
struct WeakTracker {
  weak var tracker: OwnerTracker?
}
