import LocalPushBus
import LocalPushDesktop
import LocalPushTestSupport
import Testing

@MainActor
@Suite("Badges", .serialized)
struct BadgesTests {
  private struct Update: Equatable {
    let sender: String
    let app: String
    let count: Int64
    let isUrgent: Bool
  }

  /// Hears what docks are told.
  @MainActor
  private final class Dock {
    let connection: BusConnection
    private(set) var updates: [Update] = []
    private var subscription: Subscription?

    init(on bus: PrivateBus) throws {
      connection = try bus.connect()
      subscription = try connection.subscribe(interface: "com.canonical.Unity.LauncherEntry", member: "Update") {
        [unowned self] signal in
        let (app, badge) = (signal.arguments[0].stringValue ?? "", signal.arguments[1])
        updates.append(
          Update(
            sender: signal.sender, app: app, count: badge["count"]?.intValue ?? -1,
            isUrgent: badge["urgent"]?.boolValue ?? true))
      }
    }
  }

  @Test("every app but the first speaks over a connection of its own, which ends with its badge")
  func ownConnections() throws {
    let bus = try PrivateBus()
    let dock = try Dock(on: bus)
    let main = try bus.connect()
    let badges = try Badges(on: main) { () throws(BusError) in try BusConnection.open(bus.address) }
    badges.set(1, of: "org.example.A")
    badges.set(2, of: "org.example.B")
    badges.set(3, isUrgent: true, of: "org.example.B")
    #expect(serve { dock.updates.count == 3 })
    #expect(dock.updates.map(\.isUrgent) == [false, false, true])
    #expect(dock.updates.map(\.app) == ["A", "B", "B"].map { "application://org.example.\($0).desktop" })
    #expect(dock.updates[0].sender == main.uniqueName)
    #expect(dock.updates[1].sender != main.uniqueName)
    #expect(dock.updates[2].sender == dock.updates[1].sender)

    var owner: String? = "unknown"
    let watch = try dock.connection.watchName(dock.updates[1].sender) { owner = $0 }
    badges.set(0, isUrgent: true, of: "org.example.B")
    #expect(serve { dock.updates.count == 4 && owner == nil })
    let last = Update(
      sender: dock.updates[1].sender, app: "application://org.example.B.desktop", count: 0, isUrgent: false)
    #expect(dock.updates[3] == last)
    withExtendedLifetime(watch) {}
  }

  @Test("who leaves takes every count off the docks, each over the connection that told it")
  func clearing() throws {
    let bus = try PrivateBus()
    let dock = try Dock(on: bus)
    let badges = try Badges(on: try bus.connect()) { () throws(BusError) in try BusConnection.open(bus.address) }
    for app in ["A", "B", "C"] { badges.set(1, of: "org.example.\(app)") }
    badges.set(0, of: "org.example.B")
    #expect(serve { dock.updates.count == 4 })
    badges.clearAll()
    #expect(serve { dock.updates.count == 6 })
    #expect(dock.updates[4...].map(\.app) == ["A", "C"].map { "application://org.example.\($0).desktop" })
    #expect(dock.updates[4...].map(\.count) == [0, 0])
    #expect(dock.updates[4...].map(\.sender) == [dock.updates[0].sender, dock.updates[2].sender])
    badges.clearAll()
    badges.set(7, of: "org.example.A")
    #expect(serve { dock.updates.count == 7 })
    #expect(dock.updates[6].count == 7)
  }

  @Test("an app whose own connection is lost gets another one with its next count")
  func lostConnection() throws {
    let bus = try PrivateBus()
    let dock = try Dock(on: bus)
    var made: [BusConnection] = []
    let badges = try Badges(on: try bus.connect()) { () throws(BusError) in
      made.append(try BusConnection.open(bus.address))
      return made[made.count - 1]
    }
    badges.set(1, of: "org.example.A")
    badges.set(2, of: "org.example.B")
    #expect(serve { dock.updates.count == 2 })
    made[0].onDisconnect?()  // what the bus does to a connection that it cuts
    badges.set(3, of: "org.example.B")
    #expect(serve { dock.updates.count == 3 })
    #expect(made.count == 2)
    #expect(dock.updates[2].sender == made[1].uniqueName)
  }
}
