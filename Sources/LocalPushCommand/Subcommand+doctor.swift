internal import Glibc
internal import LocalPushBus
internal import LocalPushIntake
internal import LocalPushModel
internal import LocalPushTime
internal import LocalPushWire

extension Subcommand {
  static let doctor = Subcommand(
    name: "doctor", usage: "", summary: "Look for whatever keeps messages from being shown",
    options: [.flag("no-message", "Show no test message")]
  ) { session in
    try session.requireOperands(0...0, "")
    let doctor = Doctor(session)
    doctor.examine()
    return doctor.foundFault ? .refused : .done
  }
}

/// Looks at everything that stands between a message and the user, and says what to do about each fault.
private final class Doctor {
  private enum Finding: String { case ok, note, fault }

  private let session: Session
  private(set) var foundFault = false

  private static let testID = "localpush-doctor"
  private static let testSeconds = 30

  init(_ session: Session) {
    self.session = session
  }

  func examine() {
    examineBus()
    let status = examineDaemon()
    if let status {
      examineServer(status)
      examineConfig(status)
    }
    examineDesktopFile()
    examineAutostart()
    examineZone(status)
    examineClock()
    if let status, !session.options.has("no-message") { examineMessage(status) }
  }

  private func tell(_ finding: Finding, _ what: String, _ detail: String, advice: String? = nil) {
    if finding == .fault { foundFault = true }
    guard !session.wantsJSON else {
      return Output.json(
        .vardict([
          ("check", .string(what)), ("finding", .string(finding.rawValue)), ("detail", .string(detail)),
          ("advice", .string(advice ?? "")),
        ]))
    }
    Output.line("\(finding.rawValue.padded(to: 6))\(what.padded(to: 14))\(detail)")
    if let advice { Output.line("\("".padded(to: 20))\(advice)") }
    Output.flush()
  }

  // MARK: - The bus and who is on it

  private func examineBus() {
    do {
      _ = try session.client()
      tell(.ok, "bus", "the session bus answers")
    } catch {
      tell(
        .fault, "bus", "\(error)", advice: "run this in your desktop session: DBUS_SESSION_BUS_ADDRESS leads to its bus"
      )
    }
  }

  private func examineDaemon() -> BusValue? {
    do {
      let status = try settledStatus()
      let version = status["version"]?.stringValue ?? ""
      let held = status["held"]?.intValue ?? 0
      if version == Contract.version {
        tell(.ok, "daemon", "localpushd \(version) runs; \(status["pending"]?.intValue ?? 0) pending, \(held) held")
      } else {
        tell(
          .note, "daemon", "localpushd \(version) runs, and this is localpush \(Contract.version)",
          advice: "log out and in again, or end localpushd: the bus starts the new one")
      }
      if status["enabled"]?.boolValue == false {
        tell(.fault, "switch", "everything is switched off", advice: "localpush on, and enabled=true in the config")
      }
      return status
    } catch {
      tell(.fault, "daemon", "\(error)", advice: "make install puts the service file where the bus finds it")
      return nil
    }
  }

  /// How the daemon is, once it has had time to meet the server: the bus may have started it for this call.
  private func settledStatus() throws -> BusValue {
    var status = BusValue.vardict([])
    for _ in 1...20 {
      status = try session.call("Status", []).first ?? status
      guard status["server"]?.stringValue == "none" else { break }
      usleep(100_000)
    }
    return status
  }

  private func examineServer(_ status: BusValue) {
    let name = status["server"]?.stringValue ?? "none"
    let capabilities = status["capabilities"]?.stringsValue ?? []
    guard name != "none" else {
      return tell(
        .fault, "server", "there is no notification server; messages wait for one",
        advice: "start the one of your desktop, or install one, such as dunst or mako")
    }
    if let stuck = status["server-stuck"]?.stringValue {
      tell(.fault, "server", "\(name): \(stuck)", advice: "end it; the desktop or the bus starts it again")
    } else {
      tell(.ok, "server", "\(name): \(capabilities.joined(separator: " "))")
    }
    if !capabilities.contains("actions") {
      tell(
        .note, "buttons", "\(name) shows none now",
        advice: "answer with localpush respond; in Xfce, do-not-disturb takes them away")
    }
    if status["do-not-disturb"]?.boolValue == true {
      tell(.note, "silence", "do-not-disturb is on: messages are not seen until it is off")
    }
    if let waiting = status["waiting"]?.intValue {
      tell(.note, "waiting", "\(waiting) messages wait for the server", advice: "dismiss some of those on screen")
    }
  }

  private func examineConfig(_ status: BusValue) {
    let files = status["config"]?.stringsValue ?? []
    let faults = status["faults"]?.stringsValue ?? []
    if faults.isEmpty { tell(.ok, "config", files.isEmpty ? "there is none" : files.joined(separator: " ")) }
    for fault in faults { tell(.fault, "config", fault, advice: "localpush check names them all again") }
  }

  // MARK: - What is installed

  private func examineDesktopFile() {
    let app = session.app
    if let path = DesktopEntry.path(of: app) {
      tell(.ok, "desktop file", path)
    } else {
      tell(
        .note, "desktop file", "\(app).desktop is not installed",
        advice: "without it docks show no badge, and some servers neither name nor icon: make install")
    }
  }

  private func examineAutostart() {
    let name = "autostart"
    guard let path = DesktopEntry.path(of: MessageKey.ownApp, in: DesktopEntry.autostartFolders) else {
      return tell(
        .note, name, "there is no autostart entry: after login nothing is shown until somebody uses LocalPush",
        advice: "make install, or start localpushd with your session")
    }
    if DesktopEntry.isHidden(path) {
      tell(.note, name, "switched off by Hidden=true in \(path)", advice: "remove that line, or that file")
    } else {
      tell(.ok, name, path)
    }
  }

  // MARK: - Time

  private func examineZone(_ status: BusValue?) {
    let zone = Zone.system()
    if let pinned = status?["zone-pinned"]?.stringValue {
      tell(.note, "zone", "\(zone.identifier); \(pinned)", advice: "start localpushd without TZ")
    } else if zone.isFallback {
      tell(.fault, "zone", "it cannot be found out, UTC is used", advice: "timedatectl set-timezone Continent/City")
    } else {
      tell(.ok, "zone", zone.identifier)
    }
  }

  /// What the programs that keep clocks right leave behind while they do.
  private static let signsOfClockKeeping = [
    "/run/systemd/timesync/synchronized", "/run/chrony/chronyd.pid", "/run/ntpd.pid", "/run/openntpd.pid",
  ]

  private func examineClock() {
    let now = Instant(seconds: Int64(time(nil))).text(in: .system())
    if Self.signsOfClockKeeping.contains(where: { access($0, F_OK) == 0 }) {
      tell(.ok, "clock", now)
    } else {
      tell(.note, "clock", "\(now); nothing is known to keep it right", advice: "timedatectl set-ntp true")
    }
  }

  // MARK: - A message

  private func examineMessage(_ status: BusValue) {
    guard status["server"]?.stringValue != "none", status["server-stuck"] == nil else { return }
    do {
      try sendMessage()
      tell(try waitForMessage())
      _ = try session.call("Cancel", [.string(MessageKey.ownApp), .strings([Self.testID])])
    } catch {
      tell(.fault, "test message", "\(error)")
    }
  }

  private func sendMessage() throws {
    let message: [(String, BusValue)] = [
      ("id", .string(Self.testID)), ("title", "LocalPush works"), ("body", "Press the button, or close this."),
      ("in", "1s"), ("action.works", "It works"), ("on.works", "dismiss"),
    ]
    _ = try session.call(
      "Schedule", [.string(MessageKey.ownApp), .vardicts([.vardict(message)]), .vardict([("source", "doctor")])])
    if !session.wantsJSON { Output.line("A test message is shown now: press its button within \(Self.testSeconds) s.") }
    Output.flush()
  }

  private enum Outcome {
    case pressed, closed, shown
    case notShown(String)
  }

  private func tell(_ outcome: Outcome) {
    let what = "test message"
    switch outcome {
    case .pressed: tell(.ok, what, "shown, and the press on its button came back")
    case .closed: tell(.ok, what, "shown, and its end was told")
    case .shown:
      tell(.note, what, "the server took it; nobody pressed its button", advice: "was it seen? try again and press it")
    case .notShown(let reason):
      tell(.fault, what, "not shown: \(reason)", advice: "localpush explain \(Self.testID)")
    }
  }

  private func waitForMessage() throws -> Outcome {
    var outcome = Outcome.notShown("its time has not come")
    for _ in 1...(Self.testSeconds * 10) {
      usleep(100_000)
      let history = try session.call("History", [.string(MessageKey.ownApp), .uint32(20)]).first?.arrayValue ?? []
      guard let newest = history.first(where: { $0["id"]?.stringValue == Self.testID }) else { continue }
      let reason = newest["reason"]?.stringValue ?? ""
      switch newest["state"]?.stringValue {
      case "answered": return .pressed
      case "dismissed": return reason.hasPrefix("dismissed with") ? .pressed : .closed
      case "expired": return .closed
      case "shown": outcome = .shown
      case "missed", "cancelled": return .notShown(reason)
      default: outcome = .notShown(reason)
      }
    }
    return outcome
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - self.count))
  }
}
