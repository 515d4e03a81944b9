internal import LocalPushModel

/// What stands between `BEGIN:NAME` and `END:NAME` in an iCalendar file (RFC 5545 §3.4).
///
/// Own code and not libical: that leaves out what it cannot read without saying where it stood, and brings ICU, which
/// takes more memory than the whole daemon, for rules and zones that `LocalPushTime` has anyway.
struct CalendarComponent {
  let name: String
  /// Of its `BEGIN`, from 1.
  let line: Int
  fileprivate(set) var lines: [ContentLine] = []
  fileprivate(set) var children: [CalendarComponent] = []
  /// What is wrong in it, not counting its children.
  fileprivate(set) var problems: [(line: Int, reason: String)] = []

  /// The first property of a name.
  func property(_ name: String) -> ContentLine? {
    lines.first { $0.name == name }
  }

  func properties(_ name: String) -> [ContentLine] {
    lines.filter { $0.name == name }
  }
}

/// The calendars of an iCalendar file.
struct CalendarTree {
  private(set) var calendars: [CalendarComponent] = []
  /// What is wrong outside of every calendar.
  private(set) var problems: [(line: Int, reason: String)] = []
  /// False when the file was cut off, so that items may be missing.
  private(set) var isWhole = true
  private var open: [CalendarComponent] = []

  /// Components that stand in a calendar and in nothing else.
  private static let items: Set = ["VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VTIMEZONE", "VAVAILABILITY"]
  /// More than any standard nests.
  private static let deepest = 8

  init(_ bytes: [UInt8]) {
    for (bytes, number) in ContentLines(bytes) {
      do throws(ContentLineError) {
        take(try ContentLine(bytes, number: number))
      } catch {
        note(error.reason, line: number)
      }
    }
    isWhole = open.isEmpty
    while let last = open.last { close(unfinished: "the file ends before END:\(last.name)", line: last.line) }
  }

  private mutating func take(_ line: ContentLine) {
    switch line.name {
    case "BEGIN": begin(line.value.trimmed.uppercased(), line: line.number)
    case "END": end(line.value.trimmed.uppercased(), line: line.number)
    default:
      if open.isEmpty {
        note("'\(line.name.forDisplay)' stands outside of BEGIN:VCALENDAR", line: line.number)
      } else {
        open[open.count - 1].lines.append(line)
      }
    }
  }

  private mutating func begin(_ name: String, line: Int) {
    let room = name == "VCALENDAR" ? 0 : Self.items.contains(name) ? 1 : Self.deepest
    while open.count > room, let last = open.last {
      close(unfinished: "has no END:\(last.name) before line \(line)", line: last.line)
    }
    if open.isEmpty, name != "VCALENDAR" {
      note("BEGIN:\(name.forDisplay) stands outside of BEGIN:VCALENDAR", line: line)
    }
    open.append(CalendarComponent(name: name, line: line))
  }

  private mutating func end(_ name: String, line: Int) {
    guard open.contains(where: { $0.name == name }) else {
      return note("END:\(name.forDisplay) ends nothing", line: line)
    }
    while let last = open.last, last.name != name {
      close(unfinished: "has no END:\(last.name) before line \(line)", line: last.line)
    }
    close()
  }

  private mutating func close(unfinished reason: String? = nil, line: Int = 0) {
    guard var closed = open.popLast() else { return }
    if let reason { closed.problems.append((line, reason)) }
    if !open.isEmpty {
      open[open.count - 1].children.append(closed)
    } else if closed.name == "VCALENDAR" {
      calendars.append(closed)
    }
  }

  private mutating func note(_ reason: String, line: Int) {
    if open.isEmpty {
      problems.append((line, reason))
    } else {
      open[open.count - 1].problems.append((line, reason))
    }
  }
}
