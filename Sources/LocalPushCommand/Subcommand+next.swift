internal import LocalPushBus
internal import LocalPushIntake
internal import LocalPushModel
internal import LocalPushTime

extension Subcommand {
  static let next = Subcommand(
    name: "next", usage: "(--rule RRULE | --repeat UNIT) --start TIME",
    summary: localized("Print when a rule occurs; needs no daemon"),
    options: [
      .text("start", "TIME", localized("Where the series begins")),
      .text("rule", "RRULE", localized("A recurrence rule of RFC 5545, such as FREQ=MONTHLY;BYDAY=2TU")),
      .text("repeat", "UNIT", localized("minute, hour, day, weekday, week, month or year")),
      .text("zone", "ZONE", localized("The zone whose wall clock counts; yours without it")),
      .text("after", "TIME", localized("Print what comes after this; everything without it")),
      .text("until", "TIME", localized("When the series ends")),
      .text("count", "N", localized("How many to print; 10 without it")),
      .texts("exdate", "TIME", localized("Left out; may be given several times")),
      .texts("rdate", "TIME", localized("Added; may be given several times")),
    ],
    examples: [
      "next --repeat weekday --start '2026-12-01 09:25' --count 3",
      "next --rule 'FREQ=MONTHLY;BYDAY=2TU' --start '2026-12-08 18:00' --zone Asia/Shanghai",
    ]
  ) { session in
    try session.requireOperands()
    let series = try Series(session)
    for warning in series.warnings { Output.error("next: \(warning)") }
    for line in series.lines(atMost: try count(session)) {
      session.wantsJSON ? Output.json(line.json) : Output.line(line.text)
    }
    return .done
  }

  private static func count(_ session: Session) throws -> Int {
    guard let text = session.options.text("count") else { return 10 }
    guard let count = Int(text), (1...100_000).contains(count) else {
      throw UsageError(localized("--count: '\(text.forDisplay)' is not a number from 1 to 100000"))
    }
    return count
  }
}

/// A series of occurrences as `next` prints it.
private struct Series {
  private let trigger: Trigger
  private let recurrence: RecurrenceSet
  private let zone: Zone
  private let after: Instant

  init(_ session: Session) throws {
    let option = "--start"
    guard let start = session.options.text("start") else { throw UsageError(localized("\(option) is missing")) }
    guard session.options.text("rule") != nil || session.options.text("repeat") != nil else {
      throw UsageError(localized("--rule or --repeat is missing"))
    }
    let now = Instant(microseconds: Session.now())
    var draft = MessageDraft()
    try draft.set("at", to: start)
    for name in ["rule", "repeat", "zone", "until"] {
      if let text = session.options.text(name) { try draft.set(name, to: text) }
    }
    for name in ["exdate", "rdate"] where !session.options.texts(name).isEmpty {
      try draft.set(name, to: session.options.texts(name).joined(separator: ";"))
    }
    trigger = try draft.trigger(at: now, in: .system())
    guard case .recurrence(let set, let choice) = trigger else {
      throw UsageError(localized("--start: is not a date and a time"))
    }
    zone = choice.zone(userIn: .system())
    recurrence = set
    after =
      try session.options.text("after").map { [zone] text in
        if let date = try? CivilDate(parsing: text) {
          return zone.resolve(CivilDateTime(date: date, time: .midnight)).instant - .seconds(1)
        }
        return try WhenExpression(text).parsed(now: now, zone: zone).resolved(now: now, in: zone).instant
      } ?? .distantPast
  }

  /// What may not be what the writer of the rule meant.
  var warnings: [String] { recurrence.warnings }

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
      let notes = [occurrence.note, skipNote(from: last, to: occurrence)].compactMap(\.self)
      lines.append(
        Line(
          occurrence: occurrence, at: occurrence.instant.text(in: zone),
          note: notes.isEmpty ? nil : notes.joined(separator: "; ")))
      last = occurrence.instant
    }
    return lines
  }

  private static let datesNamed = 3

  /// The dates since the last occurrence, or the start, that the rule names and the calendar does not have.
  private func skipNote(from last: Instant, to occurrence: PlannedOccurrence) -> String? {
    guard let date = occurrence.slot.civil?.date else { return nil }
    let first = last == .distantPast ? recurrence.start.date : zone.civil(at: last).date
    let missing = recurrence.missingDates(after: first, before: date)
    guard !missing.isEmpty else { return nil }
    let named = missing.prefix(Self.datesNamed).map(\.description).joined(separator: ", ")
    return missing.count > Self.datesNamed
      ? "skipped: \(named) and \(missing.count - Self.datesNamed) more do not exist"
      : "skipped: \(named) \(missing.count == 1 ? "does" : "do") not exist"
  }
}
