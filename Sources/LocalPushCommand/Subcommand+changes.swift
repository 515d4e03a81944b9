internal import LocalPushBus
internal import LocalPushModel

extension Subcommand {
  static let cancel = Subcommand(
    name: "cancel", usage: "ID… | --all | --where KEY=VALUE", summary: "Cancel messages and withdraw what is on screen",
    options: [
      .flag("all", "Cancel every message of the app"),
      .text("where", "KEY=VALUE", "Cancel the messages whose userInfo has this value"),
    ]
  ) { session in
    let cancelled = try cancelled(session)
    for id in cancelled { session.report([("cancelled", .string(id))], line: id) }
    let unknown = session.operands.filter { id in !cancelled.contains { $0.isSameBytes(as: id) } }
    for id in unknown {
      Output.error("cancel: \(id.forDisplay): there is no such message, or nothing of it is to come")
    }
    return unknown.isEmpty && !(session.options.has("where") && cancelled.isEmpty) ? .done : .refused
  }

  private static func cancelled(_ session: Session) throws -> [String] {
    let app = BusValue.string(session.app)
    let values: [BusValue]
    switch (session.options.has("all"), session.options.text("where"), session.operands.isEmpty) {
    case (true, nil, true): values = try session.call("CancelAll", [app])
    case (false, let pair?, true):
      let (key, value) = try split(pair, option: "where", form: "KEY=VALUE")
      values = try session.call("CancelWhere", [app, .string(key), .variant(.string(value))])
    case (false, nil, false): values = try session.call("Cancel", [app, .strings(session.operands)])
    default: throw UsageError("give either IDs, --all or --where")
    }
    return values.first?.stringsValue ?? []
  }

  static let skip = Subcommand(
    name: "skip", usage: "ID", summary: "Leave out the next occurrence of a message", options: []
  ) { session in
    try session.requireOperands(1...1, "the ID")
    let slot = try session.call("Skip", [.string(session.app), .string(session.operands[0])]).first?.stringValue ?? ""
    session.report([("id", .string(session.operands[0])), ("skipped", .string(slot))], line: "skipped: \(slot)")
    return .done
  }

  static let snooze = Subcommand(
    name: "snooze", usage: "ID DURATION", summary: "Show a message again after a while", options: []
  ) { session in
    try session.requireOperands(2...2, "the ID or the DURATION")
    _ = try session.call(
      "Snooze", [.string(session.app), .string(session.operands[0]), .string(session.operands[1])])
    session.report([("id", .string(session.operands[0])), ("snoozed", .string(session.operands[1]))])
    return .done
  }

  static let respond = Subcommand(
    name: "respond", usage: "ID ACTION [TEXT]", summary: "Press a button from the terminal", options: []
  ) { session in
    try session.requireOperands(2...3, "the ID or the ACTION")
    let text = session.operands.count > 2 ? session.operands[2] : ""
    _ = try session.call(
      "Respond",
      [.string(session.app), .string(session.operands[0]), .string(session.operands[1]), .string(text)])
    session.report([("id", .string(session.operands[0])), ("responded", .string(session.operands[1]))])
    return .done
  }

  static let on = switching("on", isOn: true, summary: "Switch an app, or everything, on")
  static let off = switching(
    "off", isOn: false, summary: "Switch an app, or everything, off; messages are held meanwhile")

  private static func switching(_ name: String, isOn: Bool, summary: String) -> Subcommand {
    Subcommand(name: name, usage: "", summary: summary, options: []) { session in
      try session.requireOperands(0...0, "")
      _ = try session.call("SetEnabled", [.string(session.appOrAll), .boolean(isOn)])
      session.report([("app", .string(session.appOrAll)), ("enabled", .boolean(isOn))])
      return .done
    }
  }

  static let badge = Subcommand(
    name: "badge", usage: "[N|+N|-N]", summary: "Show or change the badge of an app", options: []
  ) { session in
    try session.requireOperands(0...1, "")
    let change = session.operands.first ?? ""
    let count = try session.call("SetBadge", [.string(session.app), .string(change)]).first?.intValue ?? 0
    session.report([("badge", .int64(count))], line: String(count))
    return .done
  }
}
