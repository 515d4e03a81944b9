import LocalPushBus
import LocalPushLoop
import LocalPushTestSupport
import LocalPushWire
import Testing

@testable import LocalPush

@MainActor
struct ServiceLossTests {
  @Test func `A daemon that was killed comes back with the next call`() throws {
    let session = try ServiceSession()
    let connection = ServiceConnection(address: session.bus.addressText)
    _ = try Background { try await connection.call("SetBadge", ["org.example.App", "3"]) }.value()
    try session.kill9()
    #expect(
      try Background { try await connection.call("SetBadge", ["org.example.App", ""]) }.value() == [.int64(3)])
  }

  @Test func `A daemon that was killed is started again while somebody listens`() throws {
    let session = try ServiceSession()
    let connection = ServiceConnection(address: session.bus.addressText)
    let seen = collectPresence(of: connection, 3)
    _ = try Background { try await connection.call("Status", []) }.value()
    try session.kill9()
    #expect(try seen.value() == [.appeared, .vanished, .appeared])
  }

  @Test func `A bus that was killed is found again at its address, and calls made meanwhile wait for it`() throws {
    let session = try ServiceSession()
    let connection = ServiceConnection(address: session.bus.addressText)
    let seen = collectPresence(of: connection, 3)
    let loss = collectPresence(of: connection, 2)
    _ = try Background { try await connection.call("SetBadge", ["org.example.App", "3"]) }.value()
    session.bus.stop()
    #expect(try loss.value() == [.appeared, .vanished])
    let call = Background { try await connection.call("SetBadge", ["org.example.App", ""]) }
    try session.bus.start()
    #expect(try call.value() == [.int64(3)])
    #expect(try seen.value() == [.appeared, .vanished, .appeared])
  }

  @Test func `A bus that stays away costs a call its time-out`() throws {
    let bus = try PrivateBus()
    let service = try FakeService(on: bus)
    service.answers["Pending"] = [.vardicts([])]
    let connection = ServiceConnection(address: bus.addressText, timeoutMilliseconds: 500)
    _ = try Background { try await connection.call("Pending", [""]) }.value()
    bus.stop()
    let error = try Background { try await connection.call("Pending", [""]) }.error(as: ServiceError.self)
    #expect(error.code == .timedOut)
    #expect(error.message.contains("did not come back within 500 ms"))
  }

  @Test func `When the daemon dies over a call, what is only read is asked again and the rest is told`() throws {
    let bus = try PrivateBus()
    let dying = try FakeService(on: bus)
    let heir = try FakeService(on: bus)
    heir.answers["Pending"] = [.vardicts([])]
    let connection = ServiceConnection(address: bus.addressText)
    let reading = Background { try await connection.call("Pending", [""]) }
    let writing = Background { try await connection.call("Skip", ["a", "m"]) }
    #expect(serve { dying.called.count == 2 })
    dying.crash()
    #expect(try reading.value() == [.vardicts([])])
    let error = try writing.error(as: ServiceError.self)
    #expect(error.code == .interrupted)
    #expect(
      error.message == "LocalPush went away before it answered Skip, which it may or may not have done.")
    #expect(heir.called == ["Pending"])
  }

  @Test func `When the daemon dies over a schedule, it is asked again and told when it was asked first`() throws {
    let bus = try PrivateBus()
    let dying = try FakeService(on: bus)
    let heir = try FakeService(on: bus)
    heir.answers["Schedule"] = [.vardicts([.vardict([("id", "m"), ("status", "unchanged")])])]
    let connection = ServiceConnection(address: bus.addressText)
    let before = WallClock.nowMicroseconds()
    let writing = Background {
      try await connection.call("Schedule", ["a", .vardicts([message]), .vardict([("source", "s")])])
    }
    #expect(serve { dying.called == ["Schedule"] })
    let options = dying.arguments.last?.last
    let after = WallClock.nowMicroseconds()
    dying.crash()
    #expect(try writing.value().first?.arrayValue?.first?["status"] == "unchanged")
    #expect(options == .vardict([("source", "s")]))
    let again = try #require(heir.arguments.last?.last)
    #expect(again["source"] == "s")
    #expect((before...after).contains(again["first-made"]?.intValue ?? 0))
  }

  @Test func `When the bus dies over a call, what is only read is asked again and the rest is told`() throws {
    let bus = try PrivateBus()
    let service = try FakeService(on: bus)
    let connection = ServiceConnection(address: bus.addressText)
    let reading = Background { try await connection.call("Pending", [""]) }
    let writing = Background { try await connection.call("Skip", ["a", "m"]) }
    #expect(serve { service.called.count == 2 })
    bus.stop()
    #expect(try writing.error(as: ServiceError.self).code == .interrupted)
    try bus.start()
    let heir = try FakeService(on: bus)
    heir.answers["Pending"] = [.vardicts([])]
    #expect(try reading.value() == [.vardicts([])])
  }

  @Test func `One daemon that gives way to another is told as a loss and a return`() throws {
    let bus = try PrivateBus()
    let first = try FakeService(on: bus)
    let second = try FakeService(on: bus)
    let connection = ServiceConnection(address: bus.addressText)
    let seen = collectPresence(of: connection, 3)
    let call = Background { try await connection.call("Skip", ["a", "m"]) }
    #expect(serve { first.called.count == 1 })
    first.crash()
    #expect(try seen.value() == [.appeared, .vanished, .appeared])
    #expect(try call.error(as: ServiceError.self).code == .interrupted)
    #expect(second.called == [])
  }

  @Test func `The waits between tries grow to half a minute and begin anew`() {
    var steps = RetrySteps()
    #expect((0..<7).map { _ in steps.nextMilliseconds() } == [1000, 2000, 5000, 10_000, 30_000, 30_000, 30_000])
    steps.startAnew()
    #expect(steps.nextMilliseconds() == 1000)
  }
}

private let message = BusValue.vardict([("id", "m"), ("title", "Tea"), ("in", "1h")])
