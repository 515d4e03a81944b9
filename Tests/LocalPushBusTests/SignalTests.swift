import LocalPushBus
import LocalPushTestSupport
import Testing

struct SignalTests {
  private let name = "org.example.Sender"

  @Test func `A signal comes with its sender and its arguments`() throws {
    let bus = try PrivateBus()
    let (sender, receiver) = (try bus.connect(), try bus.connect())
    var told: [Signal] = []
    let subscription = try receiver.subscribe(interface: "a.b") { told.append($0) }
    try receiver.waitForBus()
    try sender.emit(path: "/x", interface: "a.b", member: "C", arguments: ["1", .int32(2)])
    #expect(serve { !told.isEmpty })
    #expect(told.first?.sender == sender.uniqueName)
    #expect(told.first?.path == "/x")
    #expect(told.first?.interface == "a.b")
    #expect(told.first?.member == "C")
    #expect(told.first?.arguments == ["1", .int32(2)])
    withExtendedLifetime(subscription) {}
  }

  @Test func `Only the signals asked for are told, to each who asked, however they came`() throws {
    let bus = try PrivateBus()
    let (sender, receiver) = (try bus.connect(), try bus.connect())
    var told: [String] = []
    let subscriptions = [
      try receiver.subscribe(interface: "a.b") { told.append("any " + $0.member) },
      try receiver.subscribe(interface: "a.b", member: "C") { told.append("member " + $0.member) },
      try receiver.subscribe(path: "/x", interface: "a.b") { told.append("path " + $0.member) },
      try receiver.subscribe(interface: "a.b", arg0: "it's") { told.append("arg0 " + $0.member) },
      try receiver.subscribe(sender: sender.uniqueName, interface: "a.b") { told.append("sender " + $0.member) },
      try receiver.subscribe(sender: ":1.999", interface: "a.b") { told.append("other " + $0.member) },
      try receiver.subscribe(interface: "a.c") { told.append("interface " + $0.member) },
    ]
    try receiver.waitForBus()
    for destination in [nil, receiver.uniqueName] {
      told = []
      try sender.emit(path: "/y", interface: "a.b", member: "C", destination: destination)
      try sender.emit(path: "/x", interface: "a.b", member: "D", arguments: ["its"], destination: destination)
      try sender.emit(path: "/y", interface: "a.b", member: "E", arguments: ["it's"], destination: destination)
      try sender.emit(path: "/y", interface: "a.z", member: "C", destination: destination)
      try sender.emit(path: "/y", interface: "a.c", member: "F", destination: destination)
      #expect(serve { told.contains("interface F") })
      #expect(
        told == [
          "any C", "member C", "sender C", "any D", "path D", "sender D", "any E", "arg0 E", "sender E", "interface F",
        ])
    }
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `Impostors are not heard, whatever they send and to whom`() throws {
    let bus = try PrivateBus()
    let (owner, impostor, receiver) = (try bus.connect(), try bus.connect(), try bus.connect())
    _ = try owner.requestName(name)
    var told: [String] = []
    let subscription = try receiver.subscribe(sender: name, path: "/x", interface: "a.b") { told.append($0.member) }
    try receiver.waitForBus()
    try impostor.emit(path: "/x", interface: "a.b", member: "Broadcast")
    try impostor.emit(path: "/x", interface: "a.b", member: "Direct", destination: receiver.uniqueName)
    try impostor.waitForBus()
    try owner.emit(path: "/y", interface: "a.b", member: "Elsewhere", destination: receiver.uniqueName)
    try owner.emit(path: "/x", interface: "a.b", member: "Real")
    #expect(serve { told.contains("Real") })
    #expect(told == ["Real"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `Whoever owns the name at the time is heard`() throws {
    let bus = try PrivateBus()
    let (first, second, receiver) = (try bus.connect(), try bus.connect(), try bus.connect())
    var told: [String] = []
    let subscription = try receiver.subscribe(sender: name, interface: "a.b") { told.append($0.member) }
    try receiver.waitForBus()
    try first.emit(path: "/x", interface: "a.b", member: "Before", destination: receiver.uniqueName)
    _ = try first.requestName(name)
    try first.emit(path: "/x", interface: "a.b", member: "First")
    try first.releaseName(name)
    try first.emit(path: "/x", interface: "a.b", member: "After", destination: receiver.uniqueName)
    try first.waitForBus()
    _ = try second.requestName(name)
    try second.emit(path: "/x", interface: "a.b", member: "Second")
    #expect(serve { told.contains("Second") })
    #expect(told == ["First", "Second"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `A subscription that is cancelled or not kept is told nothing more, also within a signal`() throws {
    let bus = try PrivateBus()
    let connection = try bus.connect()
    var told: [String] = []
    var second: Subscription?
    let first = try connection.subscribe(interface: "a.b") { _ in
      told.append("first")
      second = nil
    }
    second = try connection.subscribe(interface: "a.b") { _ in told.append("second") }
    let third = try connection.subscribe(interface: "a.b") { _ in told.append("third") }
    try connection.emit(path: "/x", interface: "a.b", member: "C")
    #expect(serve { told.contains("third") })
    #expect(told == ["first", "third"])
    first.cancel()
    try connection.emit(path: "/x", interface: "a.b", member: "C")
    #expect(serve { told.count == 3 })
    #expect(told.last == "third")
    withExtendedLifetime((second, third)) {}
  }

  @Test func `A subscription of the bus itself hears the bus`() throws {
    let bus = try PrivateBus()
    let connection = try bus.connect()
    var told: [[BusValue]] = []
    let subscription = try connection.subscribe(
      sender: "org.freedesktop.DBus", interface: "org.freedesktop.DBus", member: "NameAcquired"
    ) { told.append($0.arguments) }
    _ = try connection.requestName(name)
    #expect(serve { !told.isEmpty })
    #expect(told.contains([.string(name)]))
    withExtendedLifetime(subscription) {}
  }
}
