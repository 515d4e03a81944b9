internal import LocalPushBus
internal import LocalPushIntake
internal import LocalPushModel
internal import LocalPushWire

extension Subcommand {
  /// Options whose value is a key of the message of the same name.
  private static let plainOptions: [OptionSpec] = [
    .text(
      "at", "TIME", localized("When: 2026-12-01 09:00, 09:00, tomorrow 9:00, friday 18:30, …+08:00, …[Asia/Shanghai]")),
    .text("in", "DURATION", localized("When, from now: 90s, 10m, 1h30m, 3d")),
    .text("repeat", "UNIT", localized("minute, hour, day, weekday, week, month or year")),
    .text("rule", "RRULE", localized("A recurrence rule of RFC 5545, such as FREQ=WEEKLY;BYDAY=MO,WE")),
    .text("zone", "ZONE", localized("floating (the default), or a zone such as Asia/Shanghai")),
    .text("until", "TIME", localized("When the series ends")),
    .text("id", "ID", localized("The id; one is made up without it")),
    .text("badge", "N", localized("Set the badge to N, or change it by +N or -N, when it is shown")),
    .text("icon", "ICON", localized("Icon name or file")),
    .text("image", "IMAGE", localized("Picture file")),
    .text("sound", "SOUND", localized("Sound name or file")),
    .text("urgency", "URGENCY", localized("low, normal or critical")),
    .text("category", "CATEGORY", localized("Category of the notification specification")),
    .text("group", "GROUP", localized("Messages of one group replace each other")),
    .text("timeout", "DURATION", localized("How long it stays on screen")),
    .text("expires", "DURATION", localized("How long after its time it is worth showing")),
    .text(
      "missed", "POLICY", localized("What becomes of it when it cannot be shown in time: show, latest, all or skip")),
    .text("missed-limit", "DURATION", localized("Not shown at all when it is later than this")),
  ]

  static let add = Subcommand(
    name: "add", usage: "TITLE [BODY] (--at TIME | --in DURATION)", summary: localized("Schedule a message"),
    options: plainOptions + [
      .texts(
        "action", "KEY=LABEL",
        localized("A button; may be given several times, the first also answers a click on the body")),
      .texts("reply", "KEY=PLACEHOLDER", localized("The button KEY takes a typed answer; PLACEHOLDER may be empty")),
      .texts("on", "KEY=HANDLER", localized("What a button does: open:URL, snooze:DURATION, done, dismiss, activate")),
      .texts("data", "KEY=VALUE", localized("A text in userInfo; may be given several times")),
      .text("user-info", "JSON", localized("A JSON object for userInfo")),
      .flag("wait", localized("Wait for the answer and print the action that was chosen")),
    ],
    examples: [
      "add Tea 'It has drawn long enough.' --in 10m --id tea",
      "add Stand-up --at 9:25 --repeat weekday --action join=Join --on join=open:https://example.org/room/42",
      "add Water --at 2099-01-01T09:00 --rule 'FREQ=DAILY;BYHOUR=9,12,15' --missed skip --data glass=1",
      "add 'Back up now?' --in 0s --action yes=Yes --action no=No --expires 10m --wait",
    ]
  ) { session in
    try session.requireOperands("TITLE", "BODY", optional: 1)
    guard (session.options.text("at") == nil) != (session.options.text("in") == nil) else {
      throw UsageError(localized("give either --at TIME or --in DURATION"))
    }
    let waiter = session.options.has("wait") ? try AnswerWaiter(session) : nil
    let result = try schedule(session)
    guard let waiter else { return .done }
    return try waiter.wait(for: result["id"]?.stringValue ?? "", from: result["next"]?.stringValue)
  }

  private static func schedule(_ session: Session) throws -> BusValue {
    let message = try message(session)
    let results = try session.call(
      "Schedule", [.string(session.app), .vardicts([message]), .vardict([("source", "command")])])
    guard let result = results.first?.arrayValue?.first, let status = result["status"]?.stringValue else {
      throw CommandError(.noDaemon, Phrase("the daemon gave no result"))
    }
    let reason = result["reason"]?.stringValue ?? status
    guard status != "refused", status != "expired" else { throw CommandError(.refused, Phrase(untranslated: reason)) }
    if session.wantsJSON {
      Output.json(result)
    } else {
      Output.line(result["id"]?.stringValue ?? "")
      tell(status, result["next"]?.stringValue, later: result["upcoming"]?.stringsValue ?? [])
    }
    Output.flush()
    if Terminal.isErrorTerminal { session.noteMissingServer() }
    return result
  }

  /// What was accepted, with its moments in full.
  private static func tell(_ status: String, _ next: String?, later: [String]) {
    let time = HumanTime()
    switch (status, next.map { time.fullAndRelative($0) }) {
    case ("added", let moment?): Output.line(localized("added: \(moment)"))
    case ("updated", let moment?): Output.line(localized("updated: \(moment)"))
    case ("updated", nil): Output.line(localized("updated"))
    default: Output.line(localized("unchanged"))
    }
    let others = later.dropFirst().map { time.full($0) }
    if !others.isEmpty { Output.line(localized("then: \(others.joined(separator: ", "))")) }
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
          throw UsageError(localized("--user-info: must be a JSON object, { … }"))
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
      throw UsageError(localized("--\(option): '\(pair.forDisplay)' is not \(form)"))
    }
    return (String(pair[..<equals]), String(pair[pair.index(after: equals)...]))
  }
}
