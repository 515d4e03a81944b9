extension RecurrenceSet {
  /// The first occurrence later than `instant`, in a zone; nil if there is none up to the end of the year 9999.
  ///
  /// Takes the same time however long ago the start was.
  public func next(after instant: Instant, in zone: Zone) -> PlannedOccurrence? {
    var after = instant.withinReach
    while let found = candidates(after: after, in: zone).min(by: comesFirst) {
      guard let excludedThrough = exclusion(of: found, in: zone) else { return found }
      after = max(found.instant, excludedThrough)
    }
    return nil
  }

  /// The last occurrence earlier than `instant`, in a zone; nil if there is none.
  public func previous(before instant: Instant, in zone: Zone) -> PlannedOccurrence? {
    var before = instant.withinReach
    while let found = candidates(before: before, in: zone).max(by: comesFirst) {
      guard exclusion(of: found, in: zone) != nil else { return found }
      before = found.instant
    }
    return nil
  }

  private func candidates(after instant: Instant, in zone: Zone) -> [PlannedOccurrence] {
    let second = Int(instant.seconds)
    let end = until?.latestSecond(in: zone.rules) ?? .max
    let ruleEnd = min(end, rule?.until?.latestSecond(in: zone.rules) ?? .max)
    var found: [PlannedOccurrence] = []
    if let next = wallClock?.next(after: second, through: ruleEnd, in: zone.rules) { found.append(.init(next)) }
    if let next = listed.next(after: second, through: end, in: zone.rules) { found.append(.init(next)) }
    if let next = elapsed?.next(after: second, in: zone.rules), next <= end { found.append(.init(second: next)) }
    let index = listedInstants.count(before: Instant(microseconds: instant.microseconds + 1))
    if index < listedInstants.count, Int(listedInstants[index].seconds) <= end {
      found.append(.init(listedInstants[index]))
    }
    return found
  }

  private func candidates(before instant: Instant, in zone: Zone) -> [PlannedOccurrence] {
    let end = until?.latestSecond(in: zone.rules) ?? .max
    let ruleEnd = min(end, rule?.until?.latestSecond(in: zone.rules) ?? .max)
    let second = Int((instant.microseconds - 1).dividedDown(by: Duration.microsecondsPerSecond))
    var found: [PlannedOccurrence] = []
    if let last = wallClock?.last(through: min(second, ruleEnd), in: zone.rules) { found.append(.init(last)) }
    if let last = listed.last(through: min(second, end), in: zone.rules) { found.append(.init(last)) }
    if let last = elapsed?.last(through: min(second, end), in: zone.rules) { found.append(.init(second: last)) }
    let index = listedInstants.count(before: instant)
    if let last = listedInstants[..<index].last(where: { Int($0.seconds) <= end }) { found.append(.init(last)) }
    return found
  }

  private var hasExceptions: Bool {
    !exceptions.isEmpty || !exceptionDates.isEmpty
  }

  /// Of two occurrences at one instant, the one that was not moved there comes first, and civil before instant.
  private func comesFirst(_ left: PlannedOccurrence, _ right: PlannedOccurrence) -> Bool {
    left.instant < right.instant
  }

  /// If an exception leaves the occurrence out: the instant through which nothing else can come either.
  private func exclusion(of occurrence: PlannedOccurrence, in zone: Zone) -> Instant? {
    guard hasExceptions else { return nil }
    let instant = occurrence.instant
    let wall = zone.civil(at: instant)
    let date = occurrence.slot.civil?.date ?? wall.date
    if exceptionDates.contains(date) {
      let nextDay = date.adding(days: 1).map { zone.resolve(CivilDateTime(date: $0, time: .midnight)).instant }
      return nextDay.map { $0 - .seconds(1) } ?? instant
    }
    if excludedInstants.contains(instant) { return instant }
    if let civil = occurrence.slot.civil, excluded.contains(civil.secondNumber) { return instant }
    return excluded.contains(wall.secondNumber) && zone.resolve(wall).instant == instant ? instant : nil
  }
}

extension Instant {
  /// Held to the years that have a text form in some zone, so that nothing overflows.
  fileprivate var withinReach: Instant {
    min(max(self, .distantPast - .days(2)), .distantFuture + .days(2))
  }
}

extension PlannedOccurrence {
  fileprivate init(_ candidate: CivilCandidate) {
    self.init(
      slot: .civil(CivilDateTime(uncheckedSecondNumber: candidate.local)),
      instant: Instant(seconds: Int64(candidate.second)), adjustment: candidate.kind)
  }

  fileprivate init(second: Int) {
    self.init(Instant(seconds: Int64(second)))
  }

  fileprivate init(_ instant: Instant) {
    self.init(slot: .instant(instant), instant: instant, adjustment: .unique)
  }
}
