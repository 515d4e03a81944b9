/// The rule for years a zone file does not list: the `TZ` text of POSIX with the extensions of RFC 9636 §3.3.1.
///
/// `CET-1CEST,M3.5.0,M10.5.0/3`: one hour east, two in summer, from the last Sunday of March to that of October.
struct PosixZone: Hashable, Sendable {
  /// Seconds east of UTC outside summer time.
  let standardOffset: Int
  let summer: Summer?

  struct Summer: Hashable, Sendable {
    let offset: Int
    let start: Boundary
    let end: Boundary
  }

  /// A day of the year and the wall clock second at which clocks change; may lie outside 0 to 86 399.
  struct Boundary: Hashable, Sendable {
    let day: Day
    let second: Int

    enum Day: Hashable, Sendable {
      /// `Jn`: day 1 to 365, 29 February never counted.
      case withoutLeapDay(Int)
      /// `n`: day 0 to 365.
      case dayOfYear(Int)
      /// `Mm.w.d`: week 1 to 5 (5 is the last), weekday 0 (Sunday) to 6.
      case weekday(month: Int, week: Int, weekday: Int)
    }
  }

  /// Every change after `time` and at most a year longer than `length`, in order, with the offset from then on.
  func changes(after time: Int, during length: Int) -> [(time: Int, offset: Int)] {
    guard let summer else { return [] }
    let first = time == .min ? 1970 : CivilDate(uncheckedDayNumber: time.dividedDown(by: 86_400)).year
    let years = first - 1...first + length / 31_556_952 + 2
    return
      years
      .flatMap { year in
        [
          (time: summer.start.second(in: year) - standardOffset, offset: summer.offset),
          (time: summer.end.second(in: year) - summer.offset, offset: standardOffset),
        ].sorted { $0.time < $1.time }
      }
      .filter { $0.time > time }
  }
}

extension PosixZone.Boundary {
  /// The wall clock second of this boundary in `year`, counted from 1970.
  fileprivate func second(in year: Int) -> Int {
    dayNumber(in: year) * 86_400 + second
  }

  private func dayNumber(in year: Int) -> Int {
    let newYear = CivilDate.dayNumber(year: year, month: 1, day: 1)
    switch day {
    case .withoutLeapDay(let day):
      return newYear + day - 1 + (CivilDate.isLeap(year) && day >= 60 ? 1 : 0)
    case .dayOfYear(let day):
      return newYear + day
    case .weekday(let month, let week, let weekday):
      let first = CivilDate.dayNumber(year: year, month: month, day: 1)
      let firstWeekday = (first + 4).remainder(dividedDownBy: 7)
      let firstMatch = (weekday - firstWeekday).remainder(dividedDownBy: 7)
      let lastIndex = CivilDate.length(ofMonth: month, year: year) - 1
      let index = firstMatch + (week - 1) * 7
      return first + (index > lastIndex ? index - 7 : index)
    }
  }
}
