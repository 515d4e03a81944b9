internal import LocalPushBus
internal import LocalPushDesktop
internal import LocalPushLoop
internal import LocalPushModel
internal import LocalPushScheduler
internal import LocalPushWire

/// Everything that lives and dies with one connection to the session bus.
final class BusSession {
  let connection: BusConnection
  let badges: Badges
  let service: Service
  private(set) var server: NotificationServer!
  private unowned let daemon: Daemon

  /// Puts the daemon on a bus whose name it owns already.
  init(_ daemon: Daemon, connection: BusConnection) throws(BusError) {
    self.daemon = daemon
    self.connection = connection
    badges = try Badges(on: connection)
    service = Service(daemon, connection: connection)
    server = try NotificationServer(on: connection) { [weak self] in self?.take($0) }
    connection.onDisconnect = { [weak daemon] in daemon?.busIsGone() }
  }

  /// Exports the object and begins to take part in the loop.
  func begin() throws {
    service.export = try connection.export(InterfaceDescription(xml: Contract.xml), at: Contract.path, object: service)
    connection.attach()
  }

  /// Passes on what the notification server has to tell.
  private func take(_ report: NotificationServer.Report) {
    daemon.flushShown()
    switch report {
    case .appeared(let owner, let profile):
      Journal.info("notifications are shown by \(profile.name) \(profile.version)")
      daemon.meet(owner, profile.quirks.reunion, isSilenced: server.isSilenced ?? false)
      service.serverChanged()
    case .changed(let profile):
      Journal.info("\(profile.name) can do \(profile.capabilities.sorted().joined(separator: " ")) now")
      service.serverChanged()
    case .silenced(let isOn): daemon.doNotDisturbChanged(to: isOn)
    case .vanished:
      daemon.record("the notification server went away") { try $0.serverVanished(at: $1) }
      service.serverChanged()
    case .actionInvoked(let id, let key):
      daemon.record("a button was pressed") { try $0.actionInvoked(serverID: id, key: key, at: $1) }
    case .replied(let id, let text):
      daemon.record("a reply was typed") {
        try $0.actionInvoked(serverID: id, key: Action.replyKey, text: text, at: $1)
      }
    case .activationToken(let id, let token):
      daemon.record("an activation token came") { scheduler, _ in
        scheduler.activationTokenCame(token, for: id)
        return []
      }
    case .closed(let id, let reason):
      daemon.record("a notification was closed") {
        try $0.closed(serverID: id, reason: ClosedReason(wire: reason), at: $1)
      }
    }
  }
}
