import LocalPushModel
import LocalPushScheduler
import LocalPushStore
import LocalPushTime
import Testing

private let message = [
  "id": "m", "in": "1s", "action.view": "查看", "on.view": "open:https://example.org/", "action.later": "Later",
  "on.later": "snooze:10m", "actions": "view;later", "user-info": #"{"flag":true,"n":1,"f":1.0,"x":null}"#,
]

private func shownWorld(_ changes: [String: String] = [:]) throws -> World {
  var world = try World()
  try world.add(message.merging(changes) { $1 })
  try world.pass("1s")
  return world
}

@Test("a press is committed, delivered with its userInfo, and closes the notification")
func pressIsDelivered() throws {
  var world = try shownWorld()
  try world.press(1, "view")
  let response = try #require(world.delivered.first)
  #expect(response.action == "view")
  #expect(response.handler == .open("https://example.org/"))
  #expect(response.userInfo.description == #"{"flag":true,"n":1,"f":1.0,"x":null}"#)
  #expect(try world.states(of: "m") == [.answered])
  #expect(world.screen.isEmpty)
}

@Test("a click on the body stands for the first button", arguments: ["default", "Default"])
func bodyIsTheFirstButton(key: String) throws {
  var world = try shownWorld()
  try world.press(1, key)
  #expect(world.delivered.map(\.action) == ["view"])
}

@Test("a click on the body with a handler of its own is reported as default")
func bodyWithItsOwnHandler() throws {
  var world = try shownWorld(["on.default": "open:https://example.org/body"])
  try world.press(1, "default")
  #expect(world.delivered.map(\.action) == ["default"])
  #expect(world.delivered.first?.handler == .open("https://example.org/body"))
}

@Test("a second press of the same occurrence is dropped")
func doublePress() throws {
  var world = try shownWorld()
  try world.press(1, "view")
  try world.press(1, "default")
  #expect(world.delivered.count == 1)
}

@Test("a press that comes after the server reported the end is taken")
func pressAfterClosed() throws {
  var world = try shownWorld()
  try world.perform(world.scheduler.closed(serverID: 1, reason: .dismissed, at: world.now))
  #expect(try world.states(of: "m") == [.dismissed])
  try world.press(1, "view")
  #expect(world.delivered.count == 1)
}

@Test("ids of others, of another server and unknown keys are nobody's press")
func strangersAreIgnored() throws {
  var world = try shownWorld()
  try world.press(7, "view")
  try world.press(1, "nonsense")
  #expect(world.delivered.isEmpty)
  try world.serverAppears("bus/:1.9")
  try world.press(1, "view")
  #expect(world.delivered.isEmpty)
  #expect(try world.states(of: "m") == [.shown])
}

@Test("a snoozed occurrence comes again with its buttons, and the series is left alone")
func snooze() throws {
  var world = try World()
  var fields = message
  fields["in"] = nil
  fields["at"] = "2026-12-01 09:00"
  fields["repeat"] = "day"
  try world.add(fields)
  try world.pass("1h")
  try world.press(1, "later")
  #expect(try world.states(of: "m") == [.pending])
  try world.pass("10m")
  #expect(world.presented.count == 2)
  try world.press(2, "view")
  #expect(world.delivered.map(\.action) == ["view"])
  #expect(try world.store.message(world.key("m"))?.next?.slot.description == "2026-12-02T09:00:00")
}

@Test("done ends the series")
func done() throws {
  var world = try World()
  try world.add([
    "id": "m", "at": "2026-12-01 09:00", "repeat": "day", "action.done": "Done", "on.done": "done",
  ])
  try world.pass("1h")
  try world.press(1, "done")
  #expect(world.armed == nil)
  #expect(try world.store.message(world.key("m"))?.ended == "the user is done with it")
}

@Test("a response without a handler is kept until it is acknowledged")
func responsesAreKept() throws {
  var world = try World()
  for id in ["a", "b"] { try world.add(["id": id, "in": "1s", "app": "org.example.Feed"]) }
  try world.pass("1s")
  try world.press(1, "default")
  try world.press(2, "default")
  let kept = try world.store.responses(toTakeBy: "org.example.Feed", after: 0)
  #expect(kept.map(\.key.id) == ["a", "b"])
  try world.perform(world.scheduler.acknowledged(app: "org.example.Feed", upTo: kept[0].sequence, at: world.now))
  #expect(try world.store.responses(toTakeBy: "org.example.Feed", after: 0).map(\.key.id) == ["b"])
}

@Test("a response that no handler took is delivered again by the next run")
func deliveredAgain() throws {
  var world = try shownWorld()
  try world.press(1, "view")
  world.scheduler = try Scheduler(store: world.store, zone: World.berlin, settings: Settings())
  try world.perform(world.scheduler.started(at: world.now))
  #expect(world.delivered.count == 2)
  #expect(Set(world.delivered.map(\.sequence)).count == 1)
  try world.perform(world.scheduler.handled(world.delivered[0].sequence, at: world.now))
  try world.perform(world.scheduler.started(at: world.now))
  #expect(world.delivered.count == 2)
}

@Test("an activation token reaches the response of the action that follows it")
func activationToken() throws {
  var world = try shownWorld()
  world.scheduler.activationTokenCame("token-1", for: 1)
  try world.press(1, "view")
  #expect(world.delivered.first?.activationToken == "token-1")
}

@Test("answering from elsewhere does what a press does")
func respondedElsewhere() throws {
  var world = try shownWorld()
  try world.perform(world.scheduler.responded(to: world.key("m"), action: "view", text: nil, at: world.now))
  #expect(world.delivered.map(\.action) == ["view"])
  #expect(world.screen.isEmpty)
  #expect(throws: Refusal.self) {
    try world.scheduler.responded(to: world.key("m"), action: "view", text: nil, at: world.now)
  }
}

@Test(
  "how a notification left the screen is told apart",
  arguments: [
    (UInt32(1), OccurrenceState.expired), (2, .dismissed), (3, .dismissed), (4, .expired), (0, .dismissed),
    (99, .expired),
  ])
func closedReasons(wire: UInt32, state: OccurrenceState) throws {
  var world = try shownWorld()
  try world.perform(world.scheduler.closed(serverID: 1, reason: ClosedReason(wire: wire), at: world.now))
  #expect(try world.states(of: "m") == [state])
}

@Test("a badge is set, raised, and cleared when messages are shown")
func badges() throws {
  var world = try World()
  try world.add(["id": "a", "in": "1s", "badge": "+1"])
  try world.add(["id": "b", "in": "2s", "badge": "+1"])
  try world.add(["id": "c", "in": "3s", "badge": "0"])
  try world.pass("2s")
  #expect(world.badges == [MessageKey.ownApp: 2])
  try world.pass("1s")
  #expect(world.badges == [MessageKey.ownApp: 0])
}

@Test("an app that takes its responses does not take those that something else handles")
func handlersKeepTheirs() throws {
  var world = try World()
  for (id, handler) in [
    ("open", "open:https://example.org"), ("app", "activate"), ("launch", "launch"), ("none", nil),
  ] {
    var fields = ["id": id, "in": "1s", "app": "org.example.Feed", "action.a": "A"]
    fields["on.a"] = handler
    try world.add(fields)
  }
  try world.pass("1s")
  for number in 1...4 { try world.press(UInt32(number), "a") }
  #expect(try world.store.responses(toTakeBy: "org.example.Feed", after: 0).map(\.key.id) == ["app", "launch", "none"])
  try world.perform(world.scheduler.acknowledged(app: "org.example.Feed", upTo: .max, at: world.now))
  #expect(try world.store.responses().map(\.key.id) == ["open"])
}

@Test("what was snoozed does not come beside the next one of its series")
func nextOneEndsTheSnooze() throws {
  var world = try World()
  try world.add([
    "id": "m", "at": "2026-12-01 09:00", "repeat": "hour", "action.a": "A", "on.a": "snooze:90m",
  ])
  try world.pass("1h")
  try world.press(1, "a")
  #expect(try world.states(of: "m") == [.pending])
  try world.pass("1h")
  #expect(Set(try world.states(of: "m")) == [.cancelled, .shown])
  try world.pass("45m")
  #expect(world.presented.count == 2)
}

@Test("what waits to be shown is cancelled by an edit that names other times")
func editOfTimesEndsTheWait() throws {
  var world = try World(hasServer: false)
  try world.add(["id": "m", "at": "2026-12-01 08:00:01", "zone": "floating"])
  try world.pass("1m")
  #expect(try world.states(of: "m") == [.held])
  try world.add(["id": "m", "at": "2026-12-01 10:00", "zone": "floating"], as: .list)
  #expect(try world.states(of: "m") == [.cancelled])
  try world.serverAppears()
  #expect(world.presented.isEmpty)
}

@Test("a press that could not be written yet comes before an answer, a snooze or a skip from elsewhere")
func pressBeforeAnswer() throws {
  var world = try World()
  try world.add([
    "id": "m", "at": "2026-12-01 08:01", "repeat": "minute", "action.end": "End", "on.end": "done", "action.no": "No",
  ])
  world.store.interruptCommits { () throws(StoreError) in throw StoreError(code: 13, message: "disk full") }
  try world.pass("70s")
  #expect(world.presented.count == 1)
  let shown = try #require(world.screen.keys.first)
  try world.press(shown, "end")
  world.store.interruptCommits(nil)
  let (key, now) = (world.key("m"), world.now)
  #expect(throws: Refusal.self) { try world.scheduler.responded(to: key, action: "no", text: nil, at: now) }
  #expect(throws: Refusal.self) { try world.scheduler.snoozed(key, for: .minutes(5), at: now) }
  #expect(throws: Refusal.self) { try world.scheduler.skipped(key, at: now) }
  // a refusal undoes nothing of what had happened
  try world.pass("1m")
  #expect(try world.states(of: "m") == [.answered, .cancelled])
  #expect(try world.store.message(key)?.next == nil)
}
