internal import LocalPushBus
internal import LocalPushModel
internal import LocalPushWire

extension Subcommand {
  static let list = Subcommand(
    name: "list", usage: "", summary: "List what is to come", options: []
  ) { session in
    try session.requireOperands(0...0, "")
    let messages = try session.call("Pending", [.string(session.appOrAll)]).first?.arrayValue ?? []
    let time = HumanTime()
    printAll(messages, of: session, empty: "nothing is scheduled", faintColumn: 1) { message in
      let next = message["next"]?.stringValue ?? ""
      return [time.wall(next), time.relative(next), message.shownID, message["title"]?.plainText]
    }
    return .done
  }

  static let history = Subcommand(
    name: "history", usage: "", summary: "List what became of messages, the newest first", options: []
  ) { session in
    try session.requireOperands(0...0, "")
    let occurrences =
      try session.call("History", [.string(session.appOrAll), .uint32(1000)]).first?.arrayValue ?? []
    let time = HumanTime()
    printAll(occurrences, of: session, empty: "nothing has happened yet") { occurrence in
      [time.wall(occurrence["changed"]?.stringValue ?? ""), occurrence.shownID]
        + [occurrence["state"], occurrence["reason"], occurrence["title"]].map { $0?.plainText }
    }
    return .done
  }

  static let show = Subcommand(
    name: "show", usage: "ID", summary: "Show everything that is known of a message", options: []
  ) { session in
    try session.requireOperands(1...1, "the ID")
    guard let message = try session.call("Get", [.string(session.app), .string(session.operands[0])]).first else {
      return .refused
    }
    guard !session.wantsJSON else {
      Output.json(message)
      return .done
    }
    Output.table((message.entries ?? []).map { [$0.key.stringValue ?? "", $0.value.plainText] })
    return .done
  }

  static let explain = Subcommand(
    name: "explain", usage: "ID", summary: "Tell why a message was shown, held or missed", options: []
  ) { session in
    try session.requireOperands(1...1, "the ID")
    let steps =
      try session.call("Explain", [.string(session.app), .string(session.operands[0])]).first?.arrayValue ?? []
    printAll(steps, of: session, empty: "nothing has happened to it yet") { step in
      [HumanTime.full(step["at"]?.stringValue ?? "")]
        + [step["slot"], step["state"], step["reason"]].map { $0?.plainText }
    }
    return .done
  }

  private static func printAll(
    _ values: [BusValue], of session: Session, empty: String, faintColumn: Int? = nil,
    _ columns: (BusValue) -> [String?]
  ) {
    if session.wantsJSON {
      values.forEach(Output.json)
    } else if values.isEmpty {
      Output.line(empty)
    } else {
      Output.table(values.map { value in columns(value).map { $0 ?? "" } }, faintColumn: faintColumn)
    }
  }
}

extension BusValue {
  /// The id, with the app before it where the message is not the command's own.
  fileprivate var shownID: String? {
    guard let app = self["app"]?.stringValue, let id = self["id"]?.stringValue else { return nil }
    return MessageKey(app: app, id: id).description
  }

  /// The value as a person reads it: texts without quotes, everything else as JSON.
  var plainText: String {
    stringValue ?? (try? unwrapped.json().plainText) ?? ""
  }
}
