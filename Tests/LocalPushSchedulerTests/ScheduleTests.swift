import LocalPushModel
import LocalPushScheduler
import LocalPushStore
import LocalPushTime
import Testing

private func feed(_ count: Int, title: String = "T") -> [[String: String]] {
  (1...count).map { ["id": "\($0)", "title": "\(title)\($0)", "at": "2026-12-01 1\($0):00"] }
}

@Test("a second delivery of the same list changes nothing")
func sameListAgain() throws {
  var world = try World()
  let added = try world.add(feed(3), as: .list)
  #expect(added.allSatisfy { if case .added = $0 { true } else { false } })
  #expect(try world.add(feed(3), as: .list) == [.unchanged, .unchanged, .unchanged])
  try world.pass("4h")
  #expect(try world.add(feed(3), as: .list) == [.unchanged, .unchanged, .unchanged])
  try world.pass("4h")
  #expect(world.presented.count == 3)
}

@Test("changed content updates the pending message; what was shown does not come back")
func changedList() throws {
  var world = try World()
  try world.add(feed(2), as: .list)
  try world.pass("3h")
  let verdicts = try world.add(feed(2, title: "new "), as: .list)
  #expect(verdicts[0] != .unchanged)
  try world.pass("3h")
  #expect(world.titles == ["T1", "new 2"])
}

@Test("an edit moves the time: only the last one fires")
func editedTime() throws {
  var world = try World()
  for time in ["12:00", "12:01", "11:59"] { try world.add(["id": "m", "at": "2026-12-01 \(time)"], as: .list) }
  try world.pass("8h")
  #expect(
    world.presented.map { World.berlin.civil(at: $0.occurrences[0].occurrence.due).time.description } == ["11:59:00"])
}

@Test("a message that has passed when it arrives is expired and not shown")
func lateArrival() throws {
  var world = try World()
  let verdict = try world.add(["id": "m", "at": "2026-12-01 07:00:00"], as: .list)
  if case .expired = verdict {} else { Issue.record("\(verdict)") }
  try world.pass("1h")
  #expect(world.presented.isEmpty)
}

@Test("an edit to a time that has passed takes the old time away")
func editedIntoThePast() throws {
  var world = try World()
  try world.add(["id": "m", "at": "2026-12-01 12:00"], as: .list)
  try world.add(["id": "m", "at": "2026-12-01 07:00"], as: .list)
  try world.pass("8h")
  #expect(world.presented.isEmpty)
  #expect(try world.states(of: "m") == [.cancelled])
}

@Test("a whole source takes away what it does not name any more, and nothing of others")
func wholeSource() throws {
  var world = try World()
  try world.add(feed(3), source: "feed:a", as: .wholeSource(keeping: []))
  try world.add(["id": "other", "at": "2026-12-01 12:00"], source: "feed:b", as: .wholeSource(keeping: []))
  try world.add(feed(2), source: "feed:a", as: .wholeSource(keeping: []))
  #expect(try world.store.pendingMessages(app: nil).map(\.message.key.id).sorted() == ["1", "2", "other"])
  try world.add(feed(1), source: "feed:a", as: .wholeSource(keeping: [world.key("2")]))
  #expect(try world.store.pendingMessages(app: nil).map(\.message.key.id).sorted() == ["1", "2", "other"])
}

@Test("a message of another source is not touched")
func foreignSource() throws {
  var world = try World()
  try world.add(["id": "m", "at": "2026-12-01 12:00"], source: "feed:a")
  let verdict = try world.add(["id": "m", "at": "2026-12-01 13:00"], source: "feed:b")
  if case .refused = verdict {} else { Issue.record("\(verdict)") }
}

@Test("a list that arrives while everything is off is neither lost nor doubled when it is on again")
func switchedOff() throws {
  var world = try World()
  try world.perform(world.scheduler.switched(nil, isOn: false, at: world.now))
  try world.add(feed(3), as: .list)
  try world.pass("3h30m")
  try world.add(feed(3), as: .list)
  #expect(world.presented.isEmpty)
  #expect(try world.states(of: "1") == [.held])
  try world.perform(world.scheduler.switched(nil, isOn: true, at: world.now))
  #expect(world.titles == ["T1"])
  try world.add(feed(3), as: .list)
  try world.pass("3h")
  #expect(world.titles == ["T1", "T2", "T3"])
}

@Test("one app is switched off, the others are not")
func oneAppOff() throws {
  var world = try World()
  try world.perform(world.scheduler.switched("org.example.Feed", isOn: false, at: world.now))
  try world.add(["id": "a", "in": "1m", "app": "org.example.Feed"])
  try world.add(["id": "b", "in": "1m"])
  try world.pass("2m")
  #expect(world.titles == ["b"])
}

@Test("a cancelled message is not shown, and its id can come back")
func cancelled() throws {
  var world = try World()
  try world.add(["id": "m", "in": "1h"])
  let outcome = try world.scheduler.cancelled([world.key("m"), world.key("unknown")], at: world.now)
  try world.perform(outcome.effects)
  #expect(outcome.cancelled == [world.key("m")])
  #expect(world.armed == nil)
  try world.add(["id": "m", "in": "2h"])
  try world.pass("3h")
  #expect(world.titles == ["m"])
  #expect(try world.states(of: "m") == [.cancelled, .shown])
}

@Test("a cancelled message of a list stays cancelled when the list is read again")
func cancelledStays() throws {
  var world = try World()
  try world.add(feed(1), as: .list)
  try world.perform(world.scheduler.cancelled([world.key("1")], at: world.now).effects)
  #expect(try world.add(feed(1), as: .list) == [.unchanged])
  try world.pass("5h")
  #expect(world.presented.isEmpty)
}

@Test("cancelling withdraws what is on screen")
func cancelledOnScreen() throws {
  var world = try World()
  try world.add(["id": "m", "in": "1s", "action.view": "View"])
  try world.pass("1s")
  #expect(world.screen.count == 1)
  try world.perform(world.scheduler.cancelled([world.key("m")], at: world.now).effects)
  #expect(world.screen.isEmpty)
  try world.press(1, "view")
  #expect(world.events.contains { if case .responded = $0 { true } else { false } } == false)
}

@Test("what was cancelled while the server was busy with it is taken off again")
func cancelledWhileSending() throws {
  var world = try World()
  world.serverAnswers = false
  try world.add(["id": "m", "in": "1s"])
  try world.pass("1s")
  let numbers = try #require(world.presented.first).numbers
  try world.perform(world.scheduler.cancelled([world.key("m")], at: world.now).effects)
  let effects = try world.scheduler.shown([Shown(numbers: numbers, serverID: 5)], at: world.now)
  #expect(effects.contains { if case .close(5) = $0 { true } else { false } })
}

@Test("asking for the same delay again plans it anew")
func requestAgain() throws {
  var world = try World()
  try world.add(["id": "tea", "in": "3m"])
  try world.pass("2m")
  try world.add(["id": "tea", "in": "3m"])
  try world.pass("2m")
  #expect(world.presented.isEmpty)
  try world.pass("1m")
  #expect(world.presented.count == 1)
  try world.add(["id": "tea", "in": "3m"])
  try world.pass("3m")
  #expect(world.presented.count == 2)
}

@Test("skipping leaves out the next occurrence only")
func skipped() throws {
  var world = try World()
  try world.add(["id": "m", "at": "2026-12-01 09:00", "repeat": "day"])
  let outcome = try world.scheduler.skipped(world.key("m"), at: world.now)
  try world.perform(outcome.effects)
  #expect(outcome.slot.description == "2026-12-01T09:00:00")
  try world.pass("26h")
  #expect(world.presented.count == 1)
  #expect(try world.states(of: "m") == [.skipped, .shown])
}

@Test("every step of an occurrence keeps its reason and time")
func steps() throws {
  var world = try World(hasServer: false)
  try world.add(["id": "m", "in": "1m"])
  try world.pass("1m")
  try world.serverAppears()
  let number = try #require(try world.store.newestOccurrence(world.key("m"))).occurrence.number
  let steps = try world.store.steps(of: number)
  #expect(steps.map(\.state) == [.held, .due, .shown])
  #expect(steps.allSatisfy { !$0.reason.isEmpty && $0.at <= world.now })
}

@Test("a request that is made once more, because its answer was lost, does not show its message again")
func repeatedRequest() throws {
  var world = try World()
  let first = world.now
  let tea = ["id": "tea", "in": "1s"]
  #expect(try world.add(tea) == .added(first: first + .seconds(1)))
  try world.pass("2s")
  #expect(world.presented.count == 1)
  #expect(try world.add(tea, as: .repeatedRequest(firstMade: first)) == .unchanged)
  try world.pass("2s")
  #expect(world.presented.count == 1)
  // nothing of this one was done
  let second = world.now
  #expect(
    try world.add(["id": "tea", "in": "5s"], as: .repeatedRequest(firstMade: second))
      == .added(first: second + .seconds(5)))
  try world.pass("6s")
  // and this one came before the call was made first
  #expect(
    try world.add(["id": "tea", "in": "5s"], as: .repeatedRequest(firstMade: world.now))
      == .added(first: world.now + .seconds(5)))
  try world.pass("6s")
  #expect(world.presented.count == 3)
}
