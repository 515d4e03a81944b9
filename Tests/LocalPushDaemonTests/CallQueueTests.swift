import LocalPushBus
import LocalPushLoop
import LocalPushModel
import LocalPushTestSupport
import Testing

@testable import LocalPushDaemon

@Suite("Calls that wait for their turn")
@MainActor
struct CallQueueTests {
  private final class Log {
    var done: [String] = []
    var answered: [String] = []
    var groups: [[String]] = []
  }

  private func queue(_ log: Log, failure: BusError? = nil) -> CallQueue {
    CallQueue { body in
      let first = log.done.count
      body()
      #expect(log.answered.count <= first)  // nobody is answered before all are on the disk
      log.groups.append(Array(log.done[first...]))
      return failure
    }
  }

  private func add(_ name: String, of caller: String, to queue: CallQueue, _ log: Log) {
    let isTaken = queue.add(caller) {
      log.done.append(name)
      return { failure in log.answered.append(failure.map { "\(name): \($0.message)" } ?? name) }
    }
    #expect(isTaken)
  }

  @Test("a call that comes alone is written by itself")
  func alone() {
    let log = Log()
    let queue = queue(log)
    add("a", of: ":1.1", to: queue, log)
    #expect(serve { log.answered == ["a"] })
    #expect(log.groups.isEmpty)
  }

  @Test("calls that wait are written together, of each caller one in its turn")
  func together() {
    let log = Log()
    let queue = queue(log)
    for name in ["a1", "a2", "a3"] { add(name, of: ":1.1", to: queue, log) }
    add("b1", of: ":1.2", to: queue, log)
    #expect(serve { log.answered.count == 4 })
    #expect(log.done == ["a1", "b1", "a2", "a3"])
    #expect(log.answered == log.done)
    #expect(log.groups.first?.prefix(2) == ["a1", "b1"])
  }

  @Test("one call more than may wait is not taken, and those of another caller are")
  func limit() {
    let log = Log()
    let queue = queue(log)
    for number in 0..<Limits.waitingCalls { add("a\(number)", of: ":1.1", to: queue, log) }
    let isTaken = queue.add(":1.1") {
      Issue.record("it was not taken")
      return { _ in }
    }
    #expect(!isTaken)
    add("b", of: ":1.2", to: queue, log)
    #expect(serve { log.answered.count == Limits.waitingCalls + 1 })
    add("c", of: ":1.1", to: queue, log)
    #expect(serve { log.answered.last == "c" })
  }

  @Test("when they cannot be written each of their callers is told")
  func failure() {
    let log = Log()
    let queue = queue(log, failure: BusError(name: "org.example.Error", message: "no disk"))
    add("a", of: ":1.1", to: queue, log)
    add("b", of: ":1.2", to: queue, log)
    #expect(serve { log.answered.count == 2 })
    #expect(log.answered == ["a: no disk", "b: no disk"])
  }
}
