internal import LocalPushBus
internal import LocalPushIntake
internal import LocalPushTime
internal import LocalPushWire

/// Waits for the answer to one message: subscribed before the message is scheduled, so that no answer is too early.
final class AnswerWaiter {
  fileprivate struct End {
    let line: String
    let details: BusValue
    let isAnswer: Bool
  }

  private let session: Session
  private let client: DaemonClient
  private var ends: [String: End] = [:]
  private var first: Instant?
  /// The daemon was away, and may have come back with the answer before it knew us again.
  private var mayHaveMissedIt = false

  init(_ session: Session) throws {
    self.session = session
    client = try session.client()
    do {
      let returned: () -> Void = { [weak self] in self?.mayHaveMissedIt = true }
      try client.subscribe(app: session.app, returned: returned) { [weak self] in self?.take($0) }
    } catch {
      throw CommandError(error)
    }
  }

  private func take(_ event: WireEvent) {
    switch event.member {
    case "Responded": ends[event.id] = .answered(event.details)
    case "Dismissed", "Missed":
      if !isEarlier(event.details) { ends[event.id] = .unanswered(event.details) }
    default: break
    }
  }

  /// Tells whether it is about an occurrence of the message that this one replaces.
  private func isEarlier(_ details: BusValue) -> Bool {
    guard let first, let due = details["due"]?.stringValue.flatMap({ try? Instant(parsing: $0) }) else { return false }
    return due < first
  }

  /// Prints the action, or how the message ended without one; 1 then.
  ///
  /// - Parameter first: the first moment of the message, with its offset.
  func wait(for id: String, from first: String?) throws -> ExitStatus {
    self.first = first.flatMap { try? Instant(parsing: $0) }
    while true {
      guard client.run(until: { ends[id] != nil || mayHaveMissedIt }) else {
        throw CommandError(.noDaemon, Phrase("the bus went away before an answer came"))
      }
      do {
        if let end = try ends[id] ?? missedEnd(of: id) { return tell(end) }
      } catch let error as CommandError where error.status == .noDaemon {
        continue  // it went away again, and its next return is told as well
      }
    }
  }

  private func tell(_ end: End) -> ExitStatus {
    if session.wantsJSON { Output.json(end.details) } else { Output.line(end.line) }
    return end.isAnswer ? .done : .refused
  }

  /// How the message has ended meanwhile, nil when it has not.
  private func missedEnd(of id: String) throws -> End? {
    mayHaveMissedIt = false
    let history =
      try session.call("History", [.string(session.app), .uint32(Self.historyRead)]).first?.arrayValue ?? []
    guard let newest = history.first(where: { $0["id"]?.stringValue == id }) else { return nil }
    switch newest["state"]?.stringValue {
    case "answered":
      let responses = try session.call("TakeResponses", [.string(session.app), .uint64(0)]).first?.arrayValue ?? []
      let response = responses.last { $0["id"]?.stringValue == id && $0["slot"] == newest["slot"] }
      return response.map { End.answered($0) } ?? End.unanswered(newest)
    case "dismissed", "expired", "missed", "skipped", "cancelled": return End.unanswered(newest)
    default: return nil
    }
  }

  private static let historyRead: UInt32 = 1000
}

extension AnswerWaiter.End {
  /// The action, and the text of a reply behind it.
  fileprivate static func answered(_ details: BusValue) -> Self {
    let reply = details["text"]?.stringValue
    let line = (details["action"]?.stringValue ?? "") + (reply.map { " \($0)" } ?? "")
    return Self(line: line, details: details, isAnswer: true)
  }

  fileprivate static func unanswered(_ details: BusValue) -> Self {
    Self(line: details["state"]?.stringValue ?? "", details: details, isAnswer: false)
  }
}
