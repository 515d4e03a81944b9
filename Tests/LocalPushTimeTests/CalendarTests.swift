import LocalPushTestSupport
import Testing

@testable import LocalPushTime

@Suite struct CalendarTests {
  @Test("day numbers count every day of all years once")
  func dayNumbers() throws {
    var day = CivilDate.dayNumbers.lowerBound
    for year in 1...9999 {
      for month in 1...12 {
        #expect(CivilDate.dayNumber(year: year, month: month, day: 1) == day)
        let first = CivilDate(uncheckedDayNumber: day)
        #expect((first.year, first.month, first.day) == (year, month, 1))
        day += CivilDate.length(ofMonth: month, year: year)
        let last = CivilDate(uncheckedDayNumber: day - 1)
        #expect((last.year, last.month) == (year, month))
      }
    }
    #expect(day == CivilDate.dayNumbers.upperBound + 1)
  }

  @Test(
    "known days",
    arguments: [
      ("1970-01-01", 0, Weekday.thursday), ("2000-02-29", 11_016, .tuesday), ("2026-12-01", 20_788, .tuesday),
      ("1969-12-31", -1, .wednesday), ("0001-01-01", -719_162, .monday), ("9999-12-31", 2_932_896, .friday),
    ])
  func known(text: String, dayNumber: Int, weekday: Weekday) throws {
    let date = try CivilDate(parsing: text)
    #expect(date.dayNumber == dayNumber)
    #expect(date.weekday == weekday)
    #expect(CivilDate(dayNumber: dayNumber) == date)
  }

  @Test("adding days crosses months and stops at the ends of the calendar")
  func adding() throws {
    let date = try CivilDate(parsing: "2024-02-28")
    #expect(date.adding(days: 1)?.description == "2024-02-29")
    #expect(date.adding(days: 2)?.description == "2024-03-01")
    #expect(date.adding(days: -59)?.description == "2023-12-31")
    #expect(try CivilDate(parsing: "9999-12-31").adding(days: 1) == nil)
    #expect(try CivilDate(parsing: "0001-01-01").adding(days: -1) == nil)
  }

  @Test("weekdays have the two letters of RFC 5545 and the numbers of ISO 8601")
  func weekdays() {
    #expect(Weekday.allCases.map(\.abbreviation) == ["MO", "TU", "WE", "TH", "FR", "SA", "SU"])
    #expect(Weekday.sunday.rawValue == 7)
    #expect(Weekday(abbreviation: "su") == .sunday)
    #expect(Weekday(abbreviation: "XX") == nil)
  }

  @Test("instants and durations add up")
  func arithmetic() throws {
    let instant = try Instant(parsing: "2026-12-01T01:00:00Z")
    #expect((instant + .days(1) + .hours(2) - .minutes(3)).description == "2026-12-02T02:57:00Z")
    #expect(instant + .seconds(90) - instant == .seconds(90))
    #expect(Instant.distantPast.description == "0001-01-01T00:00:00Z")
    #expect(Instant.distantFuture.description == "9999-12-31T23:59:59Z")
  }

  @Test("absurd amounts stop at the ends instead of trapping")
  func saturation() {
    #expect(Instant(seconds: .max).microseconds == .max)
    #expect(Duration.days(.min).microseconds == .min)
    #expect((Instant(microseconds: .max) + .days(1)).microseconds == .max)
    #expect((Instant(microseconds: .min) - .days(1)).microseconds == .min)
    #expect(-Duration(microseconds: .min) == Duration(microseconds: .max))
    #expect(Instant(microseconds: .min) < Instant.distantPast)
    #expect(Instant(microseconds: .max).description == "9999-12-31T23:59:59.775807Z")
  }

  @Test("the days of a mask", arguments: 0..<200)
  func mask(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var days: Set<Int> = []
    var mask = DayMask()
    for _ in 0..<generator.number(0...40) {
      let day = generator.number(DayMask.range.lowerBound...DayMask.range.upperBound - 1)
      days.insert(day)
      mask.insert(day)
    }
    let probe = generator.number(-20...400)
    #expect(mask.count == days.count)
    #expect(mask.isEmpty == days.isEmpty)
    #expect(mask.first(from: probe) == days.filter { $0 >= probe }.min())
    #expect(mask.last(through: probe) == days.filter { $0 <= probe }.max())
    #expect(days.sorted().enumerated().allSatisfy { mask.element($0.offset) == $0.element })
  }

  @Test("the times of a day", arguments: 0..<200)
  func times(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let hours = generator.numbers(0...23, most: 6)
    let (minutes, seconds) = (generator.numbers(0...59, most: 6), generator.numbers(0...59, most: 6))
    let positions = generator.chance(30) ? generator.numbers(-20...20, most: 5) { $0 != 0 } : []
    let times = TimesOfDay(
      hours: NumberBits(hours), minutes: NumberBits(minutes), seconds: NumberBits(seconds), positions: positions)
    var all = hours.flatMap { hour in minutes.flatMap { minute in seconds.map { hour * 3_600 + minute * 60 + $0 } } }
    if !positions.isEmpty {
      let indices = Set(positions.map { $0 > 0 ? $0 - 1 : all.count + $0 })
      all = all.indices.filter(indices.contains).map { all[$0] }
    }
    let probe = generator.number(0...86_399)
    #expect(times.count == all.count)
    #expect(times.first(from: probe) == all.first { $0 >= probe })
    #expect(times.last(through: probe) == all.last { $0 <= probe })
    #expect(times.count(before: probe) == all.count { $0 < probe })
    #expect(all.indices.allSatisfy { times.element($0) == all[$0] })
  }

  @Test("steps to an allowed time are as many as trying finds", arguments: 0..<100)
  func alignment(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let everything = Array(0...59)
    let times = TimesOfDay(
      hours: NumberBits(generator.chance(40) ? Array(0...23) : generator.numbers(0...23, most: 5)),
      minutes: NumberBits(generator.chance(40) ? everything : generator.numbers(0...59, most: 5)),
      seconds: NumberBits(generator.chance(40) ? everything : generator.numbers(0...59, most: 20)))
    let weekdays = generator.chance(50) ? [] : generator.numbers(0...6, most: 4)
    let step = generator.number(1...100_000) * (generator.chance(50) ? 1 : -1) * (generator.chance(10) ? 86_400 : 1)
    let start = generator.number(0...604_799)
    let tried = (0...604_800).first { steps in
      let second = start + steps * step
      let day = second.dividedDown(by: 86_400)
      let isDay = weekdays.isEmpty || weekdays.contains(Weekday(dayNumber: day).index)
      return isDay && times.first(from: second - day * 86_400) == second - day * 86_400
    }
    #expect(StepAlignment(times, weekdays: NumberBits(weekdays)).steps(from: start, step: step) == tried)
  }
}
