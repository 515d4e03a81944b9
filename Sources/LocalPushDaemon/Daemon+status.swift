internal import LocalPushBus
internal import LocalPushDesktop
internal import LocalPushIntake
internal import LocalPushLoop
internal import LocalPushModel
internal import LocalPushScheduler
internal import LocalPushStore
internal import LocalPushTime
internal import LocalPushWire

extension Daemon {
  /// How the daemon is, as `Status` gives it.
  func status() throws -> [(String, BusValue)] {
    let (pending, held) = try store.counts()
    let profile = session?.server.profile
    var status: [(String, BusValue)] = [
      ("version", .string(Contract.version)), ("zone", .string(scheduler.zone.identifier)),
      ("server", .string(profile.map { "\($0.name) \($0.version)" } ?? "none")),
      ("capabilities", .strings((profile?.capabilities ?? []).sorted())),
      ("enabled", .boolean(isEnabled)),
      ("switched-off", .strings(switchedOffApps)),
      ("pending", .int64(pending)), ("held", .int64(held)),
      ("database", .string(places.database)), ("config", .strings(config.files)),
      ("faults", .strings((config.faults + feeds.faults).map(\.description) + store.faults)),
    ]
    status += serverStatus()
    if let next = try store.nextMoment() { status.append(("next", .string(text(of: next)))) }
    if Zone.isPinnedByVariable {
      status.append(("zone-pinned", "the TZ variable decides the zone; travel is not noticed"))
    }
    return status
  }

  /// What the server holds up, as far as it tells.
  private func serverStatus() -> [(String, BusValue)] {
    guard let server = session?.server else { return [] }
    var status: [(String, BusValue)] = []
    if let isSilenced = server.isSilenced { status.append(("do-not-disturb", .boolean(isSilenced))) }
    if server.waiting > 0 { status.append(("waiting", .int64(Int64(server.waiting)))) }
    if server.isStuck { status.append(("server-stuck", "the notification server does not answer: restart it")) }
    return status
  }

  /// The apps that are switched off one by one.
  var switchedOffApps: [String] { scheduler.switchedOff.filter { !$0.isEmpty }.sorted() }

  /// Everything is switched on, by the config and by the switch.
  var isEnabled: Bool { scheduler.settings.isEnabled && !scheduler.switchedOff.contains("") }
}
