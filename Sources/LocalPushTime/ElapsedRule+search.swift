extension ElapsedRule {
  /// The first occurrence later than the second `second` (UTC) in a zone.
  func next(after second: Int, in zone: ZoneRules) -> Int? {
    next(after: second, within: bounds(at: second, in: zone), in: zone)
  }

  /// The last occurrence at or before the second `second` (UTC) in a zone.
  func last(through second: Int, in zone: ZoneRules) -> Int? {
    last(through: second, within: bounds(at: second, in: zone), in: zone)
  }

  /// Misses after which it is worth asking whether the steps can meet the BY parts at all.
  private static let patience = 16

  private func next(after second: Int, within bounds: Bounds, in zone: ZoneRules) -> Int? {
    let start = bounds.first
    let after = max(second, start - 1)
    var index = max(0, (after - window - start).dividedDown(by: step))
    var misses = 0
    while case let base = start + index * step, base - window < bounds.last {
      let view = Window(base: base, length: window, zone: zone)
      guard let allowed = nextAllowed(from: view.local) else { return nil }
      if allowed == view.local {
        if let found = view.first(of: times, after: after) { return found <= bounds.last ? found : nil }
        index += 1
        continue
      }
      misses += 1
      let isHopeless = misses > ElapsedRule.patience && !canMatch(view)
      let target = isHopeless ? view.segment.end : min(allowed - view.segment.offset, view.segment.end)
      index = max(index + 1, (target - start).dividedUp(by: step))
    }
    return nil
  }

  private func last(through second: Int, within bounds: Bounds, in zone: ZoneRules) -> Int? {
    let start = bounds.first
    let through = min(second, bounds.last)
    guard through >= start else { return nil }
    var index = (through + window - start).dividedDown(by: step)
    var misses = 0
    while index >= 0 {
      let view = Window(base: start + index * step, length: window, zone: zone)
      guard let allowed = lastAllowed(through: view.local) else { return nil }
      if allowed == view.local {
        if let found = view.last(of: times, through: through) { return found >= start ? found : nil }
        index -= 1
        continue
      }
      misses += 1
      let isHopeless = misses > ElapsedRule.patience && !canMatch(view)
      let dayBefore = view.segment.start - 1
      let target = isHopeless ? dayBefore : max(allowed - view.segment.offset, dayBefore)
      index = min(index - 1, (target - start).dividedDown(by: step))
    }
    return nil
  }

  private func nextAllowed(from local: Int) -> Int? {
    guard let limits else { return local }
    return limits.firstOfAll(from: local)
  }

  private func lastAllowed(through local: Int) -> Int? {
    guard let limits else { return local }
    return limits.lastOfAll(through: local)
  }

  /// True unless no step ever falls on a time of day that BYHOUR, BYMINUTE and BYSECOND let through, while the offset
  /// stays what it is: the steps meet only the times that differ by a multiple of what step and day have in common.
  private func canMatch(_ view: Window) -> Bool {
    guard let limits else { return true }
    return limits.times.containsAny(congruentTo: view.local, modulo: greatestCommonDivisor(step, 86_400))
  }

  /// The first step, and the last second that counts, which is earlier if nothing counts.
  private struct Bounds {
    let first: Int
    var last: Int
  }

  private func bounds(at second: Int, in zone: ZoneRules) -> Bounds {
    let first = zone.resolve(start.secondNumber).second
    var bounds = Bounds(first: first, last: until?.latestSecond(in: zone) ?? Int(Instant.distantFuture.seconds))
    guard let count else { return bounds }
    if limits == nil, window == 1 {
      bounds.last = min(bounds.last, first + (count - 1) * step)
      return bounds
    }
    let mostSoFar = ((second - first) / step + 3) * times.count
    if mostSoFar >= count { bounds.last = lastSecond(ofCount: count, within: bounds, in: zone) }
    return bounds
  }

  /// The second of the occurrence number `count`, found by counting.
  private func lastSecond(ofCount count: Int, within bounds: Bounds, in zone: ZoneRules) -> Int {
    var last = bounds.first - 1
    for _ in 0..<count {
      guard let next = next(after: last, within: bounds, in: zone) else { break }
      last = next
    }
    return last
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

private func greatestCommonDivisor(_ left: Int, _ right: Int) -> Int {
  right == 0 ? left : greatestCommonDivisor(right, left % right)
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
