import LocalPushBus
import LocalPushTestSupport
import LocalPushWire
import Testing

@testable import LocalPush

private func message(_ id: String) -> BusValue {
  .vardict([("id", .string(id)), ("title", "Tea"), ("in", "1h")])
}

@MainActor
struct ServiceConnectionTests {
  @Test func `A call starts the daemon and brings its answer`() throws {
    let session = try ServiceSession()
    let connection = ServiceConnection(address: session.bus.addressText)
    let events = collect(connection) { $0.last == .appeared }
    let results = try Background {
      try await connection.call("Schedule", ["org.example.App", .vardicts([message("tea")]), .vardict([])])
    }.value()
    #expect(results.first?.arrayValue?.first?["status"]?.stringValue == "added")
    let pending = try Background { try await connection.call("Pending", [""]) }.value()
    #expect(pending.first?.arrayValue?.compactMap { $0["id"]?.stringValue } == ["tea"])
    #expect(try events.value() == [.appeared])
  }

  @Test func `What the daemon refuses is an error with its name and its words`() throws {
    let session = try ServiceSession()
    let connection = ServiceConnection(address: session.bus.addressText)
    let error = try Background { try await connection.call("Get", ["org.example.App", "nothing"]) }.error(
      as: ServiceError.self)
    #expect(error.code == .refused(Contract.ErrorName.notFound))
    #expect(error.name == Contract.ErrorName.notFound)
    #expect(error.message.contains("nothing"))
  }

  @Test(
    arguments: [
      ("Nonsense", [], BusError.Name.unknownMethod), ("Pending", [.uint32(1)], BusError.Name.invalidArguments),
      ("Pending", ["\0"], BusError.Name.invalidArguments), ("no name", [], BusError.Name.invalidArguments),
    ] as [(String, [BusValue], String)])
  func `A call that is wrong in itself is refused and harms nothing`(
    member: String, arguments: [BusValue], name: String
  ) throws {
    let session = try ServiceSession()
    let connection = ServiceConnection(address: session.bus.addressText)
    let error = try Background { try await connection.call(member, arguments) }.error(as: ServiceError.self)
    #expect(error.code == .refused(name))
    #expect(try Background { try await connection.call("Pending", [""]) }.value().count == 1)
  }

  @Test func `Where there is no bus a call says so at once`() throws {
    let connection = ServiceConnection(address: "unix:path=/nowhere/bus")
    let error = try Background { try await connection.call("Pending", [""]) }.error(as: ServiceError.self)
    #expect(error.code == .noBus)
    #expect(error.message.hasPrefix("LocalPush cannot be reached: "))
  }

  @Test func `Where the daemon is not installed a call says so`() throws {
    let bus = try PrivateBus()
    let connection = ServiceConnection(address: bus.addressText)
    let error = try Background { try await connection.call("Pending", [""]) }.error(as: ServiceError.self)
    #expect(error.code == .noService)
    #expect(error.name == BusError.Name.serviceUnknown)
    #expect(error.message.hasSuffix("Is it installed?"))
  }

  @Test func `A daemon that never answers costs the caller its time-out and no more`() throws {
    let bus = try PrivateBus()
    let service = try FakeService(on: bus)
    let connection = ServiceConnection(address: bus.addressText, timeoutMilliseconds: 300)
    let error = try Background { try await connection.call("Pending", [""]) }.error(as: ServiceError.self)
    #expect(error.code == .timedOut)
    #expect(error.message == "LocalPush did not answer Pending within 300 ms.")
    service.answerWaiting([.vardicts([])])
    service.answers["Explain"] = [.vardicts([])]
    #expect(try Background { try await connection.call("Explain", ["a", "b"]) }.value() == [.vardicts([])])
  }

  @Test func `The end of a task ends its wait`() throws {
    let bus = try PrivateBus()
    let service = try FakeService(on: bus)
    let connection = ServiceConnection(address: bus.addressText)
    let call = Background { try await connection.call("Pending", [""]) }
    #expect(serve { service.waiting.count == 1 })
    call.cancel()
    #expect(try call.error(as: ServiceError.self).code == .cancelled)
    service.answerWaiting([.vardicts([])])
    let early = Background {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await connection.call("Schedule", ["a", .vardicts([]), .vardict([])])
    }
    #expect(try early.error(as: ServiceError.self).code == .cancelled)
    service.answers["Explain"] = [.vardicts([])]
    _ = try Background { try await connection.call("Explain", ["a", "b"]) }.value()
    #expect(service.called == ["Pending", "Explain"])
  }

  @Test func `Closing ends calls, events and everything later`() throws {
    let bus = try PrivateBus()
    let service = try FakeService(on: bus)
    let connection = ServiceConnection(address: bus.addressText)
    let events = collect(connection) { _ in false }
    let call = Background { try await connection.call("Pending", [""]) }
    #expect(serve { service.waiting.count == 1 })
    try Background { await connection.close() }.value()
    #expect(try call.error(as: ServiceError.self).code == .closed)
    #expect(try events.value() == [.appeared])
    let later = Background { try await connection.call("Pending", [""]) }
    #expect(try later.error(as: ServiceError.self).code == .closed)
    #expect(try collect(connection) { _ in false }.value() == [])
  }

  @Test func `Each caller has events of its own, from the present state on`() throws {
    let bus = try PrivateBus()
    let service = try FakeService(on: bus)
    let connection = ServiceConnection(address: bus.addressText)
    let arguments: [BusValue] = ["org.example.App", "tea", .vardict([])]
    let early = collect(connection) { $0.count == 2 }
    service.answers["Explain"] = [.vardicts([])]
    _ = try Background { try await connection.call("Explain", ["a", "b"]) }.value()
    let late = collect(connection) { $0.count == 2 }
    _ = try Background { try await connection.call("Explain", ["a", "b"]) }.value()
    try service.emit("Presented", arguments)
    let told: [ServiceEvent] = [.appeared, .signal(member: "Presented", arguments: arguments)]
    #expect(try early.value() == told)
    #expect(try late.value() == told)
  }

  @Test func `A thousand calls at once are each made once and answered`() throws {
    let session = try ServiceSession()
    let connection = ServiceConnection(address: session.bus.addressText)
    let work = Background {
      try await withThrowingTaskGroup(of: [BusValue].self) { group in
        for _ in 0..<1000 {
          group.addTask { try await connection.call("SetBadge", ["org.example.App", "+1"]) }
        }
        return try await group.reduce(into: [BusValue]()) { $0 += $1 }
      }
    }
    #expect(Set(try work.value()) == Set((1...1000).map { .int64(Int64($0)) }))
  }
}
