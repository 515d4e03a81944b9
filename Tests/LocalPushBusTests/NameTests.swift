import LocalPushBus
import LocalPushTestSupport
import Testing

struct NameTests {
  private let name = "org.example.Name"

  @Test func `A name is had, refused to others, and given up`() throws {
    let bus = try PrivateBus()
    let first = try bus.connect()
    let second = try bus.connect()
    #expect(try first.requestName(name) == .primaryOwner)
    #expect(try first.requestName(name) == .alreadyOwner)
    #expect(try second.requestName(name) == .exists)
    #expect(try second.requestName(name, []) == .inQueue)
    try first.releaseName(name)
    #expect(try first.requestName(name) == .exists)
    #expect(try second.requestName(name) == .alreadyOwner)
  }

  @Test func `A name can be taken from an owner that allows it`() throws {
    let bus = try PrivateBus()
    let first = try bus.connect()
    let second = try bus.connect()
    #expect(try first.requestName(name, [.allowReplacement, .doNotQueue]) == .primaryOwner)
    #expect(try second.requestName(name, [.replaceExisting, .doNotQueue]) == .primaryOwner)
  }

  @Test func `The owner of a name is told as it is and as it changes`() throws {
    let bus = try PrivateBus()
    let watcher = try bus.connect()
    let first = try bus.connect()
    var second: BusConnection? = try bus.connect()
    let secondName = second?.uniqueName
    var told: [String?] = []
    let watch = try watcher.watchName(name) { told.append($0) }
    #expect(told.isEmpty)
    #expect(serve { told == [nil] })
    _ = try first.requestName(name)
    #expect(serve { told == [nil, first.uniqueName] })
    #expect(watch.owner == first.uniqueName)
    _ = try second?.requestName(name, [])
    try first.releaseName(name)
    #expect(serve { told == [nil, first.uniqueName, secondName] })
    second = nil
    #expect(serve { told.count == 4 })
    #expect(told.last == .some(nil))
    #expect(watch.owner == nil)
  }

  @Test func `Everyone who watches a name is told, from the state on, until they no longer care`() throws {
    let bus = try PrivateBus()
    let connection = try bus.connect()
    _ = try connection.requestName(name)
    var told: [String] = []
    var first: NameWatch? = try connection.watchName(name) { told.append("first \($0 != nil)") }
    #expect(serve { told == ["first true"] })
    let second = try connection.watchName(name) { told.append("second \($0 != nil)") }
    #expect(told.count == 1)
    #expect(serve { told == ["first true", "second true"] })
    first = nil
    try connection.releaseName(name)
    #expect(serve { told.count == 3 })
    #expect(told.last == "second false")
    withExtendedLifetime((first, second)) {}
  }

  @Test func `A name is watched again after nobody did for a while`() throws {
    let bus = try PrivateBus()
    let connection = try bus.connect()
    for round in 1...3 {
      var told: [String?] = []
      let watch = try connection.watchName(name) { told.append($0) }
      #expect(serve { !told.isEmpty })
      #expect(told == [round == 1 ? nil : connection.uniqueName])
      if round == 1 { _ = try connection.requestName(name) }
      withExtendedLifetime(watch) {}
    }
  }

  @Test func `A connection that leaves the bus is told to those who watch its unique name`() throws {
    let bus = try PrivateBus()
    let watcher = try bus.connect()
    var other: BusConnection? = try bus.connect()
    let unique = try #require(other?.uniqueName)
    var told: [String?] = []
    let watch = try watcher.watchName(unique) { told.append($0) }
    #expect(serve { told == [unique] })
    other = nil
    #expect(serve { told == [unique, nil] })
    withExtendedLifetime((watch, other)) {}
  }
}
