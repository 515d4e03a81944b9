internal import LocalPushBus
internal import LocalPushLoop
internal import LocalPushWire

/// What a connection to the daemon does on its thread: one bus connection, made when it is first needed and made again
/// when the bus was gone; the calls that wait; and those who listen.
///
/// Invariant: while something is gone that somebody waits for (a bus or a daemon that was there, with calls not sent or
/// listeners), `retry` is armed or a start of the daemon is under way.
final class ServiceLink {
  typealias Listener = AsyncStream<ServiceEvent>.Continuation

  private let address: BusAddress
  private let timeoutMilliseconds: Int
  private var bus: BusConnection?
  private var nameWatch: NameWatch?
  private var subscriptions: [Subscription] = []
  /// The daemon's unique name on the bus, nil while it is not there.
  private var owner: String?
  private var hadBus = false
  private var hadService = false
  private var isClosed = false

  private var calls: [Int: ServiceCall] = [:]
  private var lastCall = 0
  private var listeners: [ObjectIdentifier: Listener] = [:]

  private var steps = RetrySteps()
  private var retry: Timeout?
  private var start: PendingCall?
  /// Has what came back counted as there to stay once it was there for long.
  private var trial: Timeout?

  /// Makes nothing that belongs to a thread yet.
  init(address: BusAddress, timeoutMilliseconds: Int) {
    self.address = address
    self.timeoutMilliseconds = timeoutMilliseconds
  }

  /// Gives everything up; what still waits is told so.
  func close() {
    isClosed = true
    leaveBus()
    (retry, trial) = (nil, nil)
    for call in calls.keys.sorted() { end(call, .failure(.closed)) }
    for listener in listeners.values { listener.finish() }
    listeners = [:]
  }
}

// MARK: - Calls

extension ServiceLink {
  /// The number of a call that is about to be made.
  func nextNumber() -> Int {
    lastCall += 1
    return lastCall
  }

  /// Calls the daemon and hands the answer over, exactly once, in the given time at the latest.
  ///
  /// Without a bus the call waits for one to come back, unless there has never been one.
  func call(
    _ number: Int, _ member: String, _ arguments: [BusValue], answer: @escaping (ServiceCall.Answer) -> Void
  ) {
    let call = ServiceCall(member, arguments, answer: answer)
    calls[number] = call
    call.deadline = Timeout(milliseconds: timeoutMilliseconds) { [unowned self] in timeIsOver(number) }
    if isClosed {
      end(number, .failure(.closed))
    } else if let error = connect() {
      if !hadBus { end(number, .failure(.noBus(error))) }
      retryLater()
    } else {
      send(number)
    }
  }

  /// Nobody waits for this answer any more.
  func cancel(_ number: Int) {
    end(number, .failure(.cancelled))
  }

  private func send(_ number: Int) {
    guard let bus, let call = calls[number], !call.isSent else { return }
    call.send(on: bus) { [unowned self, unowned bus] in answered(number, $0, isConnected: bus.isConnected) }
  }

  private func sendWaiting() {
    for number in calls.keys.sorted() { send(number) }
  }

  private func answered(_ number: Int, _ result: Result<[BusValue], BusError>, isConnected: Bool) {
    switch result {
    case .success(let values): end(number, .success(values))
    case .failure(let error) where !isConnected || error.isRecipientGone:
      answerWasLost(number, isConnected: isConnected)
    case .failure(let error) where hadService && error.isAboutStarting && error.name != BusError.Name.serviceUnknown:
      // Such as after the bus was started anew: the daemon is about to come back by itself, and a second one leaves.
      calls[number]?.wasNotTaken()
      retryLater()
    case .failure(let error): end(number, .failure(ServiceError(answer: error)))
    }
  }

  private func answerWasLost(_ number: Int, isConnected: Bool) {
    guard let call = calls[number] else { return }
    guard call.answerWasLost() else { return end(number, .failure(.interrupted(call.member))) }
    if isConnected { send(number) }
  }

  private func timeIsOver(_ number: Int) {
    guard let call = calls[number] else { return }
    end(
      number,
      .failure(.timedOut(call.member, wasSent: call.isSent, milliseconds: timeoutMilliseconds)))
  }

  private func end(_ number: Int, _ result: ServiceCall.Answer) {
    calls.removeValue(forKey: number)?.end(result)
  }
}

// MARK: - Listeners

extension ServiceLink {
  /// Tells a listener everything from now on, and first that the daemon is there if it is.
  func listen(_ listener: Listener, as key: ListenerKey) {
    guard !isClosed else { return listener.finish() }
    listeners[ObjectIdentifier(key)] = listener
    if owner != nil { listener.yield(.appeared) }
    if connect() != nil || (hadService && owner == nil) { retryLater() }
  }

  /// Tells a listener nothing more.
  func forget(_ key: ListenerKey) {
    listeners[ObjectIdentifier(key)] = nil
  }

  private func tell(_ event: ServiceEvent) {
    for listener in listeners.values { listener.yield(event) }
  }

  private func signalReceived(_ signal: Signal) {
    tell(.signal(member: signal.member, arguments: signal.arguments))
  }

  /// The daemon came, left, or gave way to another one.
  private func ownerIs(_ newOwner: String?) {
    if owner != nil { tell(.vanished) }
    owner = newOwner
    if newOwner != nil {
      hadService = true
      isBack()
      tell(.appeared)
      sendWaiting()
    } else if hadService {
      retryLater()
    }
  }
}

// MARK: - The bus

extension ServiceLink {
  /// Sees to it that there is a bus, and tells why there is none.
  private func connect() -> BusError? {
    guard bus == nil else { return nil }
    do {
      // libdbus would change what the program does with SIGPIPE
      let bus = try BrokenPipeSignal.keepingHandler { () throws(BusError) in try BusConnection.open(address) }
      try serve(bus)
      (self.bus, hadBus) = (bus, true)
      sendWaiting()
      if retry != nil, !hadService { retry = nil }
      return nil
    } catch {
      leaveBus()
      return error
    }
  }

  private func serve(_ bus: BusConnection) throws(BusError) {
    bus.attach()
    bus.onDisconnect = { [unowned self] in busIsGone() }
    subscriptions = [
      try bus.subscribe(sender: Contract.busName, path: Contract.path, interface: Contract.interface) {
        [unowned self] in signalReceived($0)
      },
      try bus.subscribe(
        sender: Contract.busName, path: Contract.path, interface: "org.freedesktop.DBus.Properties",
        arg0: Contract.interface
      ) { [unowned self] in signalReceived($0) },
    ]
    nameWatch = try bus.watchName(Contract.busName) { [unowned self] in ownerIs($0) }
  }

  private func busIsGone() {
    leaveBus()
    if owner != nil { tell(.vanished) }
    owner = nil
    retryLater()
  }

  private func leaveBus() {
    bus?.onDisconnect = nil
    (bus, nameWatch, subscriptions, start) = (nil, nil, [], nil)
  }
}

// MARK: - Bringing back

extension ServiceLink {
  /// Tries again after the next step, if somebody waits for what is gone.
  private func retryLater() {
    trial = nil
    guard !isClosed, retry == nil, start == nil else { return }
    guard !listeners.isEmpty || calls.values.contains(where: { !$0.isSent }) else { return }
    retry = Timeout(milliseconds: steps.nextMilliseconds()) { [unowned self] in
      retry = nil
      bringBack()
    }
  }

  private func bringBack() {
    if bus == nil {
      if connect() != nil { retryLater() }
    } else {
      sendWaiting()
      if hadService, owner == nil, !listeners.isEmpty { startService() }
    }
  }

  /// The daemon that listeners had and lost is started; they learn of it as soon as it has its name.
  private func startService() {
    start = bus?.call(.startOfService, timeoutMilliseconds: timeoutMilliseconds) { [unowned self] result in
      start = nil
      // a daemon that is not installed any more is waited for, not asked for
      if case .failure(let error) = result, error.name == BusError.Name.serviceUnknown { return }
      if owner == nil { retryLater() }
    }
  }

  /// The steps begin anew once the daemon was there for as long as the longest of them.
  private func isBack() {
    retry = nil
    trial = Timeout(milliseconds: RetrySteps.longestMilliseconds) { [unowned self] in
      trial = nil
      steps.startAnew()
    }
  }
}

/// Tells one listener from the others; the listener keeps it.
final class ListenerKey: Sendable {}
