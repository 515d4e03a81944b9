import LocalPushBus
import Synchronization

@testable import LocalPush

/// A daemon that says what a test tells it, and keeps what it is asked.
final class ScriptedService: NotificationService {
  struct Call: Hashable, Sendable {
    let member: String
    let arguments: [BusValue]
  }

  private struct State {
    var calls: [Call] = []
    var answers: [String: Result<[BusValue], ServiceError>] = [:]
    var waiting: [(isMet: @Sendable ([Call]) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())
  private let stream: AsyncStream<ServiceEvent>
  private let continuation: AsyncStream<ServiceEvent>.Continuation

  init() {
    (stream, continuation) = AsyncStream.makeStream()
  }

  func answer(_ member: String, _ values: BusValue...) {
    state.withLock { $0.answers[member] = .success(values) }
  }

  func refuse(_ member: String, _ error: ServiceError) {
    state.withLock { $0.answers[member] = .failure(error) }
  }

  func tell(_ event: ServiceEvent) {
    continuation.yield(event)
  }

  func call(_ member: String, _ arguments: [BusValue]) async throws(ServiceError) -> [BusValue] {
    guard !Task.isCancelled else { throw .cancelled }
    let (answer, ready) = state.withLock { state in
      state.calls.append(Call(member: member, arguments: arguments))
      let ready = state.waiting.filter { $0.isMet(state.calls) }
      state.waiting.removeAll { $0.isMet(state.calls) }
      return (state.answers[member] ?? .success([]), ready.map(\.continuation))
    }
    for continuation in ready { continuation.resume() }
    return try answer.get()
  }

  func events() -> AsyncStream<ServiceEvent> { stream }

  func close() {
    continuation.finish()
  }

  var calls: [Call] { state.withLock(\.calls) }

  func acknowledged() -> [UInt64] {
    calls.filter { $0.member == "Acknowledge" }.compactMap { $0.arguments[1].uintValue }
  }

  /// Waits until what was asked so far satisfies a condition.
  func calls(until isMet: @escaping @Sendable ([Call]) -> Bool) async {
    await withCheckedContinuation { continuation in
      let isMetNow = state.withLock { state in
        if isMet(state.calls) { return true }
        state.waiting.append((isMet, continuation))
        return false
      }
      if isMetNow { continuation.resume() }
    }
  }
}

extension BusValue {
  /// A response as the daemon gives it.
  static func response(_ sequence: UInt64, id: String = "m", action: String = "VIEW") -> BusValue {
    .vardict([
      ("sequence", .uint64(sequence)), ("app", "org.example.Todo"), ("id", .string(id)), ("action", .string(action)),
      ("slot", "2026-12-01T09:00:00"), ("at", "2026-12-01T09:00:01Z"), ("user-info", .vardict([("n", .int64(7))])),
    ])
  }
}

extension ServiceEvent {
  static func responded(_ sequence: UInt64) -> ServiceEvent {
    .signal(member: "Responded", arguments: ["org.example.Todo", "m", .response(sequence)])
  }
}
