internal import LocalPushBus
internal import LocalPushIntake
internal import LocalPushModel
internal import LocalPushWire

extension Subcommand {
  static let watch = Subcommand(
    name: "watch", summary: localized("Print events as they happen"),
    examples: ["watch", "watch --json --app org.example.Feed"]
  ) { session in
    try session.requireOperands()
    let client = try session.client()
    let wantsJSON = session.wantsJSON
    let reader = ReaderWatch()
    do throws(BusError) {
      try client.subscribe(app: session.appOrAll) { event in
        wantsJSON ? Output.json(event.json) : Output.line(event.line)
        Output.flush()
      }
    } catch {
      throw CommandError(error)
    }
    guard client.run(until: { reader.isGone }) else { throw CommandError(.noDaemon, Phrase("the bus went away")) }
    return .done
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

  /// `2026-12-01 09:00 presented tea Time for tea`
  fileprivate var line: String {
    let key = MessageKey(app: app, id: id).description
    let when = HumanTime().wall((details["at"] ?? details["changed"])?.plainText ?? "")
    let (what, rest): (String, [String?]) =
      switch member {
      case "Presented": (localized("presented"), [details["title"]?.plainText])
      case "Responded":
        (
          localized("responded"),
          [details["action"]?.plainText, details["text"]?.plainText, details["user-info"]?.plainText]
        )
      case "Dismissed": (details["state"]?.stringValue?.localizedState ?? "", [details.localizedReason])
      default: (details["state"]?.stringValue?.localizedState ?? "", [details.localizedReason])
      }
    return ([when, what, key] + rest.compactMap(\.self)).filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension BusValue {
  fileprivate var localizedReason: String? { self["reason"]?.stringValue?.localizedReason }
}
