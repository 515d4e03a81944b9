internal import LocalPushBus
internal import LocalPushIntake
internal import LocalPushModel
internal import LocalPushTime

extension Subcommand {
  static let cancel = Subcommand(
    name: "cancel", usage: "ID… | --all | --where KEY=VALUE",
    summary: localized("Cancel messages and withdraw what is on screen"),
    options: [
      .flag("all", localized("Cancel every message of the app")),
      .text("where", "KEY=VALUE", localized("Cancel the messages whose userInfo has this value")),
    ],
    examples: ["cancel tea", "cancel --where glass=1", "cancel --all --app org.example.Feed"]
  ) { session in
    let cancelled = try cancelled(session)
    for id in cancelled { session.report([("cancelled", .string(id))], line: id) }
    let unknown = session.operands.filter { id in !cancelled.contains { $0.isSameBytes(as: id) } }
    for id in unknown {
      Output.error("cancel: " + localized("\(id.forDisplay): there is no such message, or nothing of it is to come"))
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
    default: throw UsageError(localized("give either IDs, --all or --where"))
    }
    return values.first?.stringsValue ?? []
  }

  static let skip = Subcommand(
    name: "skip", usage: "ID", summary: localized("Leave out the next occurrence of a message"),
    examples: ["skip standup"]
  ) { session in
    try session.requireOperands("ID")
    let id = session.operands[0]
    let slot = try session.call("Skip", [.string(session.app), .string(id)]).first?.stringValue ?? ""
    let time = HumanTime()
    session.report(
      [("id", .string(id)), ("skipped", .string(slot))], line: localized("skipped: \(time.slot(slot))"))
    if !session.wantsJSON, let next = session.message(id)?["next"]?.stringValue {
      Output.line(localized("next: \(time.fullAndRelative(next))"))
    }
    return .done
  }

  static let snooze = Subcommand(
    name: "snooze", usage: "ID DURATION", summary: localized("Show a message again after a while"),
    examples: ["snooze tea 10m"]
  ) { session in
    try session.requireOperands("ID", "DURATION")
    let (id, delay) = (session.operands[0], session.operands[1])
    _ = try session.call("Snooze", [.string(session.app), .string(id), .string(delay)])
    let seconds = (try? Duration(parsing: delay)).map { $0.microseconds / 1_000_000 } ?? 0
    session.report(
      [("id", .string(id)), ("snoozed", .string(delay))],
      line: localized("\(id): shown again in \(HumanTime.span(seconds))"))
    return .done
  }

  static let respond = Subcommand(
    name: "respond", usage: "ID ACTION [TEXT]", summary: localized("Press a button from the terminal"),
    examples: ["respond tea default", "respond question yes", "respond letter reply 'I am on my way.'"]
  ) { session in
    try session.requireOperands("ID", "ACTION", "TEXT", optional: 1)
    let (id, action) = (session.operands[0], session.operands[1])
    let text = session.operands.count > 2 ? session.operands[2] : ""
    _ = try session.call("Respond", [.string(session.app), .string(id), .string(action), .string(text)])
    session.report([("id", .string(id)), ("responded", .string(action))])
    return .done
  }

  static let on = switching(
    "on", isOn: true, summary: localized("Switch an app, or everything, on"),
    examples: ["on", "on --app org.example.Feed"])
  static let off = switching(
    "off", isOn: false, summary: localized("Switch an app, or everything, off; messages are held meanwhile"),
    examples: ["off", "off --app org.example.Feed"])

  private static func switching(_ name: String, isOn: Bool, summary: String, examples: [String]) -> Subcommand {
    Subcommand(name: name, summary: summary, examples: examples) { session in
      try session.requireOperands()
      let app = session.appOrAll
      _ = try session.call("SetEnabled", [.string(app), .boolean(isOn)])
      session.report([("app", .string(app)), ("enabled", .boolean(isOn))], line: switched(app, isOn: isOn))
      return .done
    }
  }

  private static func switched(_ app: String, isOn: Bool) -> String {
    switch (app.isEmpty, isOn) {
    case (true, true): localized("everything is on")
    case (true, false): localized("everything is off: messages are held until localpush on")
    case (false, true): localized("\(app) is on")
    case (false, false): localized("\(app) is off: its messages are held until localpush on --app \(app)")
    }
  }

  static let badge = Subcommand(
    name: "badge", usage: "[N|+N|-N]", summary: localized("Show or change the badge of an app"),
    examples: ["badge", "badge 3", "badge -1 --app org.example.Feed"]
  ) { session in
    try session.requireOperands("N", optional: 1)
    let change = session.operands.first ?? ""
    let count = try session.call("SetBadge", [.string(session.app), .string(change)]).first?.intValue ?? 0
    session.report([("badge", .int64(count))], line: String(count))
    return .done
  }
}
