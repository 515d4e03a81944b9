import LocalPushLoop
import LocalPushTestSupport
import Testing

struct TimeoutTests {
  @Test func `A time-out calls once`() {
    var calls = 0
    let timeout = Timeout(milliseconds: 1) { calls += 1 }
    let longer = Timeout(milliseconds: 20) { calls += 100 }
    #expect(serve { calls >= 100 })
    #expect(calls == 101)
    withExtendedLifetime((timeout, longer)) {}
  }

  @Test func `A repeating time-out calls until it is cancelled, also by itself`() {
    var calls = 0
    var timeout: Timeout?
    timeout = Timeout(milliseconds: 1, repeats: true) {
      calls += 1
      if calls == 3 { timeout?.cancel() }
    }
    let longer = Timeout(milliseconds: 20) { calls += 100 }
    #expect(serve { calls >= 100 })
    #expect(calls == 103)
    withExtendedLifetime(longer) {}
  }

  @Test func `A time-out that nobody keeps does not call and lets go of what it holds`() {
    final class Held {}
    weak var held: Held?
    var calls = 0
    do {
      let object = Held()
      held = object
      _ = Timeout(milliseconds: 0) {
        withExtendedLifetime(object) {}
        calls += 1
      }
    }
    #expect(held == nil)
    var turned = false
    later { turned = true }
    #expect(serve { turned })
    #expect(calls == 0)
  }

  @Test func `What is to be done later is done in order, on a later turn`() {
    var order: [Int] = []
    later { order.append(1) }
    later {
      order.append(2)
      later { order.append(4) }
    }
    let call = IdleCall { order.append(3) }
    IdleCall { order.append(0) }.cancel()
    #expect(order.isEmpty)
    #expect(serve { order.count == 4 })
    #expect(order == [1, 2, 3, 4])
    withExtendedLifetime(call) {}
  }

  @Test func `The loop runs until it is told to quit`() {
    let loop = MainLoop()
    var isServed = false
    later {
      isServed = true
      loop.quit()
    }
    loop.run()
    #expect(isServed)
  }
}
