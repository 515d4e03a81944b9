internal import LocalPushBus
internal import LocalPushModel
internal import LocalPushWire

extension Subcommand {
  /// Options whose value is a key of the message of the same name.
  private static let plainOptions: [OptionSpec] = [
    .text("at", "TIME", "When: 2026-12-01 09:00, 09:00, tomorrow 9:00, friday 18:30, …+08:00, …[Asia/Shanghai]"),
    .text("in", "DURATION", "When, from now: 90s, 10m, 1h30m, 3d"),
    .text("repeat", "UNIT", "minute, hour, day, weekday, week, month or year"),
    .text("rule", "RRULE", "A recurrence rule of RFC 5545, such as FREQ=WEEKLY;BYDAY=MO,WE"),
    .text("zone", "ZONE", "floating (the default), or a zone such as Asia/Shanghai"),
    .text("until", "TIME", "When the series ends"),
    .text("id", "ID", "The id; one is made up without it"),
    .text("badge", "N", "Set the badge to N, or change it by +N or -N, when it is shown"),
    .text("icon", "ICON", "Icon name or file"),
    .text("image", "IMAGE", "Picture file"),
    .text("sound", "SOUND", "Sound name or file"),
    .text("urgency", "URGENCY", "low, normal or critical"),
    .text("category", "CATEGORY", "Category of the notification specification"),
    .text("group", "GROUP", "Messages of one group replace each other"),
    .text("timeout", "DURATION", "How long it stays on screen"),
    .text("expires", "END", "How long after its time it is worth showing, or until when: 2h, 2026-12-01 17:00"),
    .text("do-not-disturb", "CHOICE", "What do-not-disturb means for it: show, as the server does then, or hold"),
    .text("missed", "POLICY", "What becomes of it when it cannot be shown in time: show, latest, all or skip"),
    .text("missed-limit", "DURATION", "Not shown at all when it is later than this"),
  ]

  static let add = Subcommand(
    name: "add", usage: "TITLE [BODY] (--at TIME | --in DURATION)", summary: "Schedule a message",
    options: plainOptions + [
      .texts("action", "KEY=LABEL", "A button; may be given several times, the first also answers a click on the body"),
      .texts("action-icon", "KEY=ICON", "The icon of a button, drawn where the notification server can"),
      .texts("reply", "KEY=PLACEHOLDER", "The button KEY takes a typed answer; PLACEHOLDER may be empty"),
      .texts("on", "KEY=HANDLER", "What a button does: open:URL, snooze:DURATION, done, dismiss, activate"),
      .texts("data", "KEY=VALUE", "A text in userInfo; may be given several times"),
      .text("user-info", "JSON", "A JSON object for userInfo"),
      .flag("wait", "Wait for the answer and print the action that was chosen"),
    ]
  ) { session in
    try session.requireOperands(1...2, "the TITLE")
    guard (session.options.text("at") == nil) != (session.options.text("in") == nil) else {
      throw UsageError("give either --at TIME or --in DURATION")
    }
    let waiter = session.options.has("wait") ? try AnswerWaiter(session) : nil
    let id = try schedule(session)
    guard let waiter else { return .done }
    return try waiter.wait(for: id)
  }

  private static func schedule(_ session: Session) throws -> String {
    let message = try message(session)
    let results = try session.call(
      "Schedule", [.string(session.app), .vardicts([message]), .vardict([("source", "command")])])
    guard let result = results.first?.arrayValue?.first, let status = result["status"]?.stringValue else {
      throw CommandError(.noDaemon, "the daemon gave no result")
    }
    let reason = result["reason"]?.stringValue ?? status
    guard status != "refused", status != "expired" else { throw CommandError(.refused, reason) }
    let id = result["id"]?.stringValue ?? ""
    if session.wantsJSON {
      Output.json(result)
    } else {
      Output.line(id)
      if let next = result["next"]?.stringValue {
        let later = result["upcoming"]?.stringsValue?.dropFirst() ?? []
        let moments = ([next] + later).map(HumanTime.full)
        Output.line("\(status): next \(moments.joined(separator: ", then "))")
      }
    }
    return id
  }

  private static func message(_ session: Session) throws -> BusValue {
    var entries: [(String, BusValue)] = [("title", .string(session.operands[0]))]
    if session.operands.count > 1 { entries.append(("body", .string(session.operands[1]))) }
    // made up here and not by the daemon, so that asking twice does not schedule twice
    if session.options.text("id") == nil { entries.append(("id", .string(Contract.newID()))) }
    for spec in plainOptions {
      if let text = session.options.text(spec.name) { entries.append((spec.name, .string(text))) }
    }
    for pair in session.options.texts("action") {
      let (key, label) = try split(pair, option: "action", form: "KEY=LABEL")
      entries.append(("action.\(key)", .string(label)))
    }
    for pair in session.options.texts("action-icon") {
      let (key, icon) = try split(pair, option: "action-icon", form: "KEY=ICON")
      entries.append(("icon.\(key)", .string(icon)))
    }
    for pair in session.options.texts("reply") {
      let (key, placeholder) = try split(pair, option: "reply", form: "KEY=PLACEHOLDER")
      entries.append(("reply.\(key)", .string(placeholder)))
    }
    for pair in session.options.texts("on") {
      let (key, handler) = try split(pair, option: "on", form: "KEY=HANDLER")
      entries.append(("on.\(key)", .string(handler)))
    }
    let userInfo = try userInfo(session)
    if !userInfo.isEmpty { entries.append(("user-info", BusValue(userInfo))) }
    return .vardict(entries)
  }

  private static func userInfo(_ session: Session) throws -> JSONObject {
    var userInfo = JSONObject()
    if let text = session.options.text("user-info") {
      do {
        guard let object = try JSONValue(parsing: text).object else {
          throw UsageError("--user-info: must be a JSON object, { … }")
        }
        userInfo = object
      } catch let error as JSONError {
        throw UsageError("--user-info: \(error.reason)")
      }
    }
    for pair in session.options.texts("data") {
      let (key, value) = try split(pair, option: "data", form: "KEY=VALUE")
      userInfo[key] = .string(value)
    }
    return userInfo
  }

  static func split(_ pair: String, option: String, form: String) throws(UsageError) -> (String, String) {
    guard let equals = pair.firstIndex(of: "="), equals != pair.startIndex else {
      throw UsageError("--\(option): '\(pair.forDisplay)' is not \(form)")
    }
    return (String(pair[..<equals]), String(pair[pair.index(after: equals)...]))
  }
}

/// Waits for the answer to one message: subscribed before the message is scheduled, so that no answer is too early.
private final class AnswerWaiter {
  private let client: DaemonClient
  private let wantsJSON: Bool
  private var ends: [String: (line: String, details: BusValue, isAnswer: Bool)] = [:]

  init(_ session: Session) throws {
    client = try session.client()
    wantsJSON = session.wantsJSON
    do {
      try client.subscribe(app: session.app) { [weak self] in self?.take($0) }
    } catch {
      throw CommandError(error)
    }
  }

  private func take(_ event: WireEvent) {
    switch event.member {
    case "Responded":
      let reply = event.details["text"]?.stringValue
      let line = (event.details["action"]?.stringValue ?? "") + (reply.map { " \($0)" } ?? "")
      ends[event.id] = (line, event.details, true)
    case "Dismissed", "Missed": ends[event.id] = (event.details["state"]?.stringValue ?? "", event.details, false)
    default: break
    }
  }

  /// Prints the action, or how the message ended without one; 1 then.
  func wait(for id: String) throws -> ExitStatus {
    guard client.run(until: { ends[id] != nil }), let end = ends[id] else {
      throw CommandError(.noDaemon, "the bus went away before an answer came")
    }
    if wantsJSON { Output.json(end.details) } else { Output.line(end.line) }
    return end.isAnswer ? .done : .refused
  }
}
