internal import LocalPushModel
internal import LocalPushTime

/// When an item is to be announced, as one of its alarms says (RFC 5545 §3.6.6).
enum CalendarAlarm {
  /// So long before or after its start.
  case fromStart(TimeShift)
  /// Once, whatever the item is.
  case at(CalendarTime)

  /// Actions that show something; mail is sent by the calendar's server, and a procedure is never run.
  private static let shown: Set = ["DISPLAY", "AUDIO"]

  /// The alarms of an item, repetitions included, and what is wrong with those that cannot be taken.
  static func alarms(of item: CalendarItem) -> (alarms: [CalendarAlarm], failures: [CalendarItem.Failure]) {
    var alarms: [CalendarAlarm] = []
    var failures: [CalendarItem.Failure] = []
    for component in item.component.children where component.name == "VALARM" {
      do throws(CalendarItem.Failure) {
        alarms += try read(component, of: item)
        guard alarms.count <= CalendarItem.alarmsAtMost else {
          alarms.removeSubrange(CalendarItem.alarmsAtMost...)
          throw CalendarItem.Failure(
            line: component.line, key: "VALARM", reason: "is one alarm more than \(CalendarItem.alarmsAtMost)")
        }
      } catch {
        failures.append(error)
      }
    }
    return (alarms, failures)
  }

  private static func read(
    _ component: CalendarComponent, of item: CalendarItem
  ) throws(CalendarItem.Failure) -> [CalendarAlarm] {
    if let problem = component.problems.first {
      throw CalendarItem.Failure(line: problem.line, key: "VALARM", reason: problem.reason)
    }
    guard shown.contains(component.property("ACTION")?.value.trimmed.uppercased() ?? "DISPLAY") else { return [] }
    guard let trigger = component.property("TRIGGER") else {
      throw CalendarItem.Failure(line: component.line, key: "TRIGGER", reason: "is missing")
    }
    let first = try alarm(trigger, of: item)
    return try [first] + repetitions(of: first, in: component)
  }

  private static func alarm(_ trigger: ContentLine, of item: CalendarItem) throws(CalendarItem.Failure) -> CalendarAlarm
  {
    let value = trigger.value.trimmed
    if trigger.parameter("VALUE")?.uppercased() == "DATE-TIME" || value.first?.isNumber == true {
      return .at(try CalendarItem.read(trigger) { try CalendarTime(value, of: trigger, item.zones) })
    }
    let shift = try CalendarItem.read(trigger) { try TimeShift(parsing: value) }
    guard trigger.parameter("RELATED")?.uppercased() == "END" else { return .fromStart(shift) }
    return .fromStart(try item.length(from: item.start()) + shift)
  }

  /// `REPEAT` more times, `DURATION` apart.
  private static func repetitions(
    of first: CalendarAlarm, in component: CalendarComponent
  ) throws(CalendarItem.Failure) -> [CalendarAlarm] {
    guard case .fromStart(var shift) = first, let times = component.property("REPEAT"),
      let pause = component.property("DURATION")
    else { return [] }
    let step = try CalendarItem.read(pause) { try TimeShift(parsing: pause.value.trimmed) }
    let count = Int(times.value.trimmed) ?? 0
    return (0..<min(max(count, 0), CalendarItem.alarmsAtMost)).map { _ in
      shift = shift + step
      return .fromStart(shift)
    }
  }
}
