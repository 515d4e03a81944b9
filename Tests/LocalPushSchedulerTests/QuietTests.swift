import LocalPushModel
import LocalPushScheduler
import LocalPushTime
import Testing

private func silentWorld(_ changes: [String: String] = [:]) throws -> World {
  var world = try World()
  try world.perform(world.scheduler.doNotDisturbChanged(to: true, at: world.now))
  try world.add(["id": "m", "in": "10s", "do-not-disturb": "hold"].merging(changes) { $1 })
  return world
}

extension World {
  fileprivate mutating func silenceEnds() throws {
    try perform(scheduler.doNotDisturbChanged(to: false, at: now))
  }
}

@Test("what asks for it waits for the end of do-not-disturb; everything else is handed over as ever")
func heldUntilQuietIsOver() throws {
  var world = try silentWorld()
  try world.add(["id": "other", "in": "10s"])
  try world.pass("2h")
  #expect(world.titles == ["other"])
  #expect(try world.states(of: "m") == [.held])
  #expect(world.armed == nil)
  try world.silenceEnds()
  #expect(world.titles == ["other", "m"])
  #expect(world.presented.last?.wasDue != nil)
  #expect(try world.states(of: "m") == [.shown])
}

@Test("what waits says why")
func reasonToWait() throws {
  var world = try silentWorld()
  try world.pass("1m")
  let held = try #require(try world.store.newestOccurrence(world.key("m"))).occurrence
  #expect(held.reason == "its time came; it waits until do-not-disturb is over")
}

@Test("after a moment of silence a message is on time")
func shortSilence() throws {
  var world = try silentWorld()
  try world.pass("30s")
  try world.silenceEnds()
  #expect(world.presented.map(\.wasDue) == [nil])
}

@Test(
  "what waited is shown by its missed policy",
  arguments: [
    (["missed": "skip"], [OccurrenceState.missed]), (["missed-limit": "1h"], [.missed]), (["expires": "1h"], [.missed]),
    (["missed": "show"], [.shown]),
  ])
func missedPolicies(changes: [String: String], states: [OccurrenceState]) throws {
  var world = try silentWorld(changes)
  try world.pass("2h")
  // nothing is decided before it is over
  #expect(try world.states(of: "m") == [.held])
  try world.silenceEnds()
  #expect(try world.states(of: "m") == states)
}

@Test("of a series that waited the newest is shown, and a crowd becomes one summary")
func crowds() throws {
  var world = try World()
  try world.perform(world.scheduler.doNotDisturbChanged(to: true, at: world.now))
  try world.add(["id": "series", "at": "2026-12-01 08:10", "repeat": "hour", "do-not-disturb": "hold"])
  try world.pass("3h")
  try world.silenceEnds()
  #expect(world.titles == ["series"])
  #expect(try world.states(of: "series") == [.missed, .missed, .shown])

  try world.perform(world.scheduler.doNotDisturbChanged(to: true, at: world.now))
  for number in 1...6 { try world.add(["id": "\(number)", "in": "\(number)s", "do-not-disturb": "hold"]) }
  try world.pass("30m")
  try world.silenceEnds()
  #expect(world.presented.last?.numbers.count == 7)  // the series as well
}

@Test("a snooze that ends in silence waits as well")
func snoozedIntoSilence() throws {
  var world = try World()
  try world.add(["id": "m", "in": "1s", "do-not-disturb": "hold", "action.a": "A", "on.a": "snooze:10m"])
  try world.pass("1s")
  try world.press(1, "a")
  try world.perform(world.scheduler.doNotDisturbChanged(to: true, at: world.now))
  try world.pass("20m")
  #expect(try world.states(of: "m") == [.held])
  try world.silenceEnds()
  #expect(try world.states(of: "m") == [.shown])
  #expect(world.presented.count == 2)
}

@Test("a server that comes while it is silent gets nothing that waits")
func serverInSilence() throws {
  var world = try World(hasServer: false)
  try world.add(["id": "m", "in": "10s", "do-not-disturb": "hold"])
  try world.pass("1m")
  try world.perform(world.scheduler.doNotDisturbChanged(to: true, at: world.now))
  try world.serverAppears()
  #expect(world.presented.isEmpty)
  // another server, of which nothing of the kind is known
  try world.serverVanishes()
  try world.silenceEnds()
  try world.serverAppears("bus/:1.2")
  #expect(world.titles == ["m"])
}
