extension Zone {
  /// Finds the instant of a civil time, as RFC 5545 §3.3.5 does.
  ///
  /// A time that clocks skip is read with the offset before the gap, so it comes later by as much as they were moved; of
  /// a time they show twice, the first is taken.
  public func resolve(_ civil: CivilDateTime) -> ResolvedTime {
    let (second, kind) = rules.resolve(civil.secondNumber)
    return ResolvedTime(instant: Instant(seconds: Int64(second)), kind: kind)
  }
}

extension ZoneRules {
  /// The same on plain seconds: `local` counts on the wall clock, the result in UTC.
  ///
  /// Walks forward from the earliest stretch that could show `local`; that is one step, or two near a change.
  func resolve(_ local: Int) -> (second: Int, kind: ResolvedTime.Kind) {
    var segment = segment(at: local - largestOffset)
    while local - segment.offset >= segment.end { segment = self.segment(at: segment.end) }
    if segment.gap.contains(local) {
      return (local - segment.previousOffset, .gap(moved: .seconds(Int64(segment.gap.count))))
    }
    let second = local - segment.offset
    return (second, isShownAgain(local, after: segment, at: second) ? .repeated : .unique)
  }

  private func isShownAgain(_ local: Int, after segment: ZoneSegment, at second: Int) -> Bool {
    let longestStep = 86_400
    guard segment.end - second <= longestStep else { return false }
    return self.segment(at: segment.end).repeated.contains(local)
  }
}
