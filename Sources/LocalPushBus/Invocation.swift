/// One call of an exported method, to be answered once, now or later.
///
/// An invocation that is given up unanswered tells the caller so, rather than leave it waiting.
public final class Invocation {
  /// The unique name of the caller, which the bus vouches for.
  public let sender: String
  /// The object called.
  public let path: String
  /// The method's name.
  public let method: String
  private let message: Message
  private let resultSignature: String
  private weak var connection: BusConnection?
  private var isAnswered = false

  init(message: Message, resultSignature: String, connection: BusConnection) {
    sender = message.sender
    path = message.path
    method = message.member
    self.message = message
    self.resultSignature = resultSignature
    self.connection = connection
  }

  deinit {
    if !isAnswered { fail(BusError(name: BusError.Name.failed, message: "\(method) was given up unanswered.")) }
  }

  /// Answers with the method's results: `dbus_message_new_method_return`.
  public func reply(_ values: [BusValue] = []) {
    guard values.signature == resultSignature else {
      assertionFailure("\(method) returns (\(resultSignature)), not (\(values.signature))")
      return fail(BusError(name: BusError.Name.failed, message: "\(method) has no proper answer."))
    }
    answer { () throws(BusError) in try message.reply(values) }
  }

  /// Answers with an error: `dbus_message_new_error`.
  public func fail(_ error: BusError) {
    answer { () throws(BusError) in try message.reply(failing: error) }
  }

  /// What cannot be sent is told to the caller instead; that the caller or the bus is gone is nobody's fault.
  private func answer(_ make: () throws(BusError) -> Message) {
    precondition(!isAnswered, "\(method) was answered twice")
    isAnswered = true
    guard message.isReplyExpected, let connection else { return }
    do {
      try connection.send(make())
    } catch {
      _ = try? connection.send(message.reply(failing: error))
    }
  }
}
