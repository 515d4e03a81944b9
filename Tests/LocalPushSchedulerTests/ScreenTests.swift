import LocalPushModel
import LocalPushScheduler
import LocalPushTime
import Testing

private func shownWorld(_ changes: [String: String] = [:]) throws -> World {
  var world = try World()
  try world.add(
    ["id": "m", "title": "old", "at": "2026-12-01 08:00:01", "zone": "floating"].merging(changes) { $1 }, as: .list)
  try world.pass("1s")
  return world
}

@Test("an edit of what is on screen is drawn in its place, once, and counts as nothing else")
func editOnScreen() throws {
  var world = try shownWorld(["badge": "+1"])
  let edited = ["id": "m", "title": "new", "at": "2026-12-01 08:00:01", "zone": "floating", "badge": "+1"]
  #expect(try world.add(edited, as: .list) == .updated(next: nil))
  try world.add(edited, as: .list)
  #expect(world.redrawn.map(\.title) == ["new"])
  #expect(world.redrawn.map(\.replaces) == [1])
  #expect(try world.states(of: "m") == [.shown])
  #expect(world.badges[MessageKey.ownApp] == 1)
  #expect(world.presented.count == 1)
}

@Test("an edit before the server has answered is drawn when it has", arguments: [[:], ["repeat": "day"]])
func editInFlight(repeats: [String: String]) throws {
  var world = try World()
  world.serverAnswers = false
  func message(_ title: String) -> [String: String] {
    ["id": "m", "title": title, "at": "2026-12-01 08:00:01", "zone": "floating"].merging(repeats) { $1 }
  }
  try world.add(message("old"), as: .list)
  try world.pass("1s")
  #expect(try world.states(of: "m") == [.due])
  let verdict = try world.add(message("new"), as: .list)
  if case .updated = verdict {} else { Issue.record("\(verdict)") }
  #expect(try world.add(message("new"), as: .list) == .unchanged)
  #expect(world.redrawn.isEmpty)

  let number = try #require(world.presented.first?.numbers.first)
  try world.perform(world.scheduler.shown([Shown(numbers: [number], serverID: 7)], at: world.now))
  #expect(world.redrawn.map(\.title) == ["new"])
  #expect(world.redrawn.map(\.replaces) == [7])
  #expect(try world.states(of: "m") == [.shown])
  #expect(world.presented.count == 1)
}

@Test("an edit after the end draws nothing")
func editAfterTheEnd() throws {
  var world = try shownWorld()
  try world.perform(world.scheduler.closed(serverID: 1, reason: .dismissed, at: world.now))
  try world.add(["id": "m", "title": "new", "at": "2026-12-01 08:00:01", "zone": "floating"], as: .list)
  #expect(world.redrawn.isEmpty)
}

@Test("what expires is closed at its time, not before, and a snooze is stronger")
func expiry() throws {
  var world = try shownWorld(["expires": "1h", "action.a": "A", "on.a": "snooze:2h"])
  try world.pass("59m")
  #expect(try world.states(of: "m") == [.shown])
  try world.press(1, "a")
  try world.pass("2h")
  #expect(try world.states(of: "m") == [.shown])

  world = try shownWorld(["expires": "1h"])
  try world.pass("1h")
  #expect(try world.states(of: "m") == [.expired])
  #expect(world.closed == [1])
  #expect(world.screen.isEmpty)
}

@Test("what is edited to have no end any more stays on screen")
func noExpiryAnyMore() throws {
  var world = try shownWorld(["expires": "1h"])
  try world.add(["id": "m", "title": "new", "at": "2026-12-01 08:00:01", "zone": "floating"], as: .list)
  #expect(world.redrawn.map(\.title) == ["new"])
  try world.pass("2h")
  #expect(try world.states(of: "m") == [.shown])
}

@Test("what expired before it could be shown is missed")
func expiredWhileHeld() throws {
  var world = try World(hasServer: false)
  try world.add(["id": "m", "in": "1s", "expires": "1h"])
  try world.pass("2h")
  try world.serverAppears()
  #expect(try world.states(of: "m") == [.missed])
}

@Test(
  "after a restart of the daemon what is on screen is drawn again under an id that answers",
  arguments: [(true, [UInt32(1)], [UInt32]()), (false, [0], [1])])
func reunion(replacing: Bool, replaced: [UInt32], closed: [UInt32]) throws {
  var world = try shownWorld(["action.a": "A", "on.a": "open:https://example.org/"])
  try world.perform(world.scheduler.reunited(replacing: replacing, at: world.now))
  #expect(world.redrawn.map(\.replaces) == replaced)
  #expect(world.closed == closed)
  try world.press(replacing ? 1 : 2, "a")
  #expect(world.delivered.map(\.action) == ["a"])
}

@Test("what is drawn again after it was answered is closed")
func redrawnTooLate() throws {
  var world = try shownWorld(["action.a": "A", "on.a": "open:https://example.org/"])
  try world.press(1, "a")
  let number = try #require(world.presented.first?.numbers.first)
  try world.perform(world.scheduler.redrawn(number, serverID: 7, at: world.now))
  #expect(world.closed == [1, 7])
}

@Test("a moment at which a message is not worth showing any more closes it, also in another zone")
func absoluteExpiry() throws {
  var world = try shownWorld(["expires": "2026-12-01 12:00"])
  try world.pass("3h59m")
  #expect(try world.states(of: "m") == [.shown])
  try world.pass("1m")
  #expect(try world.states(of: "m") == [.expired])
  #expect(world.closed == [1])

  world = try shownWorld(["expires": "2026-12-01 18:00"])
  try world.perform(world.scheduler.zoneChanged(to: World.tokyo, at: world.now))  // 16:00 there
  try world.pass("2h")
  #expect(try world.states(of: "m") == [.expired])

  world = try shownWorld(["expires": "2026-12-01 12:00"])
  try world.perform(world.scheduler.zoneChanged(to: World.tokyo, at: world.now))
  try world.pass("0s")
  #expect(try world.states(of: "m") == [.expired])

  world = try World(hasServer: false)
  try world.add(["id": "m", "in": "1s", "expires": "2026-12-01 09:00"])
  try world.pass("2h")
  try world.serverAppears()
  #expect(try world.states(of: "m") == [.missed])
}

@Test("an edit that takes the end away lets the message stay")
func endTakenAway() throws {
  var world = try shownWorld(["expires": "1h"])
  try world.add(["id": "m", "title": "new", "at": "2026-12-01 08:00:01", "zone": "floating"], as: .list)
  try world.pass("2h")
  #expect(try world.states(of: "m") == [.shown])
}

@Test("a badge is urgent while something critical counts in it")
func urgentBadge() throws {
  var world = try World()
  let app = MessageKey.ownApp
  try world.add(["id": "a", "in": "1s", "badge": "+1", "group": "g"])
  try world.pass("1s")
  #expect(world.badges[app] == 1)
  #expect(world.isUrgent[app] == false)
  // takes the place of the other one: the count stays
  try world.add(["id": "b", "in": "1s", "badge": "+1", "urgency": "critical", "group": "g"])
  try world.pass("1s")
  #expect(world.badges[app] == 1)
  #expect(world.isUrgent[app] == true)
  try world.perform(world.scheduler.closed(serverID: 1, reason: .dismissed, at: world.now))
  #expect(world.badges[app] == 0)
  #expect(world.isUrgent[app] == false)
}

@Test("a press that is told as the icon of a button is a press of that button")
func pressOfIcon() throws {
  var world = try shownWorld(["action.a": "A", "icon.a": "mail-read", "on.a": "open:https://example.org/"])
  try world.press(1, "mail-read")
  #expect(world.delivered.map(\.action) == ["a"])
}

@Test("tokens for what others show are not kept")
func tokensOfOthers() throws {
  var world = try shownWorld(["action.a": "A", "on.a": "open:https://example.org/"])
  for id in UInt32(2)...1000 { world.scheduler.activationTokenCame("theirs", for: id) }
  world.scheduler.activationTokenCame("ours", for: 1)
  #expect(world.scheduler.keptTokens == 1)
  try world.press(1, "a")
  #expect(world.delivered.first?.activationToken == "ours")
  #expect(world.scheduler.keptTokens == 0)
}
