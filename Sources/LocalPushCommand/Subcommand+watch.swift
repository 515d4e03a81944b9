internal import LocalPushBus
internal import LocalPushModel
internal import LocalPushWire

extension Subcommand {
  static let watch = Subcommand(
    name: "watch", usage: "", summary: "Print events as they happen", options: []
  ) { session in
    try session.requireOperands(0...0, "")
    let client = try session.client()
    let wantsJSON = session.wantsJSON
    do throws(BusError) {
      try client.subscribe(app: session.appOrAll) { event in
        wantsJSON ? Output.json(event.json) : Output.line(event.line)
        Output.flush()
      }
    } catch {
      throw CommandError(error)
    }
    _ = client.run { false }
    throw CommandError(.noDaemon, "the bus went away")
  }
}

extension WireEvent {
  fileprivate var json: BusValue {
    let facts: [(String, BusValue)] = [
      ("event", .string(member.lowercased())), ("app", .string(app)), ("id", .string(id)),
    ]
    let details = (details.entries ?? []).compactMap { entry -> (String, BusValue)? in
      guard let name = entry.key.stringValue, name != "app", name != "id" else { return nil }
      return (name, entry.value.unwrapped)
    }
    return .vardict(facts + details)
  }

  /// `2026-12-01T09:00:00+08:00 presented tea Time for tea`
  fileprivate var line: String {
    let key = MessageKey(app: app, id: id).description
    let when = HumanTime.full((details["at"] ?? details["changed"])?.plainText ?? "")
    let rest: [String] =
      switch member {
      case "Presented": [details["title"]?.plainText ?? ""]
      case "Responded":
        [details["action"]?.plainText ?? "", details["text"]?.plainText ?? "", details["user-info"]?.plainText ?? ""]
      default: [details["state"]?.plainText ?? "", details["reason"]?.plainText ?? ""]
      }
    return ([when, member.lowercased(), key] + rest).filter { !$0.isEmpty }.joined(separator: " ")
  }
}
