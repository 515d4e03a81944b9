import Dispatch
import LocalPushTestSupport
import Synchronization
import Testing

/// Asynchronous work beside a test that stays on its thread: the bus of a test dies with the thread that started it, and
/// a test that awaits may go on with another one.
final class Background<Value: Sendable>: Sendable {
  private let task: Task<Void, Never>
  private let box: Box
  private let done = DispatchSemaphore(value: 0)

  private final class Box: Sendable {
    let value = Mutex<Result<Value, any Error>?>(nil)
  }

  init(_ work: @escaping @Sendable () async throws -> Value) {
    let box = Box()
    self.box = box
    let done = done
    task = Task.detached {
      let result: Result<Value, any Error>
      do {
        result = .success(try await work())
      } catch {
        result = .failure(error)
      }
      box.value.withLock { $0 = result }
      done.signal()
    }
  }

  var isDone: Bool { box.value.withLock { $0 != nil } }

  func cancel() {
    task.cancel()
  }

  /// Serves the loop until the work is done and gives what came of it.
  @MainActor
  func value() throws -> Value {
    #expect(serveRepeatedly(within: 60_000) { self.isDone }, "the work was never done")
    return try #require(box.value.withLock { $0 }).get()
  }

  /// Waits without serving any loop until the work is done, and gives what came of it.
  func blockingValue() throws -> Value {
    done.wait()
    return try #require(box.value.withLock { $0 }).get()
  }

  /// Serves the loop until the work has failed and gives its error.
  @MainActor
  func error<Failure: Error>(as type: Failure.Type) throws -> Failure {
    #expect(serveRepeatedly(within: 60_000) { self.isDone }, "the work was never done")
    guard case .failure(let error)? = box.value.withLock({ $0 }) else { throw UnexpectedSuccess() }
    return try #require(error as? Failure)
  }

  struct UnexpectedSuccess: Error {}
}
