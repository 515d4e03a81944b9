internal import LocalPushTime

extension Trigger {
  /// The trigger as the store keeps it; every part in its canonical text.
  public var json: JSONObject {
    switch self {
    case .instant(let instant):
      JSONObject([("kind", .string("instant")), ("at", .string(instant.description))])
    case .elapsed(let delay, let since):
      JSONObject([
        ("kind", .string("elapsed")), ("delay", .string(delay.description)), ("since", .string(since.description)),
      ])
    case .civil(let civil, let zone):
      JSONObject([
        ("kind", .string("civil")), ("at", .string(civil.description)), ("zone", .string(zone.description)),
      ])
    case .recurrence(let set, let zone): Self.json(set, zone)
    case .shifted(let base, let shift): base.json.with("shift", .string(shift.description))
    }
  }

  private static func json(_ set: RecurrenceSet, _ zone: ZoneChoice) -> JSONObject {
    var object = JSONObject([
      ("kind", .string("recurrence")), ("start", .string(set.start.description)), ("zone", .string(zone.description)),
    ])
    if let rule = set.rule { object["rule"] = .string(rule.description) }
    if let until = set.until { object["until"] = .string(until.description) }
    if !set.dates.isEmpty { object["rdate"] = .array(set.dates.map { .string($0.description) }) }
    let exceptions = set.exceptions.map(\.description) + set.exceptionDates.map(\.description)
    if !exceptions.isEmpty { object["exdate"] = .array(exceptions.map { .string($0) }) }
    return object
  }

  /// Reads what ``json`` wrote.
  ///
  /// - Throws: what is wrong with it; this program never writes such a text.
  public init(json: JSONValue) throws {
    let object = json.object ?? JSONObject()
    func text(_ name: String) throws(MessageFault) -> String {
      guard let text = object[name]?.string else { throw MessageFault(name, "is missing") }
      return text
    }
    if let shift = object["shift"]?.string {
      let base = JSONObject(object.members.filter { $0.name != "shift" }.map { ($0.name, $0.value) })
      self = .shifted(try Trigger(json: .object(base)), try TimeShift(parsing: shift))
      return
    }
    switch try text("kind") {
    case "instant": self = .instant(try Instant(parsing: text("at")))
    case "elapsed": self = .elapsed(try Duration(parsing: text("delay")), since: try Instant(parsing: text("since")))
    case "civil": self = .civil(try CivilDateTime(parsing: text("at")), try ZoneChoice(parsing: text("zone")))
    case "recurrence":
      let set = try RecurrenceSet(
        start: CivilDateTime(parsing: text("start")),
        rule: object["rule"]?.string.map { try RecurrenceRule(parsing: $0) },
        dates: Self.texts(object["rdate"]).map { try Slot(parsing: $0) },
        exceptions: Self.texts(object["exdate"]).filter { $0.contains("T") }.map { try Slot(parsing: $0) },
        exceptionDates: Self.texts(object["exdate"]).filter { !$0.contains("T") }.map { try CivilDate(parsing: $0) },
        until: object["until"]?.string.map { try Until(parsing: $0) })
      self = .recurrence(set, try ZoneChoice(parsing: text("zone")))
    default: throw MessageFault("kind", "is unknown")
    }
  }

  private static func texts(_ value: JSONValue?) -> [String] {
    value?.array?.compactMap(\.string) ?? []
  }
}

extension JSONObject {
  /// The object with one more member.
  fileprivate func with(_ name: String, _ value: JSONValue) -> JSONObject {
    var object = self
    object[name] = value
    return object
  }
}
