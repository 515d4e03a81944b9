import LocalPushTestSupport
import Testing

@MainActor
@Suite("Calendars", .serialized)
struct CalendarTests {
  private func event(_ uid: String, _ lines: String) -> String {
    "BEGIN:VEVENT\r\nUID:\(uid)\r\nSUMMARY:\(uid)\r\nDTSTART;TZID=Europe/Berlin:20300102T090000\r\n\(lines)END:VEVENT\r\n"
  }

  private func calendar(_ events: String...) -> String {
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n\(events.joined())END:VCALENDAR\r\n"
  }

  private let alarms =
    "BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT15M\r\nEND:VALARM\r\n"
    + "BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-P1D\r\nEND:VALARM\r\n"

  @Test("a calendar is imported, imported again, and what it cancels is withdrawn")
  func imports() throws {
    let session = try DaemonSession()
    session.home.write(
      "work.ics", calendar(event("a", alarms), event("b", "RRULE:FREQ=DAILY\r\n"), event("c", "x\r\n")))
    let file = session.home.path("work.ics")
    let first = try session.localpush("import", file)
    #expect(first.output == "3 added, 0 updated, 0 unchanged, 0 expired, 0 removed, 1 refused\n")
    #expect(first.errors.contains("work.ics:26: VEVENT c 'x' is not NAME:value"), "\(first.errors)")
    #expect(first.status == 1)
    #expect(try session.pending() == ["a#2", "a", "b"])
    #expect(
      try session.localpush("import", file).output
        == "0 added, 0 updated, 3 unchanged, 0 expired, 0 removed, 1 refused\n")
    try session.schedule([("id", "b"), ("title", "Another's"), ("in", "1h")])
    session.home.write("work.ics", calendar(event("a", "STATUS:CANCELLED\r\n"), event("b", "STATUS:CANCELLED\r\n")))
    #expect(
      try session.localpush("import", file).output
        == "0 added, 0 updated, 0 unchanged, 0 expired, 3 removed, 0 refused\n")
    #expect(try session.pending() == ["b"])
  }

  @Test("a config keeps in step with a calendar, and a file that is cut off takes nothing away")
  func feed() throws {
    let session = try DaemonSession(starts: false)
    session.home.write("work.ics", calendar(event("a", alarms), event("b", "")))
    session.write(config: "[feed work]\npath=\(session.home.path("work.ics"))\n")
    try session.start()
    #expect(try session.pending() == ["a#2", "a", "b"])
    session.home.write("work.ics.new", String(calendar(event("a", "")).dropLast(9)))
    session.home.rename("work.ics.new", to: "work.ics")
    #expect(serveRepeatedly { (try? session.call("Status").first?["faults"]?.stringsValue?.isEmpty) == false })
    #expect(try session.pending().sorted() == ["a", "a#2", "b"])
    session.home.write("work.ics.new", calendar(event("a", "")))
    session.home.rename("work.ics.new", to: "work.ics")
    #expect(serveRepeatedly { (try? session.pending()) == ["a"] })
  }

  @Test("check names what is wrong in a calendar, and what it makes of the rest")
  func check() throws {
    let session = try DaemonSession(starts: false)
    session.home.write("work.ics", calendar(event("a", alarms), event("c", "RRULE:FREQ=OFTEN\r\n")))
    let result = try session.localpush("check", session.home.path("work.ics"))
    #expect(result.status == 1)
    #expect(result.output.contains("work.ics:20: VEVENT c RRULE: "), "\(result.output)")
    #expect(result.output.contains("2030-01-02T16:45:00+09:00"), "\(result.output)")
  }
}
