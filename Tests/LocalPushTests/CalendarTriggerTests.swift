import Foundation
import LocalPushModel
import LocalPushTestSupport
import LocalPushTime
import Testing

@testable import LocalPush

/// 2026-12-01 is a Tuesday.
private let now = "2026-12-01T10:15:30Z"

private struct Case: CustomTestStringConvertible, Sendable {
  let components: DateComponents
  let rule: String
  let next: [String]

  init(_ components: DateComponents, _ rule: String, _ next: String...) {
    (self.components, self.rule, self.next) = (components, rule, next)
  }

  var testDescription: String { rule }
}

private let cases: [Case] = [
  Case(
    DateComponents(hour: 9), "FREQ=DAILY;BYHOUR=9", "2026-12-02T09:00:00Z", "2026-12-03T09:00:00Z"),
  Case(
    DateComponents(hour: 18, minute: 30), "FREQ=DAILY;BYMINUTE=30;BYHOUR=18", "2026-12-01T18:30:00Z",
    "2026-12-02T18:30:00Z"),
  Case(
    DateComponents(hour: 9, weekday: 2), "FREQ=WEEKLY;BYHOUR=9;BYDAY=MO", "2026-12-07T09:00:00Z",
    "2026-12-14T09:00:00Z"),
  Case(DateComponents(weekday: 1), "FREQ=WEEKLY;BYDAY=SU", "2026-12-06T00:00:00Z", "2026-12-13T00:00:00Z"),
  Case(
    DateComponents(day: 31), "FREQ=MONTHLY;BYMONTHDAY=31", "2026-12-31T00:00:00Z", "2027-01-31T00:00:00Z",
    "2027-03-31T00:00:00Z"),
  Case(
    DateComponents(month: 2, day: 29, hour: 8), "FREQ=YEARLY;BYHOUR=8;BYMONTHDAY=29;BYMONTH=2", "2028-02-29T08:00:00Z",
    "2032-02-29T08:00:00Z"),
  Case(DateComponents(month: 3), "FREQ=YEARLY;BYMONTH=3", "2027-03-01T00:00:00Z", "2028-03-01T00:00:00Z"),
  Case(
    DateComponents(month: 3, hour: 9), "FREQ=DAILY;BYHOUR=9;BYMONTH=3", "2027-03-01T09:00:00Z",
    "2027-03-02T09:00:00Z"),
  Case(
    DateComponents(month: 3, weekday: 6), "FREQ=WEEKLY;BYDAY=FR;BYMONTH=3", "2027-03-05T00:00:00Z",
    "2027-03-12T00:00:00Z"),
  Case(DateComponents(day: 13, weekday: 6), "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "2027-08-13T00:00:00Z"),
  Case(
    DateComponents(hour: 9, weekday: 3, weekdayOrdinal: 2), "FREQ=MONTHLY;BYHOUR=9;BYDAY=2TU", "2026-12-08T09:00:00Z",
    "2027-01-12T09:00:00Z"),
  Case(
    DateComponents(month: 11, weekday: 5, weekdayOrdinal: 4), "FREQ=YEARLY;BYDAY=4TH;BYMONTH=11",
    "2027-11-25T00:00:00Z"),
  Case(DateComponents(minute: 30), "FREQ=HOURLY;BYMINUTE=30", "2026-12-01T10:30:00Z", "2026-12-01T11:30:00Z"),
  Case(DateComponents(second: 15), "FREQ=MINUTELY;BYSECOND=15", "2026-12-01T10:16:15Z", "2026-12-01T10:17:15Z"),
  Case(
    DateComponents(hour: 11, second: 5), "FREQ=MINUTELY;BYSECOND=5;BYHOUR=11", "2026-12-01T11:00:05Z",
    "2026-12-01T11:01:05Z"),
  Case(
    DateComponents(minute: 30, weekday: 2), "FREQ=HOURLY;BYMINUTE=30;BYDAY=MO", "2026-12-07T00:30:00Z",
    "2026-12-07T01:30:00Z"),
  Case(
    DateComponents(year: 2027, hour: 9), "FREQ=DAILY;BYHOUR=9", "2027-01-01T09:00:00Z", "2027-01-02T09:00:00Z"),
  Case(
    DateComponents(year: 2030, month: 12, day: 24, hour: 18),
    "FREQ=YEARLY;BYHOUR=18;BYMONTHDAY=24;BYMONTH=12", "2030-12-24T18:00:00Z"),
  Case(DateComponents(year: 2030), "FREQ=YEARLY", "2030-01-01T00:00:00Z"),
]

@Suite("Calendar triggers")
struct CalendarTriggerTests {
  private func draft(_ trigger: CalendarTrigger, at now: Instant, in zone: Zone) throws -> MessageDraft {
    var draft = MessageDraft()
    for (key, text) in try trigger.wireKeys(at: now, in: zone) { try draft.set(key.rawValue, to: text) }
    return draft
  }

  @Test("a series is the rule that matches all components", arguments: cases)
  fileprivate func series(one: Case) throws {
    let now = try Instant(parsing: now)
    let trigger = CalendarTrigger(dateMatching: one.components, repeats: true)
    let draft = try draft(trigger, at: now, in: .utc)
    #expect(draft[.rule] == one.rule)
    let found = try draft.trigger(at: now, in: .utc).first(one.next.count, after: now, in: .utc)
    #expect(found.map(\.instant.description) == one.next)
  }

  @Test("a series comes back with the components it was made of", arguments: cases)
  fileprivate func readBack(one: Case) throws {
    let trigger = CalendarTrigger(dateMatching: one.components, repeats: true, timeZone: "Asia/Shanghai")
    let request = NotificationRequest(identifier: "m", content: NotificationContent(title: "M"), trigger: trigger)
    #expect(
      try NotificationRequest(wire: request.wire([:], at: .now, in: .utc))?.trigger as? CalendarTrigger == trigger)
  }

  @Test("once is the first moment of the series", arguments: cases)
  fileprivate func once(one: Case) throws {
    let now = try Instant(parsing: now)
    let trigger = CalendarTrigger(dateMatching: one.components, repeats: false)
    #expect(trigger.nextTriggerDate(at: now, in: .utc) == (try Date(Instant(parsing: #require(one.next.first)))))
    #expect(try draft(trigger, at: now, in: .utc)[.rule] == nil)
  }

  @Test("agrees with Foundation's search for the next date, in zones and over changes of clocks")
  func foundation() throws {
    var generator = SeededGenerator(seed: 7)
    for name in ["UTC", "Asia/Shanghai", "Europe/Berlin", "America/New_York", "Asia/Kolkata"] {
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = try #require(TimeZone(identifier: name))
      let zone = try Zone(identifier: name)
      for _ in 0..<300 {
        let components = randomComponents(&generator)
        let now = Date(timeIntervalSince1970: Double(Int.random(in: 1_790_000_000...1_890_000_000, using: &generator)))
        let theirs = calendar.nextDate(after: now, matching: components, matchingPolicy: .nextTime)
        let trigger = CalendarTrigger(dateMatching: components, repeats: false)
        let ours = trigger.nextTriggerDate(at: try #require(Instant(now)), in: zone)
        #expect(ours == theirs, "\(components) after \(now) in \(name)")
      }
    }
  }

  /// Hours from 4 on: where clocks change at night, Foundation skips some of what was moved.
  private func randomComponents(_ generator: inout SeededGenerator) -> DateComponents {
    var components = DateComponents()
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: components.weekday = .random(in: 1...7, using: &generator)
    case 1: components.day = .random(in: 1...28, using: &generator)
    case 2:
      components.month = .random(in: 1...12, using: &generator)
      components.day = .random(in: 1...28, using: &generator)
    default: break
    }
    components.hour = .random(in: 4...23, using: &generator)
    if Bool.random(using: &generator) { components.minute = .random(in: 0...59, using: &generator) }
    return components
  }

  @Test("the clock of a zone counts where one is given, also one that Foundation only knows by its offset")
  func zones() throws {
    let now = try Instant(parsing: now)
    let nine = DateComponents(hour: 9)
    let shanghai = CalendarTrigger(dateMatching: nine, repeats: false, timeZone: "Asia/Shanghai")
    #expect(shanghai.nextTriggerDate(at: now, in: .utc) == (try Date(Instant(parsing: "2026-12-02T01:00:00Z"))))
    var zoned = nine
    zoned.timeZone = TimeZone(secondsFromGMT: -5 * 3600)
    let fixed = CalendarTrigger(dateMatching: zoned, repeats: true)
    #expect(fixed.timeZone == "-05:00")
    #expect(fixed.nextTriggerDate(at: now, in: .utc) == (try Date(Instant(parsing: "2026-12-01T14:00:00Z"))))
    zoned.timeZone = TimeZone(identifier: "Europe/Berlin")
    #expect(CalendarTrigger(dateMatching: zoned, repeats: true).timeZone == "Europe/Berlin")
    let unknown = CalendarTrigger(dateMatching: nine, repeats: false, timeZone: "Asia/Atlantis")
    #expect(unknown.nextTriggerDate() == nil)
    #expect(throws: NotificationError.self) { try unknown.wireKeys(at: now, in: .utc) }
  }

  @Test(
    "what cannot be matched is named",
    arguments: [
      (DateComponents(), "no date components"), (DateComponents(hour: 24), "hour is 24"),
      (DateComponents(month: 0), "month is 0"), (DateComponents(weekOfYear: 3), "weekOfYear"),
      (DateComponents(weekOfMonth: 3), "weekOfMonth"), (DateComponents(nanosecond: 5), "nanosecond"),
      (DateComponents(weekdayOrdinal: 2), "weekday is missing"), (DateComponents(weekday: 8), "weekday is 8"),
      (DateComponents(minute: 5, weekday: 2, weekdayOrdinal: 2), "weekdayOrdinal does not go together"),
      (DateComponents(calendar: Calendar(identifier: .hebrew), day: 1), "Gregorian"),
      (DateComponents(month: 2, day: 30), "never fires"), (DateComponents(year: 2020), "has passed"),
    ])
  func refused(components: DateComponents, words: String) throws {
    let now = try Instant(parsing: now)
    let trigger = CalendarTrigger(dateMatching: components, repeats: false)
    #expect { try trigger.wireKeys(at: now, in: .utc) } throws: { error in
      (error as? NotificationError)?.message.contains(words) == true
    }
    #expect(trigger.nextTriggerDate(at: now, in: .utc) == nil)
  }
}
