import Foundation
import LocalPushBus
import LocalPushModel
import LocalPushTime
import LocalPushWire
import Testing

@testable import LocalPush

@Suite("Requests on their way to the daemon and back")
struct RequestTests {
  private static let category = NotificationCategory(
    identifier: "TODO",
    actions: [
      NotificationAction(identifier: "VIEW", title: "查看", options: [.foreground]),
      NotificationAction(identifier: "DONE", title: "Done", options: [.destructive]),
      TextInputNotificationAction(identifier: "NOTE", title: "Note", textInputPlaceholder: "What?"),
    ])

  private static let full: NotificationContent = {
    var content = NotificationContent(title: "Title", body: "5 < 6 & more")
    content.badge = .add(-2)
    content.sound = .default
    content.userInfo = ["id": 4711, "real": 1.0, "null": nil, "list": [true, "三"]]
    content.categoryIdentifier = "TODO"
    content.threadIdentifier = "todo"
    content.interruptionLevel = .timeSensitive
    content.attachments = [NotificationAttachment(path: "/tmp/picture.png")]
    content.icon = "mail-unread"
    content.expires = .seconds(5400)
    return content
  }()

  private func wire(_ request: NotificationRequest) throws -> BusValue {
    try request.wire(["TODO": Self.category], at: .now, in: .utc)
  }

  private static let triggers: [any NotificationTrigger] = [
    TimeIntervalTrigger(timeInterval: 90.25, repeats: false), TimeIntervalTrigger(timeInterval: 3600, repeats: true),
    InstantTrigger(date: Date(timeIntervalSince1970: 1_900_000_000.5)),
    CalendarTrigger(dateMatching: DateComponents(hour: 9, minute: 5), repeats: true),
    CalendarTrigger(
      dateMatching: DateComponents(year: 2030, month: 1, day: 2, hour: 3, minute: 4, second: 5), repeats: false,
      timeZone: "Asia/Tokyo"),
    recurrence(),
  ]

  private static func recurrence() -> RecurrenceTrigger {
    let start = DateComponents(year: 2026, month: 12, day: 1, hour: 9, minute: 0, second: 0)
    guard
      var trigger = try? RecurrenceTrigger(
        rule: "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU", start: start, timeZone: "Europe/Berlin")
    else { preconditionFailure("the rule is a rule") }
    trigger.exceptions = [DateComponents(year: 2026, month: 12, day: 15, hour: 9, minute: 0, second: 0)]
    trigger.additions = [DateComponents(year: 2026, month: 12, day: 17, hour: 9, minute: 0, second: 0)]
    return trigger
  }

  @Test("everything comes back as it was", arguments: triggers.indices)
  func roundTrip(index: Int) throws {
    let request = NotificationRequest(
      identifier: "m", content: Self.full, trigger: Self.triggers[index], missedPolicy: .latest.notAfter(.seconds(7200))
    )
    #expect(NotificationRequest(wire: try wire(request)) == request)
  }

  @Test("the daemon understands what is sent", arguments: triggers.indices)
  func understood(index: Int) throws {
    let request = NotificationRequest(identifier: "m", content: Self.full, trigger: Self.triggers[index])
    let draft = try MessageDraft(wire: wire(request), app: "org.example.Todo")
    let message = try draft.message(source: "app", at: .now, in: .utc)
    #expect(message.trigger.repeats == Self.triggers[index].repeats)
    #expect(message.content.actions.map(\.key) == ["VIEW", "DONE", "NOTE"])
    #expect(message.content.actions.map(\.handler) == [.launch, nil, .launch])
    #expect(message.content.defaultHandler == .launch && message.content.bodyActionKey == "default")
    #expect(message.content.replyAction?.placeholder == "What?")
    #expect(message.content.urgency == .critical && message.content.badge == .add(-2))
  }

  @Test("the levels of interruption come back", arguments: InterruptionLevel.allCases)
  func levels(level: InterruptionLevel) throws {
    var content = NotificationContent(title: "M")
    content.interruptionLevel = level
    let request = NotificationRequest(identifier: "m", content: content, trigger: nil)
    let message = try wire(request)
    #expect(NotificationRequest(wire: message)?.content.interruptionLevel == level)
    #expect((message["do-not-disturb"]?.stringValue == "hold") == (level == .active))
  }

  @Test("without a trigger the moment is now")
  func immediately() throws {
    let request = NotificationRequest(identifier: "m", content: NotificationContent(title: "M"), trigger: nil)
    #expect(try wire(request)["in"] == .string("0s"))
  }

  private struct Foreign: NotificationTrigger {
    let repeats = false
    func nextTriggerDate() -> Date? { nil }
  }

  @Test("what cannot be sent is refused in words, under the identifier of the request")
  func refused() throws {
    var unknownCategory = NotificationContent(title: "M")
    unknownCategory.categoryIdentifier = "OTHER"
    var twoPictures = NotificationContent(title: "M")
    twoPictures.attachments = [NotificationAttachment(path: "/a"), NotificationAttachment(path: "/b")]
    var notANumber = NotificationContent(title: "M")
    notANumber.userInfo = ["list": [.real(.nan)]]
    let plain = NotificationContent(title: "M")
    let table: [(NotificationContent, (any NotificationTrigger)?, String)] = [
      (unknownCategory, nil, "no category 'OTHER'"), (twoPictures, nil, "2 attachments"), (notANumber, nil, "NaN"),
      (plain, Foreign(), "Foreign"), (plain, TimeIntervalTrigger(timeInterval: 0, repeats: false), "more than 0"),
      (plain, TimeIntervalTrigger(timeInterval: .nan, repeats: false), "more than 0"),
      (plain, TimeIntervalTrigger(timeInterval: 59, repeats: true), "60 at least"),
      (plain, InstantTrigger(date: Date(timeIntervalSince1970: .infinity)), "years 1 to 9999"),
    ]
    for (content, trigger, words) in table {
      #expect {
        try wire(NotificationRequest(identifier: "m", content: content, trigger: trigger))
      } throws: { error in
        let error = error as? NotificationError
        return error?.identifier == "m" && error?.code == .invalidArgument && error?.message.contains(words) == true
      }
    }
  }

  @Test("a rule with a fault is refused where it is written")
  func wrongRule() {
    #expect { try RecurrenceTrigger(rule: "FREQ=WEEKLY;BYDAY=XX") } throws: { "\($0)".contains("BYDAY") }
    #expect(throws: NotificationError.self) { try RecurrenceTrigger(rule: "FREQ=DAILY", timeZone: "BST") }
    #expect(throws: NotificationError.self) {
      try RecurrenceTrigger(rule: "FREQ=DAILY", start: DateComponents(year: 2026, month: 2, day: 30))
    }
  }

  @Test("a message of another program comes back as what is like it")
  func foreign() throws {
    let hourly = NotificationRequest(
      wire: .vardict([("id", "m"), ("title", "M"), ("at", "tomorrow 9:00"), ("repeat", "hour")]))
    #expect(hourly?.trigger == nil)
    let next = "2026-12-01T10:00:00+09:00"
    let known = NotificationRequest(
      wire: .vardict([("id", "m"), ("title", "M"), ("at", "tomorrow 10:00"), ("next", .string(next))]))
    #expect((known?.trigger as? InstantTrigger)?.date == (try Date(Instant(parsing: next))))
    let daily = NotificationRequest(
      wire: .vardict([("id", "m"), ("title", "M"), ("at", "2026-12-01T09:00:00"), ("repeat", "day")]))
    #expect((daily?.trigger as? RecurrenceTrigger)?.rule == "FREQ=DAILY")
  }

  @Test("a pending interval knows when it is due")
  func dueInterval() throws {
    let pending = NotificationRequest(
      wire: .vardict([("id", "m"), ("title", "M"), ("in", "1h"), ("next", "2026-12-01T10:00:00Z")]))
    #expect(pending?.trigger?.nextTriggerDate() == (try Date(Instant(parsing: "2026-12-01T10:00:00Z"))))
  }
}
