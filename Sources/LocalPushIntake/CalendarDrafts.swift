internal import LocalPushModel
internal import LocalPushTime

/// Turns an item of a calendar into one message for each of its alarms.
struct CalendarDrafts {
  private let item: CalendarItem
  private let replaced: [CalendarTime]
  private let app: String?
  private let allowedSchemes: Set<String>

  /// - Parameter replaced: occurrences that other items of the file stand for.
  init(
    _ item: CalendarItem, without replaced: [CalendarTime], app: String?, allowedSchemes: Set<String>
  ) {
    self.item = item
    self.replaced = replaced
    self.app = app
    self.allowedSchemes = allowedSchemes
  }

  private var component: CalendarComponent { item.component }

  /// The messages, and what is wrong with alarms that make none.
  func drafts() throws(CalendarItem.Failure) -> (drafts: [MessageDraft], failures: [CalendarItem.Failure]) {
    if let problem = component.problems.first {
      throw CalendarItem.Failure(line: problem.line, key: nil, reason: problem.reason)
    }
    let (alarms, failures) = CalendarAlarm.alarms(of: item)
    let announced = alarms.isEmpty ? [.fromStart(TimeShift(days: 0, seconds: 0))] : alarms
    var drafts: [MessageDraft] = []
    for (index, alarm) in announced.enumerated() {
      if let draft = try draft(alarm, id: item.id(alarm: index)) { drafts.append(draft) }
    }
    return (drafts, failures)
  }

  /// The message of one alarm; nil when every occurrence has been replaced.
  private func draft(_ alarm: CalendarAlarm, id: String) throws(CalendarItem.Failure) -> MessageDraft? {
    var draft = MessageDraft()
    if let app { try set("app", to: app, of: "UID", in: &draft) }
    try set("id", to: id, of: "UID", in: &draft)
    switch alarm {
    case .at(let time): try set(time, of: "TRIGGER", in: &draft)
    case .fromStart(let shift):
      let start = try item.start()
      guard try setTimes(from: start, in: &draft) else { return nil }
      if shift != TimeShift(days: 0, seconds: 0) {
        try set("shift", to: shift.description, of: "TRIGGER", in: &draft)
      }
    }
    try setContent(isAnnounced: draft[.shift] != nil, in: &draft)
    try check(draft)
    return draft
  }

  // MARK: - Times

  private func set(_ time: CalendarTime, of name: String, in draft: inout MessageDraft) throws(CalendarItem.Failure) {
    if case .utc(let civil) = time { return try set("at", to: "\(civil)Z", of: name, in: &draft) }
    try set("at", to: time.wall.description, of: name, in: &draft)
    if let zone = time.zone { try set("zone", to: zone.identifier, of: name, in: &draft) }
  }

  /// Sets the start and what repeats it; false when nothing is left of it.
  private func setTimes(from start: CalendarTime, in draft: inout MessageDraft) throws(CalendarItem.Failure) -> Bool {
    let name = component.property("DTSTART") == nil ? "DUE" : "DTSTART"
    let rules = component.properties("RRULE")
    if let second = rules.dropFirst().first ?? component.property("EXRULE") {
      throw CalendarItem.Failure(
        line: second.number, key: second.name, reason: "cannot be taken: a series here has one RRULE and no EXRULE")
    }
    let dates = try item.times("RDATE")
    guard !rules.isEmpty || !dates.isEmpty else {
      guard !replaced.contains(where: { $0.slotText(in: start) == start.slotText(in: start) }) else { return false }
      try set(start, of: name, in: &draft)
      return true
    }
    try set("at", to: start.wall.description, of: name, in: &draft)
    if let zone = start.zone { try set("zone", to: zone.identifier, of: name, in: &draft) }
    if let rule = rules.first { try set("rule", to: rule.value.trimmed, of: "RRULE", in: &draft) }
    if !dates.isEmpty {
      let texts = dates.map { date in
        date.isDay ? CivilDateTime(date: date.wall.date, time: start.wall.time).description : date.slotText(in: start)
      }
      try set("rdate", to: texts.joined(separator: ";"), of: "RDATE", in: &draft)
    }
    return try setExceptions(from: start, in: &draft)
  }

  private func setExceptions(
    from start: CalendarTime, in draft: inout MessageDraft
  ) throws(CalendarItem.Failure) -> Bool {
    let exceptions = try item.times("EXDATE").map { $0.slotText(in: start) }
    func set(_ texts: [String]) throws(CalendarItem.Failure) {
      if !texts.isEmpty { try self.set("exdate", to: texts.joined(separator: ";"), of: "EXDATE", in: &draft) }
    }
    try set(exceptions)
    guard !replaced.isEmpty else { return true }
    try check(draft)  // what is wrong without the replaced ones is wrong; with them, nothing may be left
    try set(exceptions + replaced.map { $0.slotText(in: start) })
    return (try? draft.checkTrigger()) != nil
  }

  // MARK: - Content

  private func setContent(isAnnounced: Bool, in draft: inout MessageDraft) throws(CalendarItem.Failure) {
    let location = text("LOCATION")
    var details = text("DESCRIPTION") ?? ""
    guard let title = text("SUMMARY") ?? details.firstLine ?? location else {
      throw CalendarItem.Failure(line: component.line, key: "SUMMARY", reason: "is missing, and so is a DESCRIPTION")
    }
    if details == title { details = "" }
    let lines = [
      isAnnounced ? try announcement(repeats: draft[.rule] ?? draft[.rdate] != nil) : nil, location, details,
    ]
    try set("title", to: title.onOneLine.cut(toBytes: Limits.titleBytes), of: "SUMMARY", in: &draft)
    let body = lines.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "\n")
    if !body.isEmpty { try set("body", to: body.cut(toBytes: Limits.bodyBytes), of: "DESCRIPTION", in: &draft) }
    try setUserInfo(["uid": item.uid, "recurrence-id": item.replaced?.name, "location": location], in: &draft)
    guard let url = text("URL") else { return }
    try setUserInfo(["url": url], in: &draft)
    guard let scheme = URLText.scheme(of: url) else { return }  // a text such as a bare host: shown to handlers only
    try attempt("URL") { () throws(MessageFault) in
      try draft.offer(url: url, scheme: scheme, allowed: allowedSchemes)
    }
  }

  /// When the item begins, for a message that comes at another time.
  private func announcement(repeats: Bool) throws(CalendarItem.Failure) -> String? {
    let start = try item.start()
    let (date, time) = (start.wall.date.description, start.wall.time.description.prefix(5))
    if start.isDay { return repeats ? nil : date }
    return [repeats ? nil : date, String(time), start.zone?.identifier].compactMap(\.self).joined(separator: " ")
  }

  private func text(_ name: String) -> String? {
    let text = component.property(name)?.text.withoutSpaceAround
    return text?.isEmpty ?? true ? nil : text
  }

  private func setUserInfo(
    _ members: KeyValuePairs<String, String?>, in draft: inout MessageDraft
  ) throws(CalendarItem.Failure) {
    for case (let name, let text?) in members {
      try attempt(name == "url" ? "URL" : "UID") { () throws(MessageFault) in
        try draft.setUserInfo(.string(text), of: name)
      }
    }
  }

  // MARK: - Faults

  /// What the keys of a message are called in a calendar.
  private static let names = ["rule": "RRULE", "rdate": "RDATE", "exdate": "EXDATE", "shift": "TRIGGER"]

  private func check(_ draft: MessageDraft) throws(CalendarItem.Failure) {
    do {
      try draft.checkTrigger()
    } catch {
      throw failure(error, Self.names[error.key ?? ""] ?? "DTSTART")
    }
  }

  private func set(
    _ key: String, to text: String, of name: String, in draft: inout MessageDraft
  ) throws(CalendarItem.Failure) {
    try attempt(name) { () throws(MessageFault) in try draft.set(key, to: text) }
  }

  private func attempt(_ name: String, _ change: () throws(MessageFault) -> Void) throws(CalendarItem.Failure) {
    do {
      try change()
    } catch {
      throw failure(error, name)
    }
  }

  private func failure(_ fault: MessageFault, _ name: String) -> CalendarItem.Failure {
    CalendarItem.Failure(
      line: component.property(name)?.number ?? component.line, key: name, reason: fault.reason)
  }
}

extension MessageDraft {
  /// Gives a message with a URL its button, and opens the URL where its scheme is allowed.
  mutating func offer(
    url: String, scheme: String, allowed: Set<String>, isLabelled: Bool = false
  ) throws(MessageFault) {
    if !isLabelled { try set("action.view", to: localized("View")) }
    if allowed.contains(scheme) { try set("on.view", to: "open:\(url)") }
  }
}

extension String {
  /// The first line with something on it.
  fileprivate var firstLine: String? {
    unicodeScalars.split { $0 == "\n" || $0 == "\r" }.map { String($0).trimmed }.first { !$0.isEmpty }
  }

  fileprivate var onOneLine: String {
    unicodeScalars.split { $0 == "\n" || $0 == "\r" }.map { String($0).trimmed }.joined(separator: " ")
  }

  fileprivate var withoutSpaceAround: String {
    let isSpace = { (scalar: Unicode.Scalar) in scalar == " " || scalar == "\n" || scalar == "\r" || scalar == "\t" }
    let start = unicodeScalars.drop(while: isSpace)
    let end = start.lastIndex { !isSpace($0) }.map { start.index(after: $0) } ?? start.startIndex
    return String(start[..<end])
  }

  /// The text, cut with an ellipsis where it has more bytes: whoever fills calendars knows nothing of limits here.
  fileprivate func cut(toBytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    let ellipsis = "…"
    var cut = ""
    for character in self {
      guard cut.utf8.count + character.utf8.count + ellipsis.utf8.count <= limit else { break }
      cut.append(character)
    }
    return cut + ellipsis
  }
}
