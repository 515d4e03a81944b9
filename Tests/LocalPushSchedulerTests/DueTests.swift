import LocalPushModel
import LocalPushScheduler
import LocalPushStore
import LocalPushTime
import Testing

@Test("a message is shown at its time, not before")
func shownAtItsTime() throws {
  var world = try World()
  try world.add(["id": "tea", "at": "2026-12-01 09:00"])
  try world.pass("59m59s")
  #expect(world.presented.isEmpty)
  try world.pass("1s")
  #expect(world.titles == ["tea"])
  #expect(try world.states(of: "tea") == [.shown])
  #expect(world.armed == nil)
}

@Test("a repeat is shown once at each of its times")
func repeatIsShownOnceEachTime() throws {
  var world = try World()
  try world.add(["id": "water", "at": "2026-12-01 09:00", "repeat": "hour"])
  try world.pass("4h")
  #expect(world.presented.map(\.occurrences[0].occurrence.due) == [1, 2, 3, 4].map { world.now - .hours(4 - $0) })
}

@Test("a daily message keeps its wall time over the change to winter time")
func dailyKeepsWallTime() throws {
  var world = try World(at: "2026-10-24T12:00:00+02:00")
  try world.add(["id": "pill", "at": "2026-10-24 20:00", "repeat": "day"])
  try world.pass("3d")
  let civil = world.presented.map { World.berlin.civil(at: $0.occurrences[0].occurrence.due).description }
  #expect(civil == ["2026-10-24T20:00:00", "2026-10-25T20:00:00", "2026-10-26T20:00:00"])
}

@Test("without a server a message is held, and shown when one appears")
func heldWithoutServer() throws {
  var world = try World(hasServer: false)
  try world.add(["id": "tea", "in": "10m"])
  try world.pass("11m")
  #expect(try world.states(of: "tea") == [.held])
  #expect(world.wantsServer)
  try world.serverAppears()
  #expect(world.titles == ["tea"])
  #expect(try world.states(of: "tea") == [.shown])
}

@Test("a daemon that learns at its start that there is no server asks for one, if something waits")
func asksForServerAtStart() throws {
  var world = try World(hasServer: false)
  try world.serverVanishes()
  #expect(!world.wantsServer)
  try world.add(["id": "tea", "in": "10m"])
  try world.pass("11m")
  world.scheduler = try Scheduler(store: world.store, zone: World.berlin, settings: Settings())
  #expect(
    try world.scheduler.serverVanished(at: world.now).contains { if case .wantServer = $0 { true } else { false } })
}

@Test("what is shown late says when it was due; what is shown in time does not")
func lateSaysWhenItWasDue() throws {
  var world = try World(hasServer: false)
  try world.add(["id": "tea", "at": "2026-12-01 09:00"])
  try world.pass("3h")
  try world.serverAppears()
  #expect(world.presented.first?.wasDue == (try Instant(parsing: "2026-12-01T09:00:00+01:00")))
  try world.add(["id": "now", "in": "1m"])
  try world.pass("1m")
  #expect(world.presented.last?.wasDue == nil)
}

@Test("after a suspend the newest occurrence of a repeat is shown, the others are missed")
func latestAfterSuspend() throws {
  var world = try World()
  try world.add(["id": "water", "at": "2026-12-01 09:00", "repeat": "hour"])
  try world.setClock(to: "2026-12-01T12:30:00+01:00")
  #expect(world.titles == ["water"])
  #expect(try world.states(of: "water") == [.missed, .missed, .missed, .shown])
}

@Test(
  "policies decide what is shown late",
  arguments: [
    ("show", 1, [OccurrenceState.shown]), ("skip", 0, [.missed]), ("latest", 1, [.shown]), ("all", 1, [.shown]),
  ])
func policiesOfSingleMessages(policy: String, shown: Int, states: [OccurrenceState]) throws {
  var world = try World()
  try world.add(["id": "m", "at": "2026-12-01 09:00", "missed": policy])
  try world.setClock(to: "2026-12-01T12:00:00+01:00")
  #expect(world.presented.count == shown)
  #expect(try world.states(of: "m") == states)
}

@Test("with the policy all, each missed occurrence of a repeat is shown")
func allOfARepeat() throws {
  var world = try World()
  try world.add(["id": "water", "at": "2026-12-01 09:00", "repeat": "hour", "missed": "all"])
  try world.setClock(to: "2026-12-01T12:30:00+01:00")
  #expect(world.presented.count == 4)
}

@Test("later than its limit a message is missed")
func limitPasses() throws {
  var world = try World()
  try world.add(["id": "m", "at": "2026-12-01 09:00", "missed-limit": "2h"])
  try world.setClock(to: "2026-12-01T11:00:01+01:00")
  #expect(world.presented.isEmpty)
  #expect(try world.states(of: "m") == [.missed])
}

@Test("a minutely repeat that was asleep for a year costs a bounded number of records")
func longAbsenceIsBounded() throws {
  var world = try World()
  try world.add(["id": "m", "at": "2026-12-01 09:00", "repeat": "minute"])
  try world.setClock(to: "2027-12-01T12:00:00+01:00")
  #expect(world.presented.count == 1)
  #expect(try world.states(of: "m").count <= 60)
}

@Test("more late messages than the setting allows become one summary")
func manyLateBecomeOneSummary() throws {
  var world = try World(hasServer: false)
  for number in 1...7 { try world.add(["id": "m\(number)", "at": "2026-12-01 09:0\(number)"]) }
  try world.pass("5h")
  try world.serverAppears()
  #expect(world.presented.count == 1)
  #expect(world.presented.first?.occurrences.count == 7)
  #expect(try world.states(of: "m3") == [.shown])
}

@Test("late messages wait for the end of the quiet hours, messages on time do not")
func quietHours() throws {
  var world = try World(at: "2026-12-01T20:00:00+01:00", hasServer: false)
  var settings = Settings()
  settings.quietCatchUp = try QuietHours(parsing: "22:00-07:00")
  try world.perform(world.scheduler.settingsChanged(to: settings, at: world.now))
  try world.add(["id": "late", "at": "2026-12-01 21:00"])
  try world.add(["id": "night", "at": "2026-12-02 03:00"])
  try world.pass("3h")
  try world.serverAppears()
  #expect(world.presented.isEmpty)
  try world.pass("5h")
  #expect(world.titles == ["night"])
  try world.pass("4h")
  #expect(world.titles == ["night", "late"])
}

@Test("a clock that is set back fires nothing twice")
func clockSetBack() throws {
  var world = try World()
  try world.add(["id": "daily", "at": "2026-12-01 09:00", "repeat": "day"])
  try world.pass("2h")
  #expect(world.presented.count == 1)
  try world.setClock(to: "2026-12-01T02:00:00+01:00")
  try world.pass("20h")
  #expect(world.presented.count == 1)
  try world.pass("24h")
  #expect(world.presented.count == 2)
}

@Test("a floating time follows the user, and what fired that day does not fire again")
func floatingFollowsTheUser() throws {
  var world = try World(at: "2026-12-01T08:00:00+09:00", zone: World.tokyo)
  try world.add(["id": "daily", "at": "2026-12-01 09:00", "repeat": "day"])
  try world.pass("2h")
  #expect(world.presented.count == 1)
  try world.perform(world.scheduler.zoneChanged(to: World.berlin, at: world.now))
  try world.pass("12h")
  #expect(world.presented.count == 1)
  try world.pass("24h")
  #expect(world.presented.count == 2)
  let last = try #require(world.presented.last)
  #expect(World.berlin.civil(at: last.occurrences[0].occurrence.due).description == "2026-12-02T09:00:00")
}

@Test("travel eastward skips a time of a series, and shows a single message late")
func travelEast() throws {
  var world = try World(at: "2026-12-01T06:00:00+01:00")
  try world.add(["id": "series", "at": "2026-12-01 09:00", "repeat": "day"])
  try world.add(["id": "single", "at": "2026-12-01 10:00"])
  try world.perform(world.scheduler.zoneChanged(to: World.tokyo, at: world.now))
  #expect(world.titles == ["single"])
  #expect(try world.states(of: "series") == [.skipped])
}

@Test("a zoned time stays where it is")
func zonedStays() throws {
  var world = try World()
  try world.add(["id": "call", "at": "2026-12-01 18:00", "zone": "Asia/Tokyo"])
  try world.perform(world.scheduler.zoneChanged(to: World.tokyo, at: world.now))
  #expect(world.armed == (try Instant(parsing: "2026-12-01T18:00:00+09:00")))
}

@Test("a server that refuses is asked again, later each time, and the message is missed in the end")
func refusals() throws {
  var world = try World()
  world.serverAnswers = false
  try world.add(["id": "m", "in": "1s"])
  try world.pass("1s")
  for attempt in 1...8 {
    #expect(world.presented.count == attempt)
    let numbers = try #require(world.presented.last).numbers
    try world.perform(world.scheduler.refused(numbers, because: "too many", at: world.now))
    try world.pass("2m")
  }
  #expect(try world.states(of: "m") == [.missed])
  #expect(world.armed == nil)
}

@Test("what was handed to a server that dies before it answers is shown by the next one")
func serverDiesBeforeAnswering() throws {
  var world = try World()
  world.serverAnswers = false
  try world.add(["id": "m", "in": "1s"])
  try world.pass("1s")
  try world.serverVanishes()
  world.serverAnswers = true
  try world.serverAppears("bus/:1.2")
  #expect(try world.states(of: "m") == [.shown])
}

@Test("what was skipped is not shown either while nothing can be written")
func skippedUnwritten() throws {
  var world = try World(at: "2026-11-01T22:00:00Z", zone: Zone(identifier: "America/New_York"))
  try world.add(["id": "m", "at": "2026-11-02 02:01", "repeat": "hour"])
  // 07:01Z, which the clocks of Berlin reach six hours after the start of the series there
  let skipped = try world.scheduler.skipped(world.key("m"), at: world.now)
  try world.perform(skipped.effects)
  try world.perform(world.scheduler.zoneChanged(to: World.berlin, at: world.now))
  try world.pass("6h")
  #expect(world.presented.count == 3)
  world.store.interruptCommits { () throws(StoreError) in throw StoreError(code: 13, message: "disk full") }
  try world.pass("3h")
  #expect(world.presented.count == 6)
  try world.pass("1h")
  #expect(world.presented.count == 6)
  try world.pass("1h")
  #expect(world.presented.count == 7)
  world.store.interruptCommits(nil)
  try world.pass("1h")
  #expect(try world.states(of: "m").count { $0 == .skipped } == 1)
  #expect(world.presented.count == 8)
}
