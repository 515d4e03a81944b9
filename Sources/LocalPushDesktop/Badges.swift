public import LocalPushBus

/// The badge counts on the docks, kept as long as this connection lives.
///
/// Docks clear what a vanished sender set, all but Plasma's. Plasma remembers one app per connection only, so every app
/// but the first gets a connection of its own.
public final class Badges {
  private let connection: BusConnection
  private let connect: () throws(BusError) -> BusConnection
  private var told: [String: (count: Int64, isUrgent: Bool)] = [:]
  /// The app that uses the daemon's own connection.
  private var firstApp: String?
  private var connections: [String: BusConnection] = [:]
  private var dockWatch: NameWatch?

  private static let interface = "com.canonical.Unity.LauncherEntry"
  private static let dockName = "com.canonical.Unity"
  /// More apps than these share the daemon's own connection, as they may on every dock but Plasma's.
  private static let connectionsAtMost = 16

  /// Begins to watch for docks on `connection`; a new one is told every count.
  ///
  /// - Parameter connect: makes another connection to the same bus.
  public init(
    on connection: BusConnection,
    connect: @escaping () throws(BusError) -> BusConnection = { () throws(BusError) in try BusConnection.open(.session)
    }
  ) throws(BusError) {
    self.connection = connection
    self.connect = connect
    dockWatch = try connection.watchName(Self.dockName) { [weak self] owner in
      if owner != nil { self?.emitAll() }
    }
  }

  /// Sets the count of the app with this desktop id; zero hides it, and is never urgent.
  public func set(_ count: Int64, isUrgent: Bool = false, of app: String) {
    told[app] = (count, isUrgent && count > 0)
    emit(app)
    if count == 0 { forget(app) }
  }

  /// Takes every count off the docks, for one who leaves.
  public func clearAll() {
    for app in told.keys.sorted() { set(0, of: app) }
    connection.flush()
  }

  private func emitAll() {
    told.keys.sorted().forEach(emit)
  }

  private func emit(_ app: String) {
    guard let (count, isUrgent) = told[app] else { return }
    let uri = "application://\(app).desktop"
    let properties = BusValue.vardict([
      ("count", .int64(count)), ("count-visible", .boolean(count > 0)), ("urgent", .boolean(isUrgent)),
    ])
    // a broadcast that no dock is there to hear is no fault, and a lost bus is told by onDisconnect
    try? connection(of: app).emit(
      path: Self.path(of: uri), interface: Self.interface, member: "Update", arguments: [.string(uri), properties])
  }

  /// The connection that speaks for an app; one that cannot be made is done without.
  private func connection(of app: String) -> BusConnection {
    if let own = connections[app] { return own }
    if firstApp == nil { firstApp = app }
    if firstApp == app { return connection }
    guard connections.count < Self.connectionsAtMost, let own = try? connect() else { return connection }
    own.onDisconnect = { [weak self] in self?.connections[app] = nil }
    own.attach()
    connections[app] = own
    return own
  }

  /// An app without a badge needs no connection any more.
  private func forget(_ app: String) {
    told[app] = nil
    if firstApp == app { firstApp = nil }
    guard let own = connections.removeValue(forKey: app) else { return }
    own.flush()
  }

  /// The object path of an app's entry, which libunity makes from the djb2 hash of its URI.
  private static func path(of uri: String) -> String {
    let hash = uri.utf8.reduce(UInt32(5381)) { $0 &* 33 &+ UInt32($1) }
    return "/com/canonical/unity/launcherentry/\(hash)"
  }
}
