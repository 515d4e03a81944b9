import CLinux
import LocalPushLoop
import LocalPushTestSupport
import Testing

struct SignalWatchTests {
  @Test func `A signal is told on the loop, each time it comes`() {
    var calls = 0
    let watch = SignalWatch(SIGUSR1) { calls += 1 }
    for round in 1...3 {
      kill(getpid(), SIGUSR1)
      #expect(serve { calls == round })
    }
    withExtendedLifetime(watch) {}
  }

  @Test func `A descriptor is told when it can be read, and when its other end is gone`() {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    var told: [FileDescriptorWatch.Condition] = []
    var watch: FileDescriptorWatch? = FileDescriptorWatch(fd: ends[0], condition: .readable) {
      told.append($0)
      var byte: UInt8 = 0
      read(ends[0], &byte, 1)
    }
    write(ends[1], "x", 1)
    #expect(serve { told == [.readable] })
    close(ends[1])
    #expect(serve { told.last == .hangUp })
    watch = nil
    close(ends[0])
    #expect(watch == nil)
  }
}
