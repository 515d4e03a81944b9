internal import LocalPushModel
internal import LocalPushTime

/// A `VEVENT` or `VTODO`: what of it decides which messages it makes, and when.
struct CalendarItem {
  /// What is wrong with one property of an item.
  struct Failure: Error {
    let line: Int
    let key: String?
    let reason: String
  }

  let component: CalendarComponent
  let zones: CalendarZones
  let uid: String
  /// The occurrence of the series that it stands for, nil for the series or a single one.
  let replaced: CalendarTime?
  /// It was cancelled, or is done.
  let isOff: Bool
  private let sequence: Int
  private let stamp: String

  /// How many alarms of one item are taken, repetitions counted.
  static let alarmsAtMost = 16

  /// - Parameter isCancelled: the calendar as a whole cancels what is in it.
  init(_ component: CalendarComponent, _ zones: CalendarZones, isCancelled: Bool) throws(Failure) {
    self.component = component
    self.zones = zones
    guard let uid = component.property("UID") else {
      throw Failure(line: component.line, key: "UID", reason: "is missing")
    }
    self.uid = uid.text.trimmed
    guard !self.uid.isEmpty else { throw Failure(line: uid.number, key: "UID", reason: "is empty") }
    if let line = component.property("RECURRENCE-ID") {
      guard line.parameter("RANGE") == nil else {
        throw Failure(
          line: line.number, key: "RECURRENCE-ID", reason: "changes of a whole rest of a series (RANGE=) are not taken")
      }
      replaced = try Self.read(line) { try CalendarTime(line.value, of: line, zones) }
    } else {
      replaced = nil
    }
    let status = component.property("STATUS")?.value.trimmed.uppercased()
    isOff = isCancelled || status == "CANCELLED" || status == "COMPLETED" || component.property("COMPLETED") != nil
    sequence = component.property("SEQUENCE").flatMap { Int($0.value.trimmed) } ?? 0
    stamp = component.property("DTSTAMP")?.value.trimmed ?? ""
  }

  /// The id of its first message: the `UID`, and of a replaced occurrence an `@` and its time.
  var id: String { replaced.map { "\(uid)@\($0.name)" } ?? uid }

  /// The id of its message for an alarm, counted from 0: those after the first end in `#2`, `#3`, ….
  func id(alarm index: Int) -> String { Self.id(id, alarm: index) }

  static func id(_ id: String, alarm index: Int) -> String { index == 0 ? id : "\(id)#\(index + 1)" }

  /// Tells whether it is a later version than another of the same id (RFC 5546 §2.1.5).
  func isNewer(than other: CalendarItem) -> Bool { (sequence, stamp) > (other.sequence, other.stamp) }

  // MARK: - Properties

  /// Puts what is wrong with a value down to its line.
  static func read<Value>(_ line: ContentLine, _ read: () throws -> Value) throws(Failure) -> Value {
    do {
      return try read()
    } catch let fault as MessageFault {
      throw Failure(line: line.number, key: line.name, reason: (fault.key.map { "\($0) " } ?? "") + fault.reason)
    } catch {
      throw Failure(line: line.number, key: line.name, reason: "\(error)")
    }
  }

  private func time(_ name: String) throws(Failure) -> CalendarTime? {
    guard let line = component.property(name) else { return nil }
    return try Self.read(line) { try CalendarTime(line.value, of: line, zones) }
  }

  func times(_ name: String) throws(Failure) -> [CalendarTime] {
    let lines = component.properties(name)
    guard let first = lines.first else { return [] }
    return try Self.read(first) { try CalendarTime.list(lines, zones) }
  }

  private func duration(_ name: String) throws(Failure) -> TimeShift? {
    guard let line = component.property(name) else { return nil }
    return try Self.read(line) { try TimeShift(parsing: line.value.trimmed) }
  }

  /// When it begins; a task without a start is there when it is due.
  func start() throws(Failure) -> CalendarTime {
    if let start = try time("DTSTART") { return start }
    if let due = try time("DUE") { return due }
    let isTask = component.name == "VTODO"
    throw Failure(
      line: component.line, key: isTask ? "DUE" : "DTSTART",
      reason: isTask ? "is missing, and so are DTSTART and an alarm with a time: nothing says when" : "is missing")
  }

  /// How long it takes, by `DTEND`, `DUE` or `DURATION`.
  func length(from start: CalendarTime) throws(Failure) -> TimeShift {
    if let length = try duration("DURATION") { return length }
    guard let end = try time(component.name == "VTODO" ? "DUE" : "DTEND") else {
      return TimeShift(days: start.isDay && component.name == "VEVENT" ? 1 : 0, seconds: 0)
    }
    if start.isDay { return TimeShift(days: start.wall.date.days(to: end.wall.date), seconds: 0) }
    return TimeShift(days: 0, seconds: Int((end.instant - start.instant).seconds))
  }
}

extension CivilDate {
  /// How many days later `other` is.
  fileprivate func days(to other: CivilDate) -> Int { other.dayNumber - dayNumber }
}
