internal import LocalPushBus
internal import LocalPushLoop
internal import LocalPushWire

/// A call that waits for its answer, or for a bus to be sent on.
final class ServiceCall {
  typealias Answer = Result<[BusValue], ServiceError>

  let member: String
  private var arguments: [BusValue]
  private let answer: (Answer) -> Void
  /// Ends the call at its time.
  var deadline: Timeout?
  /// The call on the bus; nil while it waits to be sent.
  private var pending: PendingCall?
  private var sendings = 0
  private let firstMade = WallClock.nowMicroseconds()

  /// A call that a daemon dies of is not sent for ever.
  private static let maximumSendings = 3

  init(_ member: String, _ arguments: [BusValue], answer: @escaping (Answer) -> Void) {
    self.member = member
    self.arguments = arguments
    self.answer = answer
  }

  var isSent: Bool { pending != nil }

  /// Sends the call; the bus starts the daemon for it. The time to answer is the deadline's affair.
  func send(on bus: BusConnection, reply: @escaping (Result<[BusValue], BusError>) -> Void) {
    sendings += 1
    pending = bus.call(.service(member, arguments), timeoutMilliseconds: .max, reply: reply)
  }

  /// The call is to be sent again, as nothing has come of it.
  func wasNotTaken() {
    pending = nil
  }

  /// The call may have been done; false when it cannot be sent again.
  func answerWasLost() -> Bool {
    guard sendings < Self.maximumSendings,
      let again = Contract.repetition(of: member, arguments, firstMade: firstMade)
    else { return false }
    arguments = again
    pending = nil
    return true
  }

  /// Hands the answer over; nothing more comes of the call.
  func end(_ result: Answer) {
    pending?.cancel()
    pending = nil
    deadline = nil
    answer(result)
  }
}
