import CLinux
import LocalPushTestSupport
import Testing

@testable import LocalPushLoop

struct WallClockTimerTests {
  @Test func `A moment that comes is told once, not early`() throws {
    var toldAt: [Int64] = []
    let timer = try WallClockTimer(onDue: { toldAt.append(WallClock.nowMicroseconds()) }, onClockStep: {})
    let moment = WallClock.nowMicroseconds() + 20_000
    timer.arm(atMicroseconds: moment)
    #expect(serve { !toldAt.isEmpty })
    #expect(toldAt.allSatisfy { $0 >= moment })
    var isOver = false
    let wait = Timeout(milliseconds: 20) { isOver = true }
    #expect(serve { isOver })
    #expect(toldAt.count == 1)
    withExtendedLifetime((timer, wait)) {}
  }

  @Test(arguments: [-1, 0, 1, 1_000_000_000_000_000, Int64.min])
  func `A moment that is past is told at once`(moment: Int64) throws {
    var calls = 0
    let timer = try WallClockTimer(onDue: { calls += 1 }, onClockStep: {})
    timer.arm(atMicroseconds: moment)
    #expect(serve { calls == 1 })
  }

  @Test func `The last moment asked for counts, and none asked for is never`() throws {
    var calls: [String] = []
    let timer = try WallClockTimer(onDue: { calls.append("first") }, onClockStep: { calls.append("step") })
    let other = try WallClockTimer(onDue: { calls.append("second") }, onClockStep: { calls.append("step") })
    timer.arm(atMicroseconds: 1)
    timer.arm(atMicroseconds: WallClock.nowMicroseconds() + 3_600_000_000)
    other.arm(atMicroseconds: 1)
    other.arm(atMicroseconds: nil)
    other.arm(atMicroseconds: Int64.max)
    var isOver = false
    let wait = Timeout(milliseconds: 20) { isOver = true }
    #expect(serve { isOver })
    #expect(calls == [])
    timer.arm(atMicroseconds: 1)
    #expect(serve { !calls.isEmpty })
    #expect(calls == ["first"])
    withExtendedLifetime(wait) {}
  }

  @Test func `A timer can be armed again by what it calls`() throws {
    var calls = 0
    var timer: WallClockTimer?
    timer = try WallClockTimer(
      onDue: {
        calls += 1
        if calls < 3 { timer?.arm(atMicroseconds: 1) }
      }, onClockStep: {})
    timer?.arm(atMicroseconds: 1)
    #expect(serve { calls == 3 })
    timer = nil
  }

  @Test func `A step of the clock is told and leaves the moment armed`() throws {
    let kernel = try FakeTimer()
    var calls: [String] = []
    let timer = try WallClockTimer(
      descriptor: kernel.descriptor, onDue: { calls.append("due") }, onClockStep: { calls.append("step") })
    timer.arm(atMicroseconds: 1000)
    kernel.wake(.canceled)
    #expect(serve { !calls.isEmpty })
    #expect(calls == ["step"])
    #expect(kernel.armed == [nil, 1000, 1000])
    kernel.wake(nil)
    #expect(serve { calls.count == 2 })
    #expect(calls == ["step", "due"])
    #expect(kernel.armed == [nil, 1000, 1000, nil])
  }

  @Test func `A step of the clock is told when nothing is due, too`() throws {
    let kernel = try FakeTimer()
    var steps = 0
    let timer = try WallClockTimer(descriptor: kernel.descriptor, onDue: {}, onClockStep: { steps += 1 })
    kernel.wake(.canceled)
    #expect(serve { steps == 1 })
    #expect(kernel.armed == [nil, nil])
    withExtendedLifetime(timer) {}
  }

  @Test func `A step that arming tells of is told later, once`() throws {
    let kernel = try FakeTimer()
    var steps = 0
    let timer = try WallClockTimer(descriptor: kernel.descriptor, onDue: {}, onClockStep: { steps += 1 })
    kernel.answerToArming = .canceled
    timer.arm(atMicroseconds: 5000)
    #expect(steps == 0)
    #expect(kernel.armed == [nil, 5000])
    #expect(serve { steps == 1 })
  }

  @Test func `Waking up for nothing is told to nobody`() throws {
    let kernel = try FakeTimer()
    var calls = 0
    let timer = try WallClockTimer(descriptor: kernel.descriptor, onDue: { calls += 1 }, onClockStep: { calls += 1 })
    kernel.wake(.wouldBlock)
    #expect(serve { kernel.answers.isEmpty })
    #expect(calls == 0)
    #expect(kernel.armed == [nil])
    withExtendedLifetime(timer) {}
  }
}

/// A kernel whose clock the test sets: a pipe that is readable as often as there are answers.
private final class FakeTimer {
  private(set) var armed: [Int64?] = []
  private(set) var answers: [SystemError?] = []
  var answerToArming: SystemError?
  private var ends: [Int32] = [-1, -1]

  init() throws {
    _ = try valueOrErrno { pipe(&ends) }
  }

  isolated deinit {
    for end in ends { close(end) }
  }

  var descriptor: TimerDescriptor {
    TimerDescriptor(number: ends[0], arm: arm, take: take)
  }

  func wake(_ answer: SystemError?) {
    answers.append(answer)
    write(ends[1], "!", 1)
  }

  private func arm(_ moment: Int64?) throws(SystemError) {
    armed.append(moment)
    defer { answerToArming = nil }
    if let answerToArming { throw answerToArming }
  }

  private func take() throws(SystemError) {
    var byte: UInt8 = 0
    _ = try valueOrErrno { read(ends[0], &byte, 1) }
    if let answer = answers.removeFirst() { throw answer }
  }
}
