import Testing

@testable import LocalPushTime

/// One line of a table of known answers: a rule, its start, and the dates it must give.
struct RuleCase: CustomTestStringConvertible, Sendable {
  let rule: String
  let start: String
  let expected: String
  let without: String?

  /// `expected` reads `1997 Sep 2,12 Oct 2`, with times as `1997 Sep 2 9:00,12:00`; `end` where nothing more may follow.
  init(_ rule: String, _ start: String, _ expected: String, without: String? = nil) {
    self.rule = rule
    self.start = start
    self.expected = expected
    self.without = without
  }

  var testDescription: String { "\(rule) from \(start)" }

  func set() throws -> RecurrenceSet {
    let exceptions = try without.map { [try Slot(parsing: $0)] } ?? []
    return try RecurrenceSet(
      start: CivilDateTime(parsing: start), rule: RecurrenceRule(parsing: rule), exceptions: exceptions)
  }

  /// Compares as many occurrences as there are dates in `expected`, forwards and backwards.
  func check(in zone: Zone, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let set = try set()
    let expected = try expectedTimes()
    var found: [String] = []
    var after = Instant.distantPast
    while found.count < expected.count {
      guard let next = set.next(after: after, in: zone) else {
        found.append("end")
        break
      }
      found.append(zone.civil(at: next.instant).description)
      after = next.instant
    }
    #expect(found == expected, sourceLocation: sourceLocation)
    let backwards = self.backwards(in: set, zone, from: after + .seconds(1))
    #expect(backwards == expected.filter { $0 != "end" }, sourceLocation: sourceLocation)
  }

  private func backwards(in set: RecurrenceSet, _ zone: Zone, from last: Instant) -> [String] {
    var found: [String] = []
    var before = last
    while let previous = set.previous(before: before, in: zone) {
      found.insert(zone.civil(at: previous.instant).description, at: 0)
      before = previous.instant
    }
    return found
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private func expectedTimes() throws -> [String] {
    let time = try CivilDateTime(parsing: start).time
    var (year, month, day) = (0, 0, 0)
    var times: [String] = []
    for word in expected.split(separator: " ") {
      if word == "end" {
        times.append("end")
      } else if let index = RuleCase.months.firstIndex(of: String(word)) {
        month = index + 1
      } else if word.count == 4, !word.contains(","), let number = Int(word) {
        year = number
      } else if word.contains(":") {
        if times.last?.hasSuffix("T\(time)") == true { times.removeLast() }
        for text in word.split(separator: ",") {
          let date = try CivilDate(year: year, month: month, day: day)
          times.append("\(date)T\(try CivilTime(parsing: String(text)))")
        }
      } else {
        for text in word.split(separator: ",") {
          day = try #require(Int(text))
          times.append("\(try CivilDate(year: year, month: month, day: day))T\(time)")
        }
      }
    }
    return times
  }
}
