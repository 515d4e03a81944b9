public import LocalPushTime

extension MessageDraft {
  /// Checks everything about the times that does not depend on when and where they are read.
  public func checkTrigger() throws(MessageFault) {
    _ = try trigger(at: Instant(seconds: 0), in: .utc)
  }

  /// Reads the times against `now` for a user in `zone`.
  public func trigger(at now: Instant, in zone: Zone) throws(MessageFault) -> Trigger {
    switch (self[.at], self[.in]) {
    case (let at?, nil):
      let trigger = try trigger(at: at, now: now, in: zone)
      guard let shift = self[.shift] else { return trigger }
      return .shifted(trigger, try time("shift") { () throws(TimeError) in try TimeShift(parsing: shift) })
    case (nil, let delay?): return try elapsed(delay, since: now)
    case (nil, nil): throw MessageFault("at", "is missing: at= or in= says when")
    case (_?, _?): throw MessageFault("in", "stands beside at=; only one of them can say when")
    }
  }

  private func elapsed(_ delay: String, since now: Instant) throws(MessageFault) -> Trigger {
    let others: [Key] = [.repeat, .rule, .rdate, .exdate, .until, .zone, .shift]
    if let other = others.first(where: { self[$0] != nil }) {
      throw MessageFault(other.rawValue, "needs a time in at=, not a delay in in=")
    }
    return .elapsed(try time("in") { () throws(TimeError) in try Duration(parsing: delay) }, since: now)
  }

  private func trigger(at text: String, now: Instant, in userZone: Zone) throws(MessageFault) -> Trigger {
    let choice = try self[.zone].map { text throws(MessageFault) in try ZoneChoice(parsing: text) } ?? .floating
    let zone = choice.zone(userIn: userZone)
    let parsed = try time("at") { () throws(TimeError) in try WhenExpression(text).parsed(now: now, zone: zone) }
    if repeats { return try recurrence(from: parsed, choice, userZone: userZone) }
    switch parsed {
    case .instant(let instant): return .instant(instant)
    case .civil(let civil, nil): return .civil(civil, choice)
    case .civil(let civil, let own?): return .civil(civil, try Self.reconcile(choice, with: own))
    case .elapsed(let delay): return .elapsed(delay, since: now)
    }
  }

  /// `at=…[Asia/Shanghai]` beside `zone=Asia/Tokyo` would mean two things at once.
  private static func reconcile(_ choice: ZoneChoice, with own: Zone) throws(MessageFault) -> ZoneChoice {
    if case .zoned(let zone) = choice, zone != own {
      throw MessageFault("zone", "\(zone.identifier) contradicts [\(own.identifier)] in at=")
    }
    return .zoned(own)
  }

  // MARK: - Repeats

  /// Whether it says that it repeats.
  public var repeats: Bool {
    [.repeat, .rule, .rdate, .exdate, .until].contains { (key: Key) in self[key] != nil }
  }

  private func recurrence(
    from parsed: ParsedTime, _ choice: ZoneChoice, userZone: Zone
  ) throws(MessageFault) -> Trigger {
    guard self[.repeat] != nil || self[.rule] != nil || self[.rdate] != nil else {
      let key = self[.until] == nil ? Key.exdate : .until
      throw MessageFault(
        key.rawValue, "ends or thins out a series, and there is none: repeat=, rule= or rdate= is missing")
    }
    let (start, zone) = try start(of: parsed, choice, userZone: userZone)
    let rule = try rule()
    let (exceptions, exceptionDays) = try exceptions()
    let dates = try slots("rdate", list("rdate"))
    let until = try until()
    let set = try time(self[.rule] != nil ? "rule" : "at") { () throws(TimeError) in
      try RecurrenceSet(
        start: start, rule: rule, dates: dates, exceptions: exceptions, exceptionDates: exceptionDays, until: until)
    }
    return .recurrence(set, zone)
  }

  /// Where a series begins on the wall, and on whose wall; a start with an offset repeats on the wall of `zone=`.
  private func start(
    of parsed: ParsedTime, _ choice: ZoneChoice, userZone: Zone
  ) throws(MessageFault) -> (CivilDateTime, ZoneChoice) {
    switch parsed {
    case .civil(let civil, nil): return (civil, choice)
    case .civil(let civil, let own?): return (civil, try Self.reconcile(choice, with: own))
    case .instant(let instant): return (choice.zone(userIn: userZone).civil(at: instant), choice)
    case .elapsed: throw MessageFault("at", "a delay cannot begin a series; give a date and a time")
    }
  }

  private func rule() throws(MessageFault) -> RecurrenceRule? {
    switch (self[.repeat], self[.rule]) {
    case (nil, nil): return nil
    case (let unit?, nil): return RepeatUnit(rawValue: unit)?.rule
    case (nil, let text?): return try time("rule") { () throws(TimeError) in try RecurrenceRule(parsing: text) }
    case (_?, _?): throw MessageFault("rule", "stands beside repeat=; only one of them can say how it repeats")
    }
  }

  /// A date counts through its end, a time is the last that may occur.
  private func until() throws(MessageFault) -> Until? {
    guard let text = self[.until] else { return nil }
    if let date = try? CivilDate(parsing: text) { return .date(date) }
    switch try slot(text, key: "until") {
    case .instant(let instant): return .instant(instant)
    case .civil(let civil): return .civil(civil)
    }
  }

  private func exceptions() throws(MessageFault) -> ([Slot], [CivilDate]) {
    let texts = try list("exdate")
    let days = texts.compactMap { try? CivilDate(parsing: $0) }
    let times = texts.filter { (try? CivilDate(parsing: $0)) == nil }
    return (try slots("exdate", times), days)
  }

  private func slots(_ key: String, _ texts: [String]) throws(MessageFault) -> [Slot] {
    var slots: [Slot] = []
    for text in texts {
      slots.append(try slot(text, key: key))
    }
    return slots
  }

  /// A time with its date: on the wall, or a moment where an offset or a zone in brackets says so.
  private func slot(_ text: String, key: String) throws(MessageFault) -> Slot {
    try time(key) { () throws(TimeError) in
      guard text.hasSuffix("]") else { return try Slot(parsing: text) }
      let moment = try WhenExpression(text).parsed(now: Instant(seconds: 0), zone: .utc)
      return .instant(moment.resolved(now: Instant(seconds: 0), in: .utc).instant)
    }
  }

  /// The entries of `rdate=` and `exdate=`, which are separated by `;` or `,`.
  private func list(_ key: String) throws(MessageFault) -> [String] {
    let text = Key(rawValue: key).flatMap { self[$0] } ?? ""
    let entries = text.split { $0 == ";" || $0 == "," }.map { String($0).trimmed }.filter { !$0.isEmpty }
    guard entries.count <= Limits.listedDates else {
      throw MessageFault(key, "has \(entries.count) dates, more than \(Limits.listedDates)")
    }
    return entries
  }

  /// Puts what a time is wrong with down to the key that it stands under.
  private func time<Value>(_ key: String, _ read: () throws(TimeError) -> Value) throws(MessageFault) -> Value {
    do {
      return try read()
    } catch {
      throw MessageFault(key, "\(error)")
    }
  }
}
