internal import FoundationEssentials
internal import LocalPushModel
internal import LocalPushTime

/// Date components of which each says something about dates or times, as a rule of RFC 5545 can say it.
///
/// Only what is given stands in the rule; what is smaller than the smallest given component comes from the start, which
/// is a midnight at the beginning of a year.
struct CalendarPattern: Hashable {
  private(set) var year: Int?
  private(set) var month: Int?
  private(set) var day: Int?
  private(set) var dayOfYear: Int?
  private(set) var weekday: WeekdayNumber?
  private(set) var hour: Int?
  private(set) var minute: Int?
  private(set) var second: Int?

  /// Takes what can be matched, and refuses the rest in words.
  init(_ components: DateComponents) throws(NotificationError) {
    try Self.refuseUnknown(components)
    year = try Self.checked("year", components.year, in: 1...9999)
    month = try Self.checked("month", components.month, in: 1...12)
    day = try Self.checked("day", components.day, in: 1...31)
    dayOfYear = try Self.checked("dayOfYear", components.dayOfYear, in: 1...366)
    hour = try Self.checked("hour", components.hour, in: 0...23)
    minute = try Self.checked("minute", components.minute, in: 0...59)
    second = try Self.checked("second", components.second, in: 0...59)
    let ordinal = try Self.checked("weekdayOrdinal", components.weekdayOrdinal, in: -5...5)
    if let number = try Self.checked("weekday", components.weekday, in: 1...7) {
      weekday = Weekday(rawValue: (number + 5) % 7 + 1).map { WeekdayNumber($0, ordinal: ordinal) }
    }
    try checkTogether(ordinal)
  }

  private static func checked(_ name: String, _ value: Int?, in range: ClosedRange<Int>) throws(NotificationError)
    -> Int?
  {
    guard let value else { return nil }
    guard range.contains(value), name != "weekdayOrdinal" || value != 0 else {
      throw NotificationError(
        .invalidArgument,
        "the component \(name) is \(value); it must be from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  private static func refuseUnknown(_ components: DateComponents) throws(NotificationError) {
    let weeks = [
      ("weekOfMonth", components.weekOfMonth), ("weekOfYear", components.weekOfYear),
      ("yearForWeekOfYear", components.yearForWeekOfYear), ("quarter", components.quarter),
    ]
    for (name, value) in weeks where value != nil {
      throw NotificationError(
        .invalidArgument, "the component \(name) cannot be matched; write it as a rule, with RecurrenceTrigger")
    }
    guard components.nanosecond ?? 0 == 0 else {
      throw NotificationError(.invalidArgument, "the component nanosecond cannot be matched; times are whole seconds")
    }
    guard components.era ?? 1 == 1, components.isLeapMonth != true, isGregorian(components.calendar) else {
      throw NotificationError(.invalidArgument, "only the Gregorian calendar, in our era, can be matched")
    }
  }

  private static func isGregorian(_ calendar: Calendar?) -> Bool {
    guard let calendar else { return true }
    return calendar.identifier == .gregorian || calendar.identifier == .iso8601
  }

  private func checkTogether(_ ordinal: Int?) throws(NotificationError) {
    let isEmpty =
      [year, month, day, dayOfYear, hour, minute, second].allSatisfy { $0 == nil } && weekday == nil
    guard !isEmpty || ordinal != nil else {
      throw NotificationError(.invalidArgument, "the trigger has no date components to match")
    }
    if ordinal != nil {
      guard weekday != nil else {
        throw NotificationError(
          .invalidArgument, "weekdayOrdinal counts weekdays, and the component weekday is missing")
      }
      guard day == nil, dayOfYear == nil, frequency >= .monthly else {
        throw NotificationError(
          .invalidArgument, "weekdayOrdinal does not go together with a day, or with minutes of any hour")
      }
    }
    guard dayOfYear == nil || (month == nil && day == nil && weekday == nil) else {
      throw NotificationError(.invalidArgument, "dayOfYear does not go together with a month, a day or a weekday")
    }
  }

  // MARK: - As a rule

  private var namesDay: Bool { day != nil || dayOfYear != nil || weekday != nil }

  /// The shortest period of which each one can hold a match.
  private var frequency: Frequency {
    if second != nil, minute == nil { return .minutely }
    if second != nil || minute != nil, hour == nil { return .hourly }
    if second != nil || minute != nil || hour != nil, !namesDay { return .daily }
    if dayOfYear != nil { return .yearly }
    if let weekday, weekday.ordinal == nil, day == nil { return .weekly }
    return namesDay && month == nil ? .monthly : .yearly
  }

  private func rule() throws(TimeError) -> RecurrenceRule {
    func list<Element>(_ value: Element?) -> [Element] { value.map { [$0] } ?? [] }
    return try RecurrenceRule(
      frequency, months: list(month), yearDays: list(dayOfYear), monthDays: list(day), days: list(weekday),
      hours: list(hour), minutes: list(minute), seconds: list(second))
  }

  /// Of a series that has begun long ago the keys stay the same, so that adding it again changes nothing.
  private var start: String { "\(paddedYear)-01-01T00:00:00" }

  private var until: String? { year.map { _ in "\(paddedYear)-12-31" } }

  private var paddedYear: String {
    let digits = String(year ?? Self.anyYear)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }

  /// Long ago, and beginning on a Monday.
  private static let anyYear = 2001

  /// The keys of a message that is shown at each match.
  func series() throws(NotificationError) -> [(MessageDraft.Key, String)] {
    do {
      return [(.at, start), (.rule, try rule().description)] + (until.map { [(.until, $0)] } ?? [])
    } catch {
      throw NotificationError(error)
    }
  }

  /// The next match on the wall of a zone.
  func next(after now: Instant, in zone: Zone) throws(TimeError) -> Slot? {
    let set = try RecurrenceSet(
      start: CivilDateTime(parsing: start), rule: rule(),
      until: until.map { text throws(TimeError) in try Until(parsing: text) })
    return set.next(after: now, in: zone)?.slot
  }
}

extension CalendarPattern: CustomStringConvertible {
  /// The components as a person reads them.
  var description: String {
    let given = [
      ("year", year), ("month", month), ("day", day), ("day of the year", dayOfYear), ("hour", hour),
      ("minute", minute), ("second", second),
    ].compactMap { name, value in value.map { "\(name) \($0)" } }
    return (given + (weekday.map { ["weekday \($0)"] } ?? [])).joined(separator: ", ")
  }
}

// MARK: - Read back

extension CalendarPattern {
  /// Finds the components that a series was made of; nil if it was not made of any.
  init?(at start: String, rule text: String, until: String?) {
    guard let rule = try? RecurrenceRule(parsing: text), let begin = try? CivilDateTime(parsing: start) else {
      return nil
    }
    let lists = [rule.months, rule.yearDays, rule.monthDays, rule.hours, rule.minutes, rule.seconds]
    guard lists.allSatisfy({ $0.count < 2 }), rule.days.count < 2 else { return nil }
    (month, dayOfYear, day) = (rule.months.first, rule.yearDays.first, rule.monthDays.first)
    (hour, minute, second) = (rule.hours.first, rule.minutes.first, rule.seconds.first)
    weekday = rule.days.first
    year = until == nil ? nil : begin.date.year
    // what has other parts besides, such as an interval, gives other keys
    guard let keys = try? series(), keys.map(\.1) == [start, text] + (until.map { [$0] } ?? []) else { return nil }
  }

  /// The components that were given.
  var components: DateComponents {
    var components = DateComponents()
    (components.year, components.month, components.day) = (year, month, day)
    (components.hour, components.minute, components.second) = (hour, minute, second)
    components.dayOfYear = dayOfYear
    components.weekday = weekday.map { $0.weekday.rawValue % 7 + 1 }
    components.weekdayOrdinal = weekday?.ordinal
    return components
  }
}

extension CivilDateTime {
  /// Year to second.
  var components: DateComponents {
    DateComponents(
      year: date.year, month: date.month, day: date.day, hour: time.hour, minute: time.minute, second: time.second)
  }

  /// Reads year, month and day, and the time as far as it is given.
  init(_ components: DateComponents) throws(NotificationError) {
    guard let year = components.year, let month = components.month, let day = components.day else {
      throw NotificationError(.invalidArgument, "a date needs the components year, month and day")
    }
    do {
      self.init(
        date: try CivilDate(year: year, month: month, day: day),
        time: try CivilTime(
          hour: components.hour ?? 0, minute: components.minute ?? 0, second: components.second ?? 0))
    } catch {
      throw NotificationError(error)
    }
  }
}
