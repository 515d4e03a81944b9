import LocalPushModel
import LocalPushTime
import Testing

private func trigger(_ keys: KeyValuePairs<String, String>) throws -> Trigger {
  var draft = MessageDraft()
  try draft.set("id", to: "m")
  try draft.set("title", to: "M")
  for (key, text) in keys { try draft.set(key, to: text) }
  return try draft.trigger(at: start, in: .utc)
}

private let start = Instant(seconds: 1_700_000_000)

private func moments(_ trigger: Trigger, after text: String, _ count: Int) throws -> [String] {
  try trigger.first(count, after: Instant(parsing: text), in: .utc).map { $0.instant.text(in: .utc) }
}

@Test("a day before is a day of the calendar, a day of hours is not")
func daysAndHours() throws {
  // clocks in Berlin go back on 2026-10-25
  let at: KeyValuePairs = ["at": "2026-10-25 09:00", "zone": "Europe/Berlin", "shift": "-P1D"]
  #expect(try moments(trigger(at), after: "2026-01-01T00:00:00Z", 2) == ["2026-10-24T07:00:00Z"])
  let hours: KeyValuePairs = ["at": "2026-10-25 09:00", "zone": "Europe/Berlin", "shift": "-PT24H"]
  #expect(try moments(trigger(hours), after: "2026-01-01T00:00:00Z", 2) == ["2026-10-24T08:00:00Z"])
}

@Test("a shifted series goes on to its end, in both directions, and knows each moment by its slot")
func shiftedSeries() throws {
  let zone = try Zone(identifier: "Europe/Berlin")
  for shift in ["-P1D", "-PT36H", "PT90M", "P2D-PT5M"] {
    let keys: KeyValuePairs = ["at": "2026-03-20 02:30", "zone": "Europe/Berlin", "rule": "FREQ=DAILY;COUNT=20"]
    let base = try trigger(keys)
    let shifted = Trigger.shifted(base, try TimeShift(parsing: shift))
    let all = shifted.first(99, after: .distantPast, in: .utc)
    #expect(all.count == 20)
    #expect(Set(all.map(\.slot)).count == 20)
    for (one, original) in zip(all, base.first(99, after: .distantPast, in: .utc)) {
      #expect(one.instant == (try TimeShift(parsing: shift)).moment(from: original, in: zone))
      #expect(shifted.instant(of: one.slot, in: .utc) == one.instant)
      #expect(shifted.next(after: one.instant - .seconds(1), in: .utc) == one)
      #expect(shifted.previous(before: one.instant + .seconds(1), in: .utc) == one)
    }
    #expect(try Trigger(json: shifted.json.value) == shifted)
  }
}

@Test("a floating trigger that is shifted floats, and a delay cannot be shifted")
func floating() throws {
  #expect(try trigger(["at": "2026-12-01 09:00", "shift": "-PT5M"]).isFloating)
  #expect(try trigger(["at": "2026-12-01 09:00", "shift": "-PT5M"]).json["zone"] == .string("floating"))
  #expect(throws: MessageFault.self) { try trigger(["in": "1h", "shift": "-PT5M"]) }
  #expect(throws: MessageFault.self) { try trigger(["at": "2026-12-01 09:00", "shift": "early"]) }
}

extension JSONObject {
  fileprivate var value: JSONValue { .object(self) }
}
