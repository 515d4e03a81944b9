public import LocalPushBus

/// A signal of the daemon about one occurrence.
public struct WireEvent: Sendable {
  /// `Presented`, `Responded`, `Dismissed` or `Missed`.
  public let member: String
  public let app: String
  public let id: String
  /// An `a{sv}`; see the interface XML.
  public let details: BusValue
}

/// The daemon as a program that may wait for it sees it.
public final class DaemonClient {
  private let connection: BusConnection
  private var subscription: Subscription?
  private var daemonWatch: NameWatch?
  private let now: () -> Int64

  /// Longer than any call takes that does not meet a stuck disk.
  private static let timeoutMilliseconds = 60_000

  /// Connects to the session bus.
  ///
  /// - Parameter now: reads the clock on the wall, in microseconds since 1970.
  public init(now: @escaping () -> Int64) throws(BusError) {
    self.now = now
    connection = try BusConnection.open(.session)
  }

  /// Calls a method of `org.localpush.LocalPush1` and waits for the answer; the bus starts the daemon if need be.
  ///
  /// A daemon that dies over the call is started again and asked once more, if the call bears that; otherwise it throws
  /// an error of which `isRecipientGone`, and nobody knows whether it was done.
  public func call(_ member: String, _ arguments: [BusValue]) throws(BusError) -> [BusValue] {
    let firstMade = now()
    do {
      return try connection.callAndWait(Self.call(member, arguments), timeoutMilliseconds: Self.timeoutMilliseconds)
    } catch {
      return try repeated(member, arguments, firstMade: firstMade, after: error)
    }
  }

  /// Makes a call once more whose answer was lost, if it bears that.
  private func repeated(
    _ member: String, _ arguments: [BusValue], firstMade: Int64, after error: BusError
  ) throws(BusError) -> [BusValue] {
    guard error.isRecipientGone, let again = Contract.repetition(of: member, arguments, firstMade: firstMade) else {
      throw error
    }
    return try connection.callAndWait(Self.call(member, again), timeoutMilliseconds: Self.timeoutMilliseconds)
  }

  /// Calls a method once for each of `parts` and hands over the answers in their order; while the daemon works on one
  /// part, the next is made and sent.
  ///
  /// - Throws: what ``call(_:_:)`` throws, of the first part that failed; the one behind it may have been done.
  public func call(
    _ member: String, parts: some Sequence<[BusValue]>, answered: ([BusValue]) -> Void
  ) throws(BusError) {
    connection.attach()
    var parts = parts.makeIterator()
    var underWay: [PartUnderWay] = []
    repeat {
      while underWay.count < Self.partsUnderWay, let arguments = parts.next() {
        let part = PartUnderWay(arguments, firstMade: now())
        connection.call(Self.call(member, arguments), timeoutMilliseconds: Self.timeoutMilliseconds) {
          part.answer = $0
        }
        underWay.append(part)
      }
      guard !underWay.isEmpty else { return }
      answered(try answer(to: underWay.removeFirst(), of: member))
    } while true
  }

  private func answer(to part: PartUnderWay, of member: String) throws(BusError) -> [BusValue] {
    guard connection.run(until: { part.answer != nil }), let answer = part.answer else { throw .disconnected }
    do {
      return try answer.get()
    } catch {
      return try repeated(member, part.arguments, firstMade: part.firstMade, after: error)
    }
  }

  private static let partsUnderWay = 2

  private static func call(_ member: String, _ arguments: [BusValue]) -> MethodCall {
    MethodCall(
      destination: Contract.busName, path: Contract.path, interface: Contract.interface, member: member,
      arguments: arguments, autoStart: true)
  }

  /// Tells whether somebody owns `name` on the bus, or could be started for it.
  public func isAvailable(_ name: String) throws(BusError) -> Bool {
    for member in ["ListNames", "ListActivatableNames"] {
      if try askBus(member).first?.stringsValue?.contains(name) == true { return true }
    }
    return false
  }

  /// Tells whether the daemon runs; it is not started by this.
  public func isDaemonRunning() throws(BusError) -> Bool {
    try askBus("ListNames").first?.stringsValue?.contains(Contract.busName) == true
  }

  private func askBus(_ member: String) throws(BusError) -> [BusValue] {
    let bus = MethodCall(
      destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
      member: member, arguments: [])
    return try connection.callAndWait(bus, timeoutMilliseconds: Self.timeoutMilliseconds)
  }

  /// Gets the events of one app, or with an empty name of all, while ``run(until:)`` runs.
  ///
  /// - Parameter returned: a daemon that came anew knows this subscriber again; what happened before is not told.
  public func subscribe(
    app: String, returned: @escaping () -> Void = {}, handler: @escaping (WireEvent) -> Void
  ) throws(BusError) {
    subscription = try connection.subscribe(
      sender: Contract.busName, path: Contract.path, interface: Contract.interface
    ) { signal in
      guard signal.arguments.count == 3, let app = signal.arguments[0].stringValue,
        let id = signal.arguments[1].stringValue
      else { return }
      handler(WireEvent(member: signal.member, app: app, id: id, details: signal.arguments[2]))
    }
    _ = try call("Subscribe", [.string(app)])
    // a daemon that was started anew does not know its subscribers any more
    daemonWatch = try connection.watchName(Contract.busName) { [weak connection] owner in
      guard owner != nil else { return }
      connection?.call(Self.call("Subscribe", [.string(app)])) { result in
        if case .success = result { returned() }
      }
    }
  }

  /// Handles what comes in until `isDone` holds; false when the bus went away before.
  public func run(until isDone: () -> Bool) -> Bool {
    connection.run(until: isDone)
  }
}

/// One of several calls that were sent ahead of their answers.
private final class PartUnderWay {
  let arguments: [BusValue]
  /// In microseconds since 1970.
  let firstMade: Int64
  var answer: Result<[BusValue], BusError>?

  init(_ arguments: [BusValue], firstMade: Int64) {
    self.arguments = arguments
    self.firstMade = firstMade
  }
}
