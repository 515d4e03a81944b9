import Dispatch
import LocalPushLoop
import LocalPushTestSupport
import Synchronization
import Testing

struct LoopThreadTests {
  @Test func `Calls are served in their order on a thread that is not the caller's`() {
    let thread = LoopThread(name: "test")
    let done = DispatchSemaphore(value: 0)
    let seen = Seen()
    for number in 0..<100 {
      thread.call { [unowned thread] in seen.add(thread.isCurrent ? number : -1) }
    }
    thread.call { done.signal() }
    done.wait()
    #expect(seen.numbers == Array(0..<100))
    #expect(!thread.isCurrent)
  }

  @Test func `What is made on the thread is served there`() {
    let thread = LoopThread(name: "test")
    let done = DispatchSemaphore(value: 0)
    let seen = Seen()
    thread.call { [unowned thread] in
      seen.keep(Timeout(milliseconds: 1) { [unowned thread] in seen.add(thread.isCurrent ? 1 : -1) })
      later { [unowned thread] in seen.add(thread.isCurrent ? 0 : -1) }
      seen.keep(
        Timeout(milliseconds: 20) {
          seen.letGo()
          done.signal()
        })
    }
    done.wait()
    #expect(seen.numbers == [0, 1])
  }

  @Test func `The thread serves what was asked for before it was given up, and then ends`() {
    let done = DispatchSemaphore(value: 0)
    let seen = Seen()
    for _ in 0..<100 {
      LoopThread(name: "test").call { seen.add(0) }
      LoopThread(name: "test").call { done.signal() }
    }
    for _ in 0..<100 { done.wait() }
    #expect(serveRepeatedly { seen.numbers.count == 100 })
  }

  @Test func `Giving up on one thread what belongs to another stops the program`() async {
    await #expect(processExitsWith: .failure) { await MainActor.run { Self.giveUpElsewhere() } }
  }

  /// Comes back only if it does no harm.
  private static func giveUpElsewhere() {
    let thread = LoopThread(name: "test")
    let made = DispatchSemaphore(value: 0)
    let seen = Seen()
    thread.call {
      seen.keep(Timeout(milliseconds: 60_000) {})
      made.signal()
    }
    made.wait()
    seen.letGo()
    withExtendedLifetime(thread) {}
  }
}

/// Passes what it is given from thread to thread, as the compiler would not allow.
// Unchecked on purpose for `kept`; the tests use it on one thread at a time.
private nonisolated final class Seen: @unchecked Sendable {
  private let all = Mutex<[Int]>([])
  private var kept: [Timeout] = []

  var numbers: [Int] { all.withLock { $0 } }

  func add(_ number: Int) { all.withLock { $0.append(number) } }

  func keep(_ timeout: Timeout) { kept.append(timeout) }

  func letGo() { kept = [] }
}
