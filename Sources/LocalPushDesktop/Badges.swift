public import LocalPushBus

/// The badge counts on the docks, kept as long as this connection lives: a dock clears what a vanished sender set.
public final class Badges {
  private let connection: BusConnection
  private var counts: [String: Int64] = [:]
  private var dockWatch: NameWatch?

  private static let interface = "com.canonical.Unity.LauncherEntry"
  private static let dockName = "com.canonical.Unity"

  /// Begins to watch for docks on `connection`; a new one is told every count.
  public init(on connection: BusConnection) throws(BusError) {
    self.connection = connection
    dockWatch = try connection.watchName(Self.dockName) { [weak self] owner in
      if owner != nil { self?.emitAll() }
    }
  }

  /// Sets the count of the app with this desktop id; zero hides it.
  public func set(_ count: Int64, of app: String) {
    counts[app] = count
    emit(count, of: app)
  }

  private func emitAll() {
    for (app, count) in counts.sorted(by: { $0.key < $1.key }) { emit(count, of: app) }
  }

  private func emit(_ count: Int64, of app: String) {
    let uri = "application://\(app).desktop"
    let properties = BusValue.vardict([("count", .int64(count)), ("count-visible", .boolean(count > 0))])
    // a broadcast that no dock is there to hear is no fault, and a lost bus is told by onDisconnect
    try? connection.emit(
      path: Self.path(of: uri), interface: Self.interface, member: "Update", arguments: [.string(uri), properties])
  }

  /// The object path of an app's entry, which libunity makes from the djb2 hash of its URI.
  private static func path(of uri: String) -> String {
    let hash = uri.utf8.reduce(UInt32(5381)) { $0 &* 33 &+ UInt32($1) }
    return "/com/canonical/unity/launcherentry/\(hash)"
  }
}
