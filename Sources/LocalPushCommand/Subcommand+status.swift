internal import LocalPushBus
internal import LocalPushIntake

extension Subcommand {
  static let status = Subcommand(
    name: "status", summary: localized("Tell how the daemon is"), examples: ["status", "status --json"]
  ) { session in
    try session.requireOperands()
    guard let status = try session.call("Status", []).first else { return .noDaemon }
    if session.wantsJSON {
      Output.json(status)
    } else {
      Output.table((status.entries ?? []).flatMap { rows($0.key.stringValue ?? "", $0.value) })
    }
    return .done
  }

  /// One row, or one for each of several files and faults.
  private static func rows(_ key: String, _ value: BusValue) -> [[Output.Cell]] {
    let name = Output.Cell(label(key), .faint)
    switch key {
    case "capabilities" where value.stringsValue == []: return []
    case "capabilities": return [[name, .init((value.stringsValue ?? []).joined(separator: " "))]]
    case "next": return [[name, .init(HumanTime().fullAndRelative(value.plainText))]]
    case "server" where value.stringValue == "none": return [[name, .init(localized("none"), .red)]]
    case "zone-pinned":
      return [[name, .init(localized("the TZ variable of the daemon decides; travel is not noticed"))]]
    case "server-stuck": return [[name, .init(localized("it does not answer; end it, and it is started again"), .red)]]
    case "faults":
      let faults = value.stringsValue ?? []
      return faults.enumerated().map { [$0 == 0 ? name : .init(""), .init($1, .red)] }
    default:
      if let texts = value.stringsValue { return texts.enumerated().map { [$0 == 0 ? name : .init(""), .init($1)] } }
      if let isSo = value.boolValue { return [[name, .init(isSo ? localized("yes") : localized("no"))]] }
      return [[name, .init(value.plainText)]]
    }
  }

  /// What a key of `Status` is called.
  private static func label(_ key: String) -> String {
    switch key {
    case "version": localized("version")
    case "zone": localized("zone")
    case "zone-pinned": localized("zone is fixed")
    case "server": localized("server")
    case "capabilities": localized("server can")
    case "do-not-disturb": localized("do not disturb")
    case "waiting": localized("waiting for server")
    case "server-stuck": localized("server is stuck")
    case "enabled": localized("switched on")
    case "switched-off": localized("switched off")
    case "pending": localized("pending")
    case "held": localized("held")
    case "next": localized("next")
    case "config": localized("config")
    case "faults": localized("faults")
    case "database": localized("database")
    default: key
    }
  }
}
