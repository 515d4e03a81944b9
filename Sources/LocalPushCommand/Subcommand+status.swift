internal import LocalPushBus

extension Subcommand {
  static let status = Subcommand(
    name: "status", usage: "", summary: "Tell how the daemon is", options: []
  ) { session in
    try session.requireOperands(0...0, "")
    guard let status = try session.call("Status", []).first else { return .noDaemon }
    if session.wantsJSON {
      Output.json(status)
    } else {
      Output.table(rows(status))
    }
    return .done
  }

  private static func rows(_ status: BusValue) -> [[String]] {
    var rows: [[String]] = []
    for entry in status.entries ?? [] {
      let name = entry.key.stringValue ?? ""
      if let texts = entry.value.stringsValue, name != "capabilities" {
        rows += texts.enumerated().map { [$0 == 0 ? name : "", $1] }
      } else if let texts = entry.value.stringsValue {
        rows.append([name, texts.joined(separator: " ")])
      } else {
        rows.append([name, name == "next" ? HumanTime.full(entry.value.plainText) : entry.value.plainText])
      }
    }
    return rows
  }
}
