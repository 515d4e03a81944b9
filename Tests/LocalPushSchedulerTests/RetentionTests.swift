import LocalPushModel
import LocalPushScheduler
import LocalPushStore
import LocalPushTime
import Testing

@Test("what ended more than 90 days ago is forgotten, what is on its way is not")
func oldHistoryIsForgotten() throws {
  var world = try World()
  try world.add(["id": "once", "in": "1h"])
  try world.add(["id": "weekly", "at": "2026-12-02 09:00", "repeat": "week"])
  try world.add(["id": "far", "at": "2028-01-01 09:00"])
  try world.pass("200d")
  #expect(try world.store.message(world.key("once")) == nil)
  #expect(try world.states(of: "once") == [])
  #expect(try world.store.message(world.key("far"))?.next != nil)
  let kept = try world.states(of: "weekly").count
  #expect((12...14).contains(kept), "\(kept) weekly ones of the last 90 days")
}

@Test("no more than the stated number of ended occurrences is kept, the newest ones")
func historyIsBounded() throws {
  var world = try World()
  let retention = Retention(age: .days(90), occurrences: 20)
  world.scheduler = try Scheduler(
    store: world.store, zone: World.berlin, settings: Settings(), retention: retention)
  try world.serverAppears()
  try world.add(["id": "m", "at": "2026-12-01 09:00", "repeat": "hour"])
  try world.pass("10d")
  let states = try world.states(of: "m")
  #expect((20...45).contains(states.count), "\(states.count)")
  #expect(states.last == .shown)
}

@Test("a slot that was skipped long before its time stays skipped")
func skippedFarAhead() throws {
  var world = try World()
  try world.add(["id": "m", "at": "2027-11-01 09:00", "repeat": "year"])
  try world.perform(world.scheduler.skipped(world.key("m"), at: world.now).effects)
  try world.add(["id": "tick", "at": "2026-12-02 09:00", "repeat": "week"])
  try world.pass("340d")
  #expect(try world.states(of: "m") == [.skipped])
  #expect(!world.titles.contains("m"))
}

@Test("a message of a list is remembered as long as it may be read again")
func listsAreRemembered() throws {
  var world = try World()
  let message = ["id": "m", "in": "1h"]
  try world.add(message, source: "config:/messages.conf", as: .list)
  try world.pass("200d")
  #expect(try world.add(message, source: "config:/messages.conf", as: .list) == .unchanged)
  #expect(world.presented.count == 1)
}
