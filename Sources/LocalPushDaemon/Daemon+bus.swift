internal import LocalPushBus
internal import LocalPushDesktop
internal import LocalPushLoop
internal import LocalPushScheduler
internal import LocalPushStore

extension Daemon {
  /// Puts the daemon on the bus, whose name it owns.
  func join(_ connection: BusConnection) throws {
    let session = try BusSession(self, connection: connection)
    self.session = session
    try session.begin()
    let urgent = try store.urgentApps()
    for (app, count) in try store.badges() { session.badges.set(count, isUrgent: urgent.contains(app), of: app) }
  }

  /// The bus is gone: with the session, or because it is restarted.
  func busIsGone() {
    Journal.warning("the session bus is gone; looking for it again")
    session = nil
    redelivery.busIsGone()
    record("the notification server went away") { try $0.serverVanished(at: $1) }
    lookForBus(afterMilliseconds: Self.firstLookMilliseconds)
  }

  private static let firstLookMilliseconds = 500
  /// After two minutes of looking the session has ended for good. The daemon then has to let go of the schedule, or
  /// that of the next session could not open it; a service manager or D-Bus activation starts it again.
  private static let lastLookMilliseconds = 64_000

  private func lookForBus(afterMilliseconds delay: Int) {
    guard delay <= Self.lastLookMilliseconds else {
      Journal.error("the session bus did not come back")
      return end(status: 1)
    }
    reconnection = Timeout(milliseconds: delay) { [weak self] in
      guard let self else { return }
      do {
        let connection = try BusConnection.open(.session)
        let listening = try NotificationServer.listen(on: connection)
        guard try Self.takeName(on: connection) else {
          Journal.notice("another localpushd runs in this session now; leaving")
          return end(status: 0)
        }
        try join(connection)
        listening.cancel()
        Journal.notice("the session bus is back")
      } catch {
        lookForBus(afterMilliseconds: delay * 2)
      }
    }
  }
}
