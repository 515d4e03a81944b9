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
    var isUrgent = false
  }

  @Test("every app but the first speaks over a connection of its own, which ends with its badge")
  func ownConnections() throws {
    let bus = try PrivateBus()
    let dock = try bus.connect()
    var updates: [Update] = []
    let subscription = try dock.subscribe(interface: "com.canonical.Unity.LauncherEntry", member: "Update") {
      updates.append(
        Update(
          sender: $0.sender, app: $0.arguments[0].stringValue ?? "", count: $0.arguments[1]["count"]?.intValue ?? -1,
          isUrgent: $0.arguments[1]["urgent"]?.boolValue ?? true))
    }
    let main = try bus.connect()
    let badges = try Badges(on: main) { () throws(BusError) in try BusConnection.open(bus.address) }
    badges.set(1, of: "org.example.A")
    badges.set(2, of: "org.example.B")
    badges.set(3, isUrgent: true, of: "org.example.B")
    #expect(serve { updates.count == 3 })
    #expect(updates.map(\.isUrgent) == [false, false, true])
    #expect(updates.map(\.app) == ["A", "B", "B"].map { "application://org.example.\($0).desktop" })
    #expect(updates[0].sender == main.uniqueName)
    #expect(updates[1].sender != main.uniqueName)
    #expect(updates[2].sender == updates[1].sender)

    var owner: String? = "unknown"
    let watch = try dock.watchName(updates[1].sender) { owner = $0 }
    badges.set(0, isUrgent: true, of: "org.example.B")
    #expect(serve { updates.count == 4 && owner == nil })
    #expect(updates[3] == Update(sender: updates[1].sender, app: "application://org.example.B.desktop", count: 0))
    withExtendedLifetime((subscription, watch)) {}
  }

  @Test("who leaves takes every count off the docks, each over the connection that told it")
  func clearing() throws {
    let bus = try PrivateBus()
    let dock = try bus.connect()
    var updates: [Update] = []
    let subscription = try dock.subscribe(interface: "com.canonical.Unity.LauncherEntry", member: "Update") {
      updates.append(
        Update(
          sender: $0.sender, app: $0.arguments[0].stringValue ?? "", count: $0.arguments[1]["count"]?.intValue ?? -1))
    }
    let badges = try Badges(on: try bus.connect()) { () throws(BusError) in try BusConnection.open(bus.address) }
    for app in ["A", "B", "C"] { badges.set(1, of: "org.example.\(app)") }
    badges.set(0, of: "org.example.B")
    #expect(serve { updates.count == 4 })
    badges.clearAll()
    #expect(serve { updates.count == 6 })
    #expect(updates[4...].map(\.app) == ["A", "C"].map { "application://org.example.\($0).desktop" })
    #expect(updates[4...].map(\.count) == [0, 0])
    #expect(updates[4...].map(\.sender) == [updates[0].sender, updates[2].sender])
    badges.clearAll()
    badges.set(7, of: "org.example.A")
    #expect(serve { updates.count == 7 })
    #expect(updates[6].count == 7)
    withExtendedLifetime(subscription) {}
  }

  @Test("an app whose own connection is lost gets another one with its next count")
  func lostConnection() throws {
    let bus = try PrivateBus()
    let dock = try bus.connect()
    var updates: [Update] = []
    let subscription = try dock.subscribe(interface: "com.canonical.Unity.LauncherEntry", member: "Update") {
      updates.append(Update(sender: $0.sender, app: "", count: $0.arguments[1]["count"]?.intValue ?? -1))
    }
    var made: [BusConnection] = []
    let badges = try Badges(on: try bus.connect()) { () throws(BusError) in
      made.append(try BusConnection.open(bus.address))
      return made[made.count - 1]
    }
    badges.set(1, of: "org.example.A")
    badges.set(2, of: "org.example.B")
    #expect(serve { updates.count == 2 })
    made[0].onDisconnect?()  // what the bus does to a connection that it cuts
    badges.set(3, of: "org.example.B")
    #expect(serve { updates.count == 3 })
    #expect(made.count == 2)
    #expect(updates[2].sender == made[1].uniqueName)
    withExtendedLifetime(subscription) {}
  }
}
