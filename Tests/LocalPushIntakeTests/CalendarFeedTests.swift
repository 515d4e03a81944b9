import LocalPushIntake
import LocalPushModel
import LocalPushTime
import Testing

private func read(_ text: String, allowing schemes: Set<String> = []) throws -> CalendarFeed {
  try CalendarFeed(Array(text.utf8), file: "work.ics", allowedSchemes: schemes)
}

/// A calendar with one event of these lines.
private func event(_ lines: String, zones: String = "") -> String {
  calendar("BEGIN:VEVENT\nUID:e@example.org\nSUMMARY:Meeting\n\(lines)\nEND:VEVENT\n", zones: zones)
}

private func calendar(_ items: String, zones: String = "") -> String {
  "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//test\n\(zones)\(items)END:VCALENDAR\n"
}

private let now = Instant(seconds: 1_793_491_200)  // 2026-11-01

/// The first moments of each message, by id, for a user in Tokyo.
private func moments(_ feed: CalendarFeed, count: Int = 3) throws -> [String: [String]] {
  #expect(feed.faults == [])
  let user = try Zone(identifier: "Asia/Tokyo")
  return try Dictionary(
    uniqueKeysWithValues: feed.messages.map { draft, _ in
      let trigger = try draft.message(source: "test", at: now, in: user).trigger
      return (draft.key.id, trigger.first(count, after: now, in: user).map { $0.instant.text(in: .utc) })
    })
}

private let hourEarly = "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT1H\nEND:VALARM"

@Test(
  "an event comes when it begins, by the clock that it names",
  arguments: [
    ("DTSTART:20261201T090000Z", "2026-12-01T09:00:00Z"),
    ("DTSTART:20261201T090000", "2026-12-01T00:00:00Z"),
    ("DTSTART;TZID=Europe/Berlin:20261201T090000", "2026-12-01T08:00:00Z"),
    ("DTSTART;TZID=\"Europe/Berlin\":20261201T090000", "2026-12-01T08:00:00Z"),
    ("DTSTART;TZID=/freeassociation.sourceforge.net/Europe/Berlin:20261201T090000", "2026-12-01T08:00:00Z"),
    (
      "DTSTART;TZID=/mozilla.org/20050126_1/America/Argentina/Buenos_Aires:20261201T090000",
      "2026-12-01T12:00:00Z"
    ),
    ("DTSTART;TZID=W. Europe Standard Time:20261201T090000", "2026-12-01T08:00:00Z"),
    ("DTSTART;TZID=GMT Standard Time 1:20261201T090000", "2026-12-01T09:00:00Z"),
    ("DTSTART;VALUE=DATE:20261201", "2026-11-30T15:00:00Z"),
  ])
func start(line: String, moment: String) throws {
  #expect(try moments(read(event(line))) == ["e@example.org": [moment]])
}

@Test("a VTIMEZONE says what a strange name means, by its place or by the only offset it has")
func zonesOfTheFile() throws {
  let berlin = """
    BEGIN:VTIMEZONE
    TZID:Mine
    X-LIC-LOCATION:Europe/Berlin
    END:VTIMEZONE

    """
  #expect(
    try moments(read(event("DTSTART;TZID=Mine:20261201T090000", zones: berlin)))
      == ["e@example.org": ["2026-12-01T08:00:00Z"]])
  let fixed = """
    BEGIN:VTIMEZONE
    TZID:Mine
    BEGIN:STANDARD
    DTSTART:19700101T000000
    TZOFFSETFROM:+0530
    TZOFFSETTO:+0530
    END:STANDARD
    END:VTIMEZONE

    """
  #expect(
    try moments(read(event("DTSTART;TZID=Mine:20261201T090000", zones: fixed)))
      == ["e@example.org": ["2026-12-01T03:30:00Z"]])
}

@Test("a zone that only has rules of its own costs that item, with its line and its name")
func unknownZone() throws {
  let zone = """
    BEGIN:VTIMEZONE
    TZID:Mine
    BEGIN:STANDARD
    DTSTART:19701025T030000
    RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
    TZOFFSETFROM:+0200
    TZOFFSETTO:+0100
    END:STANDARD
    END:VTIMEZONE

    """
  let feed = try read(
    calendar(
      "BEGIN:VEVENT\nUID:a\nSUMMARY:A\nDTSTART;TZID=Mine:20261201T090000\nEND:VEVENT\n"
        + "BEGIN:VEVENT\nUID:b\nSUMMARY:B\nDTSTART:20261201T090000Z\nEND:VEVENT\n", zones: zone))
  #expect(feed.messages.map(\.draft.key.id) == ["b"])
  #expect(feed.faults.map(\.line) == [16])
  #expect(feed.faults.first?.key == "DTSTART")
  #expect(feed.faults.first?.reason.contains("'Mine'") == true)
  #expect(feed.faulty.contains(MessageKey(app: MessageKey.ownApp, id: "a")))
}

@Test("lines are unfolded as bytes, whatever they end in, and texts lose their escapes")
func linesAndTexts() throws {
  let text = event(#"DTSTART:20261201T090000Z"# + "\n" + #"DESCRIPTION:Eins\, zwei\; drei\\vier\nf"# + "ü" + "nf")
  var bytes = Array(text.utf8)
  let umlaut = try #require(bytes.firstIndex(of: 0xC3))
  bytes.insert(contentsOf: Array("\n ".utf8), at: umlaut + 1)
  for ending in ["\n", "\r\n", "\r"] {
    let folded: [UInt8] = [0xEF, 0xBB, 0xBF] + bytes.flatMap { $0 == 0x0A ? Array(ending.utf8) : [$0] }
    let feed = try CalendarFeed(folded, file: "work.ics")
    #expect(feed.faults == [])
    #expect(feed.messages.first?.draft[.body] == "Eins, zwei; drei\\vier\nfünf")
    #expect(feed.messages.first?.draft[.title] == "Meeting")
  }
}

@Test("place, address and id travel with the message, and the address gets a button")
func content() throws {
  let lines = "DTSTART:20261201T090000Z\nLOCATION:Room 7\nDESCRIPTION:Agenda\nURL:https://example.org/7"
  let draft = try #require(try read(event(lines), allowing: ["https"]).messages.first?.draft)
  let content = try draft.content()
  #expect(content.body == "Room 7\nAgenda")
  #expect(content.userInfo["uid"] == .string("e@example.org"))
  #expect(content.userInfo["location"] == .string("Room 7"))
  #expect(content.handler(for: "default") == .open("https://example.org/7"))
  let unallowed = try #require(try read(event(lines)).messages.first?.draft.content())
  #expect(unallowed.handler(for: "default") == nil)
  #expect(unallowed.userInfo["url"] == .string("https://example.org/7"))
}

@Test("what is longer than a message may be is cut, not refused")
func longTexts() throws {
  let lines = "DTSTART:20261201T090000Z\nDESCRIPTION:" + String(repeating: "ü", count: 10_000)
  let draft = try #require(try read(event(lines)).messages.first?.draft)
  #expect(draft[.body]?.utf8.count ?? 0 <= Limits.bodyBytes)
  #expect(draft[.body]?.hasSuffix("ü…") == true)
}

@Test("each alarm is a message of its own")
func alarms() throws {
  let alarms = """
    DTSTART;TZID=Europe/Berlin:20261201T000500
    DTEND;TZID=Europe/Berlin:20261201T010500
    BEGIN:VALARM
    ACTION:DISPLAY
    TRIGGER:-PT15M
    END:VALARM
    BEGIN:VALARM
    ACTION:AUDIO
    TRIGGER;RELATED=END:PT5M
    END:VALARM
    BEGIN:VALARM
    ACTION:DISPLAY
    TRIGGER;VALUE=DATE-TIME:20261130T120000Z
    END:VALARM
    BEGIN:VALARM
    ACTION:EMAIL
    TRIGGER:-P1W
    END:VALARM
    BEGIN:VALARM
    ACTION:DISPLAY
    TRIGGER:-P1D
    REPEAT:1
    DURATION:PT10M
    END:VALARM
    """
  let feed = try read(event(alarms))
  #expect(
    try moments(feed) == [
      "e@example.org": ["2026-11-30T22:50:00Z"], "e@example.org#2": ["2026-12-01T00:10:00Z"],
      "e@example.org#3": ["2026-11-30T12:00:00Z"], "e@example.org#4": ["2026-11-29T23:05:00Z"],
      "e@example.org#5": ["2026-11-29T23:15:00Z"],
    ])
  #expect(feed.messages.first?.draft[.body] == "2026-12-01 00:05 Europe/Berlin")
}

@Test("an alarm that cannot be read costs itself, and one that cannot be shown is none")
func badAlarms() throws {
  let feed = try read(
    event(
      "DTSTART:20261201T090000Z\nBEGIN:VALARM\nTRIGGER:soon\nEND:VALARM\nBEGIN:VALARM\nACTION:NONE\nTRIGGER:-PT1H\nEND:VALARM"
    ))
  #expect(feed.faults.map(\.line) == [9])
  #expect(feed.faults.first?.key == "TRIGGER")
  #expect(feed.messages.map(\.draft[.shift]) == [nil])
}

@Test("an alarm of a series comes before each occurrence, also where that is in another month")
func seriesAlarms() throws {
  let lines = "DTSTART;VALUE=DATE:20200101\nRRULE:FREQ=MONTHLY;BYMONTHDAY=1\nEXDATE;VALUE=DATE:20261201\n"
  let feed = try read(event(lines + "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT15H\nEND:VALARM"))
  #expect(
    try moments(feed, count: 3)["e@example.org"] == [
      "2026-12-31T00:00:00Z", "2027-01-31T00:00:00Z", "2027-02-28T00:00:00Z",
    ])
}

@Test("a series has its rule, its added dates and those left out, in whatever zone they are written")
func series() throws {
  let lines = """
    DTSTART;TZID=Europe/Berlin:20261102T090000
    RRULE:FREQ=WEEKLY;COUNT=5
    EXDATE:20261109T080000Z
    EXDATE;TZID=America/New_York:20261116T030000
    RDATE;TZID=Europe/Berlin:20261103T100000
    RDATE;VALUE=PERIOD:20261104T100000Z/PT1H
    """
  #expect(
    try moments(read(event(lines)), count: 9)["e@example.org"] == [
      "2026-11-02T08:00:00Z", "2026-11-03T09:00:00Z", "2026-11-04T10:00:00Z",
      "2026-11-23T08:00:00Z", "2026-11-30T08:00:00Z",
    ])
}

@Test("an occurrence that was moved leaves its series and comes on its own, and a cancelled one leaves it")
func overrides() throws {
  let feed = try read(
    calendar(
      """
      BEGIN:VEVENT
      UID:s
      SUMMARY:Series
      DTSTART;TZID=Europe/Berlin:20261102T090000
      RRULE:FREQ=WEEKLY;COUNT=4
      END:VEVENT
      BEGIN:VEVENT
      UID:s
      RECURRENCE-ID:20261109T080000Z
      SUMMARY:Moved
      DTSTART;TZID=Europe/Berlin:20261110T090000
      END:VEVENT
      BEGIN:VEVENT
      UID:s
      RECURRENCE-ID;TZID=Europe/Berlin:20261116T090000
      SUMMARY:Not this week
      STATUS:CANCELLED
      DTSTART;TZID=Europe/Berlin:20261116T090000
      END:VEVENT

      """))
  #expect(
    try moments(feed, count: 9) == [
      "s": ["2026-11-02T08:00:00Z", "2026-11-23T08:00:00Z"],
      "s@2026-11-09T08:00:00Z": ["2026-11-10T08:00:00Z"],
    ])
  #expect(feed.withdrawn.contains(MessageKey(app: MessageKey.ownApp, id: "s@2026-11-16T09:00:00")))
}

@Test("a series all of whose occurrences were changed is not at fault")
func allReplaced() throws {
  let master = "BEGIN:VEVENT\nUID:s\nSUMMARY:S\nDTSTART:20261201T090000Z\nRRULE:FREQ=DAILY;COUNT=1\nEND:VEVENT\n"
  let changed =
    "BEGIN:VEVENT\nUID:s\nRECURRENCE-ID:20261201T090000Z\nSUMMARY:S\nDTSTART:20261201T100000Z\nEND:VEVENT\n"
  #expect(try moments(read(calendar(master + changed))).keys.sorted() == ["s@2026-12-01T09:00:00Z"])
}

@Test("of two versions the one with the higher SEQUENCE counts, wherever it stands")
func sequences() throws {
  func version(_ sequence: Int, _ title: String, _ more: String = "") -> String {
    "BEGIN:VEVENT\nUID:s\nSEQUENCE:\(sequence)\nSUMMARY:\(title)\nDTSTART:20261201T090000Z\n\(more)END:VEVENT\n"
  }
  let feed = try read(calendar(version(5, "New") + version(3, "Old")))
  #expect(feed.messages.map(\.draft[.title]) == ["New"])
  let off = try read(calendar(version(5, "New") + version(6, "Off", "STATUS:CANCELLED\n")))
  #expect(off.messages.isEmpty && off.faults.isEmpty)
  #expect(off.withdrawn.contains(MessageKey(app: MessageKey.ownApp, id: "s")))
}

@Test("a task is announced when it is due, and not when it is done")
func tasks() throws {
  func task(_ uid: String, _ lines: String) -> String { "BEGIN:VTODO\nUID:\(uid)\nSUMMARY:T\n\(lines)\nEND:VTODO\n" }
  let feed = try read(
    calendar(
      task("due", "DUE:20261201T090000Z") + task("done", "DUE:20261201T090000Z\nSTATUS:COMPLETED")
        + task("early", "DTSTART:20261201T080000Z\nDUE:20261201T090000Z")
        + task("late", "DUE:20261201T090000Z\nBEGIN:VALARM\nACTION:DISPLAY\nTRIGGER;RELATED=END:-PT30M\nEND:VALARM")))
  #expect(
    try moments(feed) == [
      "due": ["2026-12-01T09:00:00Z"], "early": ["2026-12-01T08:00:00Z"],
      "late": ["2026-12-01T08:30:00Z"],
    ])
}

@Test(
  "one bad item costs itself only, and its fault has the line and the property",
  arguments: [
    ("SUMMARY:T\nDTSTART:20260230T090000Z", 7, "DTSTART"), ("SUMMARY:T", 4, "DTSTART"),
    ("DTSTART:20261201T090000Z", 4, "SUMMARY"), ("SUMMARY:T\nDTSTART:20261201T090000Z\nRRULE:FREQ=OFTEN", 8, "RRULE"),
    ("SUMMARY:T\nDTSTART:20261201T090000Z\nRRULE:FREQ=DAILY\nRRULE:FREQ=WEEKLY", 9, "RRULE"),
    ("SUMMARY:T\nDTSTART:20261201T090000Z\nRRULE:FREQ=DAILY\nEXDATE:20261302", 9, "EXDATE"),
    ("SUMMARY:T\nDTSTART;TZID=Mars/Base:20261201T090000", 7, "DTSTART"),
    ("SUMMARY:T\nDTSTART:20261201T090000Z\nnothing", 8, nil),
    ("SUMMARY:T\nDTSTART;X:20261201T090000Z", 7, nil),
    ("SUMMARY:T\nDTSTART:20261201T090000Z\nRECURRENCE-ID;RANGE=THISANDFUTURE:20261201T090000Z", 8, "RECURRENCE-ID"),
    ("SUMMARY:T\nDTSTART:20261201T090000Z\nRRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", 8, "RRULE"),
  ])
func badItems(lines: String, line: Int, key: String?) throws {
  let good = "BEGIN:VEVENT\nUID:good\nSUMMARY:G\nDTSTART:20261201T090000Z\nEND:VEVENT\n"
  let feed = try read(calendar("BEGIN:VEVENT\nUID:bad\n\(lines)\nEND:VEVENT\n\(good)"))
  #expect(feed.messages.map(\.draft.key.id) == ["good"])
  #expect(feed.faults.map(\.line) == [line])
  #expect(feed.faults.first?.key == key)
  #expect(feed.isWhole)
}

@Test("bytes that are no text cost their item, and a file that ends too soon is not whole")
func damaged() throws {
  var bytes = Array(event("DTSTART:20261201T090000Z\nDESCRIPTION:caf?").utf8)
  bytes[try #require(bytes.firstIndex(of: UInt8(ascii: "?")))] = 0xE9
  let latin = try CalendarFeed(bytes, file: "work.ics")
  #expect(latin.messages.isEmpty)
  #expect(latin.faults.first?.reason.contains("UTF-8") == true)
  #expect(latin.isWhole)
  let text = event("DTSTART:20261201T090000Z")
  let cut = try read(String(text.prefix(text.count - 40)))
  #expect(!cut.isWhole)
  #expect(!cut.faults.isEmpty)
  #expect(throws: Fault.self) { try read("[]") }
}

@Test("no bytes at all make the reader fall over")
func rubbish() throws {
  let user = try Zone(identifier: "Asia/Tokyo")
  var generator = SystemRandomNumberGenerator()
  let whole = Array(event("DTSTART:20261201T090000Z\nRRULE:FREQ=DAILY\n\(hourEarly)").utf8)
  for _ in 0..<2_000 {
    var bytes = whole
    for _ in 0..<Int.random(in: 1...6, using: &generator) {
      let place = Int.random(in: bytes.indices, using: &generator)
      switch Int.random(in: 0...2, using: &generator) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
      case 1: bytes.removeSubrange(place..<min(bytes.count, place + 9))
      default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 30)], at: place)
      }
    }
    guard let feed = try? CalendarFeed(bytes, file: "work.ics") else { continue }
    for (draft, _) in feed.messages { _ = try? draft.message(source: "test", at: now, in: user) }
  }
}
