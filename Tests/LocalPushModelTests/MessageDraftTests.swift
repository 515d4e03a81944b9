import LocalPushModel
import LocalPushTime
import Testing

private let berlin = try! Zone(identifier: "Europe/Berlin")
private let now = try! Instant(parsing: "2026-12-01T08:00:00+01:00")

private func draft(_ fields: KeyValuePairs<String, String>) throws(MessageFault) -> MessageDraft {
  var draft = MessageDraft()
  try draft.set("id", to: "m")
  try draft.set("title", to: "Title")
  for (name, text) in fields { try draft.set(name, to: text) }
  return draft
}

private func draft(of fields: [String: String]) throws(MessageFault) -> MessageDraft {
  var draft = try draft([:])
  for (name, text) in fields { try draft.set(name, to: text) }
  return draft
}

private func message(_ fields: KeyValuePairs<String, String>) throws(MessageFault) -> Message {
  try draft(fields).message(source: "test", at: now, in: berlin)
}

@Test(
  "the times of the interface",
  arguments: [
    ("2026-12-01 09:00:00", "2026-12-01T09:00:00+01:00"), ("2026-12-01 09:00", "2026-12-01T09:00:00+01:00"),
    ("2026-12-01T09:00:00+08:00", nil), ("2026-12-01T09:00:00Z", "2026-12-01T10:00:00+01:00"),
    ("2026-12-01 20:00[Asia/Shanghai]", "2026-12-01T13:00:00+01:00"), ("09:00", "2026-12-01T09:00:00+01:00"),
    ("07:00", "2026-12-02T07:00:00+01:00"), ("tomorrow 9:00", "2026-12-02T09:00:00+01:00"),
    ("friday 18:30", "2026-12-04T18:30:00+01:00"),
  ])
func timesAreUnderstood(text: String, expected: String?) throws {
  guard let expected else {
    let fault = #expect(throws: MessageFault.self) { try message(["at": text]) }
    #expect(fault?.isExpired == true)
    return
  }
  let trigger = try message(["at": text]).trigger
  #expect(trigger.next(after: now, in: berlin)?.instant == (try Instant(parsing: expected)))
}

@Test(
  "a delay elapses, a day in it has 24 hours", arguments: [("90s", 90), ("10m", 600), ("1h30m", 5400), ("3d", 259_200)])
func delays(text: String, seconds: Int64) throws {
  #expect(try message(["in": text]).trigger == .elapsed(.seconds(seconds), since: now))
}

@Test(
  "what is wrong is named by its key",
  arguments: [
    ("at", "2026-02-30 09:00"), ("at", "2026-12-01 25:00"), ("at", "soon"), ("in", "10"), ("in", "-5m"),
    ("zone", "Europe/Atlantis"), ("zone", "BST"), ("zone", "../etc/passwd"), ("repeat", "fortnight"),
    ("rule", "FREQ=NEVER"), ("urgency", "high"), ("missed", "perhaps"), ("missed-limit", "x"), ("badge", "many"),
    ("timeout", "10"), ("app", "not an id"), ("title", "  "), ("colour", "red"), ("user-info", "[1]"),
    ("user-info", "{"), ("on.view", "run:x"), ("action.default", "Open"), ("actions", "a;a"), ("until", "later"),
    ("body", "NUL \u{0}"), ("body", String(repeating: "x", count: 1_000_000)),
  ])
func faultsNameTheKey(key: String, text: String) {
  let fault = #expect(throws: MessageFault.self) {
    var fields = try draft(["at": "2026-12-24 09:00"])
    if key == "in" { fields = try draft([:]) }
    try fields.set(key, to: text)
    _ = try fields.message(source: "test", at: now, in: berlin)
  }
  #expect(fault?.key == key, "\(String(describing: fault))")
}

@Test("a message needs exactly one time")
func oneTime() throws {
  #expect(throws: MessageFault.self) { try message([:]) }
  #expect(throws: MessageFault.self) { try message(["at": "09:00", "in": "5m"]) }
  #expect(throws: MessageFault.self) { try message(["in": "5m", "repeat": "day"]) }
  #expect(throws: MessageFault.self) { try message(["at": "09:00", "repeat": "day", "rule": "FREQ=DAILY"]) }
}

@Test("a message whose moment has passed is expired, a repeat is not")
func expired() throws {
  let fault = #expect(throws: MessageFault.self) { try message(["at": "2026-12-01 07:00:00"]) }
  #expect(fault?.isExpired == true)
  #expect(try message(["at": "2020-01-01 07:00", "repeat": "day"]).trigger.repeats)
  let over = #expect(throws: MessageFault.self) {
    try message(["at": "2020-01-01 07:00", "repeat": "day", "until": "2020-02-01"])
  }
  #expect(over?.isExpired == true)
}

@Test("until is inclusive, a date through its end")
func untilIsInclusive() throws {
  let trigger = try message(["at": "2026-12-01 09:00", "repeat": "day", "until": "2026-12-03"]).trigger
  let last = trigger.previous(before: .distantFuture, in: berlin)
  #expect(last?.slot.description == "2026-12-03T09:00:00")
}

@Test("zoned and floating times are told apart")
func zones() throws {
  #expect(try message(["at": "2026-12-01 09:00"]).trigger.isFloating)
  #expect(try !message(["at": "2026-12-01 19:00", "zone": "Asia/Shanghai"]).trigger.isFloating)
  #expect(try !message(["at": "2026-12-01 19:00[Asia/Shanghai]"]).trigger.isFloating)
  #expect(throws: MessageFault.self) { try message(["at": "2026-12-01 19:00[Asia/Shanghai]", "zone": "Asia/Tokyo"]) }
}

@Test(
  "triggers come back from their text",
  arguments: [
    ["at": "2026-12-01 19:00"], ["at": "2026-12-01 19:00Z"], ["in": "10m"],
    ["at": "2026-12-01 19:00", "zone": "Asia/Shanghai"],
    ["at": "2026-12-01 19:00", "repeat": "weekday", "until": "2027-01-01"],
    ["at": "2026-12-01 19:00", "repeat": "minute", "zone": "Asia/Shanghai"],
    ["at": "2026-12-01 19:00", "repeat": "day", "exdate": "2026-12-02 19:00", "rdate": "2026-12-02 20:00"],
  ])
func triggerRoundTrip(fields: [String: String]) throws {
  var draft = try draft([:])
  for (name, text) in fields { try draft.set(name, to: text) }
  let trigger = try draft.message(source: "test", at: now, in: berlin).trigger
  #expect(try Trigger(json: .object(trigger.json)) == trigger)
}

@Test("a definition comes back whole")
func definitionRoundTrip() throws {
  var draft = try draft([
    "body": "Body", "at": "2026-12-01 19:00", "repeat": "day", "actions": "b;a", "action.a": "A", "action.b": "查看",
    "on.a": "snooze:5m", "reply.a": "Type here", "expires": "2h", "icon.a": "appointment-soon",
    "do-not-disturb": "hold",
    "user-info": #"{"n":1.0,"x":null}"#, "user-info.value": "v", "badge": "+1",
  ])
  try draft.setHandler(.command(["echo", "two words"]), of: "b")
  let again = try MessageDraft(json: draft.json)
  #expect(again == draft)
  #expect(try again.content().actions.map(\.label) == ["查看", "A"])
  #expect(try again.content().replyAction?.placeholder == "Type here")
  #expect(try again.content().actions.map(\.icon) == [nil, "appointment-soon"])
  #expect(try again.content().doNotDisturb == .hold)
  #expect(try again.content().handler(for: "default") == .command(["echo", "two words"]))
}

@Test("buttons and their handlers have to fit together")
func actionsFit() throws {
  #expect(throws: MessageFault.self) { try draft(["actions": "a"]).content() }
  #expect(throws: MessageFault.self) { try draft(["actions": "a", "action.a": "A", "action.b": "B"]).content() }
  #expect(throws: MessageFault.self) { try draft(["on.a": "done"]).content() }
  #expect(throws: MessageFault.self) { try draft(["reply.a": ""]).content() }
  #expect(throws: MessageFault.self) {
    try draft(["action.a": "A", "action.b": "B", "reply.a": "", "reply.b": ""]).content()
  }
  #expect(try draft(["action.a": "A", "action.b": "B", "reply.b": ""]).content().replyAction?.key == "b")
  #expect(try draft(["on.default": "done"]).content().defaultHandler == .done)
}

@Test(
  "an icon stands for one button, and for nothing that servers know",
  arguments: [
    ["icon.a": "mail-read"], ["action.a": "A", "icon.a": "default"], ["action.a": "A", "icon.a": "two words"],
    ["action.a": "A", "action.b": "B", "icon.a": "b"],
    ["action.a": "A", "action.b": "B", "icon.a": "mail-read", "icon.b": "mail-read"],
  ])
func iconsFit(fields: [String: String]) {
  #expect(throws: MessageFault.self) { try draft(of: fields).content() }
}

@Test(
  "an end is so long after the time, or a moment, on the wall of the message",
  arguments: [
    (["in": "1h", "expires": "2h"], "2026-12-01T11:00:00+01:00"),
    (["at": "2026-12-01 09:00", "expires": "2026-12-01 17:00"], "2026-12-01T17:00:00+01:00"),
    (["at": "2026-12-01 19:00", "zone": "Asia/Shanghai", "expires": "2026-12-01 20:00"], "2026-12-01T13:00:00+01:00"),
    (["at": "2026-12-01 19:00[Asia/Shanghai]", "expires": "2026-12-01T20:00:00"], "2026-12-01T13:00:00+01:00"),
    (["in": "1h", "expires": "2026-12-01T12:00:00Z"], "2026-12-01T13:00:00+01:00"),
    (["in": "1h", "expires": "2026-12-01 20:00[Asia/Shanghai]"], "2026-12-01T13:00:00+01:00"),
  ])
func expiries(fields: [String: String], end: String) throws {
  let message = try draft(of: fields).message(source: "test", at: now, in: berlin)
  let due = try #require(message.trigger.next(after: .distantPast, in: berlin)).instant
  #expect(message.content.expires?.instant(due: due, in: berlin).text(in: berlin) == end)
}

@Test(
  "an end that cannot be is refused, and the reason says what would be right",
  arguments: [
    (["in": "1h", "expires": "17:00"], "neither a duration, such as 2h, nor a date and time"),
    (["in": "1h", "expires": "2026-02-30 09:00"], "neither a duration"), (["in": "1h", "expires": "-2h"], "expires"),
    (["in": "1h", "expires": "2026-12-01 09:00:00"], "is not later than the time of the message"),
    (["at": "2026-12-01 09:00", "repeat": "day", "expires": "2026-12-02 09:00"], "until= says when the series ends"),
    (["in": "1h", "expires": "2026-12-01 20:00[Europe/Atlantis]"], "Atlantis"),
  ])
func refusedExpiries(fields: [String: String], reason: String) {
  let fault = #expect(throws: MessageFault.self) { try draft(of: fields).message(source: "test", at: now, in: berlin) }
  #expect(fault?.description.contains(reason) == true, "\(String(describing: fault))")
}
