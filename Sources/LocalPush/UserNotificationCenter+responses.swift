internal import LocalPushBus

extension UserNotificationCenter {
  /// What the user does with the app's notifications, from the first response on that nobody has dealt with yet.
  ///
  /// Those that came while the app did not run are the first. A response has been dealt with when the next one is asked
  /// for, which a `for await` does at the end of its body; only then does the daemon forget it. A loop that is left in
  /// its body, or a program that ends there, has not dealt with it, and it is given again: ``acknowledge(_:)`` says
  /// otherwise. Of several loops each response goes to one.
  ///
  ///     for await response in center.responses {
  ///       await show(response.userInfo)
  ///     }
  public var responses: NotificationResponses { NotificationResponses(center: self) }

  /// What happens to the app's notifications beside being answered, from now on.
  public var events: AsyncStream<NotificationEvent> {
    defer { listen() }
    return broadcasts.events.stream(keeping: self)
  }

  /// Says that a response has been dealt with, so that it is not given again.
  ///
  /// If others that came before it have not been dealt with yet, the daemon is told when they have.
  public func acknowledge(_ response: NotificationResponse) async {
    if !queue.knows(response.sequence), let waiting = try? await waitingResponses() { await queue.received(waiting) }
    await queue.handled(response.sequence)
  }

  /// The responses that nobody has dealt with so far, the oldest first, for programs that do not stay.
  ///
  /// They are given again, and to ``responses`` as well, until ``acknowledge(_:)`` is called for each.
  public func waitingResponses() async throws(NotificationError) -> [NotificationResponse] {
    let waiting = try await call("TakeResponses", [.string(app), .uint64(0)]).first?.arrayValue ?? []
    return waiting.compactMap { NotificationResponse(wire: $0) }
  }

  /// The response that this program was started with, nil if it was started otherwise.
  ///
  /// It is also the first, or one of the first, of ``responses``, where it is acknowledged; looking at it here changes
  /// nothing. A program that ends without reading ``responses`` calls ``acknowledge(_:)``.
  public var launchResponse: NotificationResponse? {
    get async {
      if let response = NotificationResponse(environment: environment, app: app) { return response }
      guard environment["DBUS_STARTER_BUS_TYPE"] != nil else { return nil }
      // the bus starts programs without saying what for
      return try? await waitingResponses().first
    }
  }

  // MARK: - Listening

  /// Begins to hear of the daemon, once.
  func listen() {
    withState { state in
      guard state.listener == nil else { return }
      let listener = Listener(app: app, service: service, queue: queue, broadcasts: broadcasts)
      state.listener = Task { await listener.run() }
    }
  }
}

/// The sequence of ``UserNotificationCenter/responses``.
public struct NotificationResponses: AsyncSequence, Sendable {
  public typealias Element = NotificationResponse
  public typealias Failure = Never

  let center: UserNotificationCenter

  /// Begins to read.
  public func makeAsyncIterator() -> Iterator {
    center.listen()
    return Iterator(turn: Turn(center))
  }

  /// Reads one response after the other.
  public struct Iterator: AsyncIteratorProtocol {
    private let turn: Turn

    fileprivate init(turn: Turn) {
      self.turn = turn
    }

    /// Acknowledges the response before, and waits for the next; nil when the task is cancelled.
    public mutating func next(isolation: isolated (any Actor)? = #isolation) async -> NotificationResponse? {
      await turn.next(isolation: isolation)
    }
  }

  /// The response in a reader's hand, which goes back when the reader leaves.
  fileprivate final class Turn {
    private let center: UserNotificationCenter
    private var sequence: UInt64?

    init(_ center: UserNotificationCenter) {
      self.center = center
    }

    func next(isolation: isolated (any Actor)?) async -> NotificationResponse? {
      if let sequence { await center.queue.handled(sequence) }
      sequence = nil
      let response = await center.queue.next()
      sequence = response?.sequence
      return response
    }

    deinit {
      if let sequence { center.queue.givenBack(sequence) }
    }
  }
}

/// Hears what the daemon tells, and makes itself known to each daemon that appears.
struct Listener: Sendable {
  let app: String
  let service: any NotificationService
  let queue: ResponseQueue
  let broadcasts: Broadcasts

  func run() async {
    let events = await service.events()
    await begin()
    for await event in events {
      switch event {
      case .appeared:
        await begin()
        broadcasts.daemon.send(true)
      case .vanished: broadcasts.daemon.send(false)
      case .signal(let member, let arguments): await take(member, arguments)
      }
    }
  }

  /// A daemon that was started anew does not know its subscribers; what came meanwhile is asked for.
  ///
  /// Without a daemon nothing happens until one appears.
  private func begin() async {
    guard (try? await service.call("Subscribe", [.string(app)])) != nil,
      let answer = try? await service.call("TakeResponses", [.string(app), .uint64(0)])
    else { return }
    await queue.received((answer.first?.arrayValue ?? []).compactMap { NotificationResponse(wire: $0) })
  }

  private func take(_ member: String, _ arguments: [BusValue]) async {
    switch member {
    case "PropertiesChanged": broadcasts.daemon.send(true)
    case _ where arguments.first?.stringValue != app: return
    case "Responded": await queue.received(arguments.dropFirst(2).compactMap { NotificationResponse(wire: $0) })
    default:
      if let event = NotificationEvent(member: member, arguments: arguments) { broadcasts.events.send(event) }
    }
  }
}
