internal import LocalPushBus
internal import LocalPushIntake
internal import LocalPushModel
internal import LocalPushWire

extension Subcommand {
  static let list = Subcommand(
    name: "list", summary: localized("List what is to come"), examples: ["list", "list --json --app org.example.Feed"]
  ) { session in
    try session.requireOperands()
    let messages = try session.list("pending")
    let time = HumanTime()
    let empty = localized("nothing is scheduled; a first message: localpush add Hello --in 1m")
    printAll(messages, of: session, empty: empty) { message in
      let next = message["next"]?.stringValue ?? ""
      return [
        .init(time.wall(next)), .init(time.relative(next), .faint), .init(message.shownID),
        .init(message["title"]?.plainText),
      ]
    }
    return .done
  }

  private static let historyShown = 1000

  static let history = Subcommand(
    name: "history", summary: localized("List what became of messages, the newest first"),
    examples: ["history", "history --app org.example.Feed"]
  ) { session in
    try session.requireOperands()
    let occurrences = try session.list("history", atMost: historyShown)
    let time = HumanTime()
    printAll(occurrences, of: session, empty: localized("nothing has happened yet")) { occurrence in
      let changed = occurrence["changed"]?.stringValue ?? ""
      return [
        .init(time.wall(changed)), .init(time.relative(changed), .faint), .init(occurrence.shownID),
        state(of: occurrence), .init(occurrence["title"]?.plainText), .init(reason(of: occurrence), .faint),
      ]
    }
    return .done
  }

  static let show = Subcommand(
    name: "show", usage: "ID", summary: localized("Show everything that is known of a message"),
    examples: ["show tea", "show tea --json"]
  ) { session in
    try session.requireOperands("ID")
    guard let message = try session.call("Get", [.string(session.app), .string(session.operands[0])]).first else {
      return .refused
    }
    guard !session.wantsJSON else {
      Output.json(message)
      return .done
    }
    let time = HumanTime()
    Output.table(
      (message.entries ?? []).map { entry in
        let key = entry.key.stringValue ?? ""
        let text = entry.value.plainText
        let shown = key == "next" ? time.fullAndRelative(text) : key == "ended" ? text.localizedReason : text
        return [.init(key, .faint), .init(shown)]
      })
    return .done
  }

  static let explain = Subcommand(
    name: "explain", usage: "ID", summary: localized("Tell why a message was shown, held or missed"),
    examples: ["explain tea"]
  ) { session in
    try session.requireOperands("ID")
    let id = session.operands[0]
    let steps = try session.call("Explain", [.string(session.app), .string(id)]).first?.arrayValue ?? []
    let time = HumanTime()
    let next = session.wantsJSON ? nil : session.message(id)?["next"]?.stringValue.map { time.fullAndRelative($0) }
    let empty = localized("nothing has happened to it yet")
    printAll(steps, of: session, empty: next.map { "\(empty); " + localized("next: \($0)") } ?? empty) { step in
      let at = step["at"]?.stringValue ?? ""
      return [
        .init(time.slot(step["slot"]?.stringValue ?? "")), .init(time.wall(at)), .init(time.relative(at), .faint),
        state(of: step), .init(reason(of: step)),
      ]
    }
    if let next, !steps.isEmpty { Output.line(localized("next: \(next)")) }
    return .done
  }

  private static func printAll(
    _ values: [BusValue], of session: Session, empty: String, _ columns: (BusValue) -> [Output.Cell]
  ) {
    if session.wantsJSON {
      values.forEach(Output.json)
    } else if values.isEmpty {
      Output.line(empty)
    } else {
      Output.table(values.map(columns))
    }
  }

  private static func state(of occurrence: BusValue) -> Output.Cell {
    let state = occurrence["state"]?.stringValue ?? ""
    switch OccurrenceState(rawValue: state) {
    case .shown, .answered, .dismissed: return .init(state.localizedState, .green)
    case .missed, .expired: return .init(state.localizedState, .red)
    case .held: return .init(state.localizedState, .yellow)
    default: return .init(state.localizedState)
    }
  }

  private static func reason(of occurrence: BusValue) -> String {
    occurrence["reason"]?.stringValue?.localizedReason ?? ""
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
