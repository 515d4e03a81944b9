extension ElapsedRule {
  /// The first occurrence later than the second `second` (UTC) in a zone.
  func next(after second: Int, in zone: ZoneRules) -> Int? {
    let bounds = bounds(in: zone)
    let after = max(second, bounds.start - 1)
    var index = max(0, (after - window - bounds.start).dividedDown(by: step))
    while case let base = bounds.start + index * step, base - window < bounds.end {
      let view = Window(base: base, length: window, zone: zone)
      guard let allowed = limits.map({ $0.firstOfAll(from: view.local) }) ?? view.local else { return nil }
      if allowed == view.local {
        if let found = view.first(of: times, after: after) { return found <= bounds.end ? found : nil }
        index += 1
      } else {
        let target = min(allowed - view.segment.offset, view.segment.end)
        index = max(index + 1, (target - bounds.start).dividedUp(by: step))
      }
    }
    return nil
  }

  /// The last occurrence at or before the second `second` (UTC) in a zone.
  func last(through second: Int, in zone: ZoneRules) -> Int? {
    let bounds = bounds(in: zone)
    let through = min(second, bounds.end)
    guard through >= bounds.start else { return nil }
    var index = (through + window - bounds.start).dividedDown(by: step)
    while index >= 0 {
      let view = Window(base: bounds.start + index * step, length: window, zone: zone)
      guard let allowed = limits.map({ $0.lastOfAll(through: view.local) }) ?? view.local else { return nil }
      if allowed == view.local {
        if let found = view.last(of: times, through: through) { return found >= bounds.start ? found : nil }
        index -= 1
      } else {
        let target = max(allowed - view.segment.offset, view.segment.start - 1)
        index = min(index - 1, (target - bounds.start).dividedDown(by: step))
      }
    }
    return nil
  }

  /// The first step, and the last second that counts.
  private func bounds(in zone: ZoneRules) -> (start: Int, end: Int) {
    let first = zone.resolve(start.secondNumber).second
    var end = Int(Instant.distantFuture.seconds)
    if let until { end = min(end, until.latestSecond(in: zone)) }
    if let count, limits == nil, window == 1 { end = min(end, first + (count - 1) * step) }
    return (first, end)
  }

  /// The second, minute or hour on the wall that holds a step.
  private struct Window {
    let segment: ZoneSegment
    /// Its first second on the wall.
    let local: Int

    init(base: Int, length: Int, zone: ZoneRules) {
      segment = zone.segment(at: base)
      let wall = base + segment.offset
      local = wall - wall.remainder(dividedDownBy: length)
    }

    /// The first of `times` later than `second` that the wall really shows while the offset stays that of the step.
    func first(of times: TimesOfDay, after second: Int) -> Int? {
      let earliest = max(second + 1, segment.start)
      let found = times.first(from: max(0, earliest + segment.offset - local)).map { local + $0 - segment.offset }
      return found.flatMap { $0 < segment.end ? $0 : nil }
    }

    func last(of times: TimesOfDay, through second: Int) -> Int? {
      let latest = min(second, segment.end - 1)
      guard latest + segment.offset >= local else { return nil }
      let offset = min(3_599, latest + segment.offset - local)
      let found = times.last(through: offset).map { local + $0 - segment.offset }
      return found.flatMap { $0 >= segment.start ? $0 : nil }
    }
  }
}

extension Until {
  /// The last second in UTC that counts, in a zone.
  func latestSecond(in zone: ZoneRules) -> Int {
    switch self {
    case .instant(let instant): Int(instant.seconds)
    case .civil, .date: zone.resolve(latestSecondNumber).second
    }
  }
}
