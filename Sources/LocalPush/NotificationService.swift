internal import LocalPushBus
internal import LocalPushWire

/// The daemon as the library sees it: calls of `org.localpush.LocalPush1`, its signals, its coming and going.
protocol NotificationService: Sendable {
  /// Calls a method and waits for the answer; the bus starts the daemon if need be.
  func call(_ member: String, _ arguments: [BusValue]) async throws(ServiceError) -> [BusValue]

  /// What the daemon tells from now on.
  func events() async -> AsyncStream<ServiceEvent>

  /// Ends the connection, and the events with it.
  func close() async
}

extension ServiceConnection: NotificationService {}

extension NotificationError {
  init(_ error: ServiceError) {
    let code: Code =
      switch error.code {
      case .refused(Contract.ErrorName.notFound): .notFound
      case .refused(Contract.ErrorName.limitExceeded): .limitExceeded
      case .refused(Contract.ErrorName.storage): .storage
      case .refused: .invalidArgument
      case .timedOut: .timedOut
      case .interrupted: .interrupted
      case .cancelled: .cancelled
      case .noBus, .noService, .closed: .unavailable
      }
    self.init(code, error.message)
  }
}
