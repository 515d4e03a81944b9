internal import CGLib
internal import LocalPushBus
internal import LocalPushModel
internal import LocalPushTime

extension Subcommand {
  static let next = Subcommand(
    name: "next", usage: "(--rule RRULE | --repeat UNIT) --start TIME",
    summary: "Print when a rule occurs; needs no daemon",
    options: [
      .text("start", "TIME", "Where the series begins"),
      .text("rule", "RRULE", "A recurrence rule of RFC 5545, such as FREQ=MONTHLY;BYDAY=2TU"),
      .text("repeat", "UNIT", "minute, hour, day, weekday, week, month or year"),
      .text("zone", "ZONE", "The zone whose wall clock counts; yours without it"),
      .text("after", "TIME", "Print what comes after this; everything without it"),
      .text("until", "TIME", "When the series ends"),
      .text("count", "N", "How many to print; 10 without it"),
      .texts("exdate", "TIME", "Left out; may be given several times"),
      .texts("rdate", "TIME", "Added; may be given several times"),
    ]
  ) { session in
    try session.requireOperands(0...0, "")
    let series = try Series(session)
    for line in series.lines(atMost: try count(session)) {
      session.wantsJSON ? Output.json(line.json) : Output.line(line.text)
    }
    return .done
  }

  private static func count(_ session: Session) throws -> Int {
    guard let text = session.options.text("count") else { return 10 }
    guard let count = Int(text), (1...100_000).contains(count) else {
      throw UsageError("--count: '\(text.forDisplay)' is not a number from 1 to 100000")
    }
    return count
  }
}

/// A series of occurrences as `next` prints it.
private struct Series {
  private let trigger: Trigger
  /// The same series with the dates that do not exist moved (RFC 7529 SKIP), which tells what was skipped.
  private let unskipped: Trigger?
  private let zone: Zone
  private let after: Instant

  init(_ session: Session) throws {
    guard let start = session.options.text("start") else { throw UsageError("--start is missing") }
    guard session.options.text("rule") != nil || session.options.text("repeat") != nil else {
      throw UsageError("--rule or --repeat is missing")
    }
    let now = Instant(microseconds: Int64(g_get_real_time()))
    var draft = MessageDraft()
    try draft.set("at", to: start)
    for name in ["rule", "repeat", "zone", "until"] {
      if let text = session.options.text(name) { try draft.set(name, to: text) }
    }
    for name in ["exdate", "rdate"] where !session.options.texts(name).isEmpty {
      try draft.set(name, to: session.options.texts(name).joined(separator: ";"))
    }
    trigger = try draft.trigger(at: now, in: .system())
    guard case .recurrence(let set, let choice) = trigger else { throw UsageError("--start: is not a date and a time") }
    zone = choice.zone(userIn: .system())
    unskipped = Self.unskipped(set, choice)
    after =
      try session.options.text("after").map { [zone] text in
        if let date = try? CivilDate(parsing: text) {
          return zone.resolve(CivilDateTime(date: date, time: .midnight)).instant - .seconds(1)
        }
        return try WhenExpression(text).parsed(now: now, zone: zone).resolved(now: now, in: zone).instant
      } ?? .distantPast
  }

  private static func unskipped(_ set: RecurrenceSet, _ choice: ZoneChoice) -> Trigger? {
    guard let rule = set.rule, rule.skip == .omit, rule.count == nil,
      let moved = try? RecurrenceRule(parsing: "RSCALE=GREGORIAN;\(rule);SKIP=BACKWARD"),
      let all = try? RecurrenceSet(start: set.start, rule: moved, until: set.until)
    else { return nil }
    return .recurrence(all, choice)
  }

  struct Line {
    let occurrence: PlannedOccurrence
    let at: String
    let note: String?

    var text: String { note.map { "\(at)  \($0)" } ?? at }

    var json: BusValue {
      .vardict(
        [("at", .string(at)), ("slot", .string(occurrence.slot.description))]
          + (note.map { [("note", .string($0))] } ?? []))
    }
  }

  func lines(atMost count: Int) -> [Line] {
    var lines: [Line] = []
    var last = after
    while lines.count < count, let occurrence = trigger.next(after: last, in: zone) {
      let notes = [clockNote(occurrence), skipNote(from: last, to: occurrence)].compactMap(\.self)
      lines.append(
        Line(
          occurrence: occurrence, at: occurrence.instant.text(in: zone),
          note: notes.isEmpty ? nil : notes.joined(separator: "; ")))
      last = occurrence.instant
    }
    return lines
  }

  /// What the clocks did at that time.
  private func clockNote(_ occurrence: PlannedOccurrence) -> String? {
    guard let time = occurrence.slot.civil?.time.description.prefix(5) else { return nil }
    switch occurrence.adjustment {
    case .unique: return nil
    case .gap: return "moved: \(time) does not exist"
    case .repeated: return "repeated: \(time) comes twice, this is the first"
    }
  }

  /// The dates since the last occurrence that the rule names and the calendar does not have.
  private func skipNote(from last: Instant, to occurrence: PlannedOccurrence) -> String? {
    guard let unskipped, last != .distantPast || after == .distantPast else { return nil }
    var months: [String] = []
    var place = max(last, .distantPast)
    while months.count < 3, let candidate = unskipped.next(after: place, in: zone),
      candidate.instant < occurrence.instant
    {
      if let date = candidate.slot.civil?.date, trigger.next(after: place, in: zone)?.instant != candidate.instant {
        months.append(String(date.description.prefix(7)))
      }
      place = candidate.instant
    }
    return months.isEmpty ? nil : "skipped: the date does not exist in \(months.joined(separator: ", "))"
  }
}
