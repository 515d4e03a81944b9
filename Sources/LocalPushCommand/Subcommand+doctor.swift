internal import Glibc
internal import LocalPushBus
internal import LocalPushIntake
internal import LocalPushModel
internal import LocalPushTime
internal import LocalPushWire

extension Subcommand {
  static let doctor = Subcommand(
    name: "doctor", usage: "", summary: localized("Look for whatever keeps messages from being shown"),
    options: [.flag("no-message", localized("Show no test message"))],
    examples: ["doctor", "doctor --no-message"]
  ) { session in
    try session.requireOperands()
    let doctor = Doctor(session)
    doctor.examine()
    return doctor.foundFault ? .refused : .done
  }
}

/// Looks at everything that stands between a message and the user, and says what to do about each fault.
private final class Doctor {
  private enum Finding: String {
    case ok, note, fault

    /// The word that a person reads, and how.
    var drawn: (String, Terminal.Rendition) {
      switch self {
      case .ok: (localized("ok"), .green)
      case .note: (localized("note"), .yellow)
      case .fault: (localized("fault"), .red)
      }
    }
  }

  private let session: Session
  private(set) var foundFault = false

  private static let testID = "localpush-doctor"
  private static let testSeconds = 30

  init(_ session: Session) {
    self.session = session
  }

  func examine() {
    let status = examineBus() ? examineDaemon() : nil
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

  private func tell(_ finding: Finding, _ what: Phrase, _ detail: Phrase, advice: Phrase? = nil) {
    if finding == .fault { foundFault = true }
    if session.wantsJSON {
      Output.json(
        .vardict([
          ("check", .string(what.english)), ("finding", .string(finding.rawValue)), ("detail", .string(detail.english)),
          ("advice", .string(advice?.english ?? "")),
        ]))
    } else {
      let (word, rendition) = finding.drawn
      let check = localized(what).padded(toWidth: Self.checkColumns)
      let head = Terminal.drawn(word, rendition) + "".padded(toWidth: Self.findingColumns - word.width) + check
      tell(localized(detail), after: head)
      if let advice { tell(localized(advice), after: "".padded(toWidth: Self.column)) }
    }
    Output.flush()
  }

  private static let findingColumns = 8
  private static let checkColumns = 15
  private static let column = findingColumns + checkColumns

  /// Prints a text in its column, on a terminal in as many lines as it takes.
  private func tell(_ text: String, after head: String) {
    let lines = Terminal.width.map { text.printable.wrapped(toWidth: max($0 - Self.column, 20)) } ?? [text.printable]
    for (place, line) in lines.enumerated() {
      Output.text((place == 0 ? head : "".padded(toWidth: Self.column)) + line + "\n")
    }
  }

  // MARK: - The bus and who is on it

  private func examineBus() -> Bool {
    do {
      _ = try session.client()
      tell(.ok, Phrase("bus"), Phrase("the session bus answers"))
      return true
    } catch {
      tell(.fault, Phrase("bus"), Phrase(of: error))
      return false
    }
  }

  private func examineDaemon() -> BusValue? {
    do {
      let status = try settledStatus()
      let version = status["version"]?.stringValue ?? ""
      let (pending, held) = (status["pending"]?.intValue ?? 0, status["held"]?.intValue ?? 0)
      if version == Contract.version {
        tell(.ok, Phrase("daemon"), Phrase("localpushd \(version) runs; \(pending) pending, \(held) held"))
      } else {
        tell(
          .note, Phrase("daemon"), Phrase("localpushd \(version) runs, and this is localpush \(Contract.version)"),
          advice: Phrase("log out and in again, or end localpushd: the bus starts the new one"))
      }
      if status["enabled"]?.boolValue == false {
        tell(
          .fault, Phrase("switch"), Phrase("everything is switched off"),
          advice: Phrase("localpush on, and enabled=true in the config"))
      }
      return status
    } catch {
      tell(.fault, Phrase("daemon"), Phrase(of: error))
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
        .fault, Phrase("server"), Phrase("there is no notification server; messages wait for one"),
        advice: Phrase("start the one of your desktop, or install one, such as dunst or mako"))
    }
    if status["server-stuck"] != nil {
      tell(
        .fault, Phrase("server"), Phrase("\(name) does not answer"),
        advice: Phrase("end it; the desktop or the bus starts it again"))
    } else {
      tell(.ok, Phrase("server"), Phrase(untranslated: "\(name): \(capabilities.joined(separator: " "))"))
    }
    if !capabilities.contains("actions") {
      tell(
        .note, Phrase("buttons"), Phrase("\(name) shows none now"),
        advice: Phrase("answer with localpush respond; in Xfce, do-not-disturb takes them away"))
    }
    if status["do-not-disturb"]?.boolValue == true {
      tell(.note, Phrase("silence"), Phrase("do-not-disturb is on: messages are not seen until it is off"))
    }
    if let waiting = status["waiting"]?.intValue {
      tell(
        .note, Phrase("waiting"), Phrase("messages that wait for the server: \(waiting)"),
        advice: Phrase("dismiss some of those on screen"))
    }
  }

  private func examineConfig(_ status: BusValue) {
    let files = status["config"]?.stringsValue ?? []
    let faults = status["faults"]?.stringsValue ?? []
    if faults.isEmpty {
      tell(
        .ok, Phrase("config"),
        files.isEmpty ? Phrase("there is none; none is needed") : Phrase(untranslated: files.joined(separator: " ")))
    }
    for fault in faults {
      tell(
        .fault, Phrase("config"), Phrase(untranslated: fault), advice: Phrase("localpush check names them all again"))
    }
  }

  // MARK: - What is installed

  private func examineDesktopFile() {
    let app = session.app
    if let path = DesktopEntry.path(of: app) {
      tell(.ok, Phrase("desktop file"), Phrase(untranslated: path))
    } else {
      tell(
        .note, Phrase("desktop file"), Phrase("\(app).desktop is not installed"),
        advice: Phrase("without it docks show no badge, and some servers neither name nor icon: make install"))
    }
  }

  private func examineAutostart() {
    let name = Phrase("autostart")
    guard let path = DesktopEntry.path(of: MessageKey.ownApp, in: DesktopEntry.autostartFolders) else {
      return tell(
        .note, name, Phrase("there is no autostart entry: after login nothing is shown until somebody uses LocalPush"),
        advice: Phrase("make install, or start localpushd with your session"))
    }
    if DesktopEntry.isHidden(path) {
      tell(
        .note, name, Phrase("switched off by Hidden=true in \(path)"), advice: Phrase("remove that line, or that file"))
    } else {
      tell(.ok, name, Phrase(untranslated: path))
    }
  }

  // MARK: - Time

  private func examineZone(_ status: BusValue?) {
    let zone = Zone.system()
    if status?["zone-pinned"] != nil {
      tell(
        .note, Phrase("zone"),
        Phrase("\(zone.identifier): the TZ variable of the daemon decides; travel is not noticed"),
        advice: Phrase("start localpushd without TZ"))
    } else if zone.isFallback {
      tell(
        .fault, Phrase("zone"), Phrase("it cannot be found out, UTC is used"),
        advice: Phrase(untranslated: "timedatectl set-timezone Continent/City"))
    } else {
      tell(.ok, Phrase("zone"), Phrase(untranslated: zone.identifier))
    }
  }

  /// What the programs that keep clocks right leave behind while they do.
  private static let signsOfClockKeeping = [
    "/run/systemd/timesync/synchronized", "/run/chrony/chronyd.pid", "/run/ntpd.pid", "/run/openntpd.pid",
  ]

  private func examineClock() {
    let now = Instant(seconds: Int64(time(nil))).text(in: .system())
    if Self.signsOfClockKeeping.contains(where: { access($0, F_OK) == 0 }) {
      tell(.ok, Phrase("clock"), Phrase(untranslated: now))
    } else {
      tell(
        .note, Phrase("clock"), Phrase("\(now); nothing is known to keep it right"),
        advice: Phrase(untranslated: "timedatectl set-ntp true"))
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
      tell(.fault, Phrase("test message"), Phrase(of: error))
    }
  }

  private func sendMessage() throws {
    let message: [(String, BusValue)] = [
      ("id", .string(Self.testID)), ("title", .string(localized("LocalPush works"))),
      ("body", .string(localized("Press the button, or close this."))),
      ("in", "1s"), ("action.works", .string(localized("It works"))), ("on.works", "dismiss"),
    ]
    _ = try session.call(
      "Schedule", [.string(MessageKey.ownApp), .vardicts([.vardict(message)]), .vardict([("source", "doctor")])])
    if !session.wantsJSON {
      Output.line(localized("A test message is shown now: press its button within \(Self.testSeconds) s."))
    }
    Output.flush()
  }

  private enum Outcome {
    case pressed, closed, shown
    case notShown(String)
  }

  private func tell(_ outcome: Outcome) {
    let what = Phrase("test message")
    switch outcome {
    case .pressed: tell(.ok, what, Phrase("shown, and the press on its button came back"))
    case .closed: tell(.ok, what, Phrase("shown, and its end was told"))
    case .shown:
      tell(
        .note, what, Phrase("the server took it; nobody pressed its button"),
        advice: Phrase("was it seen? try again and press it"))
    case .notShown(let reason):
      tell(
        .fault, what, Phrase("not shown: \(reason)"), advice: Phrase(untranslated: "localpush explain \(Self.testID)"))
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

extension Phrase {
  /// What an error says.
  fileprivate init(of error: any Error) {
    self = (error as? CommandError)?.phrase ?? Phrase(untranslated: "\(error)")
  }
}
