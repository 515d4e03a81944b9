extension ElapsedRule {
  /// The first occurrence later than the second `second` (UTC) in a zone.
  func next(after second: Int, in zone: ZoneRules) -> Int? {
    next(after: second, within: bounds(at: second, in: zone), in: zone)
  }

  /// The last occurrence at or before the second `second` (UTC) in a zone.
  func last(through second: Int, in zone: ZoneRules) -> Int? {
    last(through: second, within: bounds(at: second, in: zone), in: zone)
  }

  /// Steps tried in vain after which it is worth working out where they meet the BY parts.
  private static let patience = 16

  func next(after second: Int, within bounds: Bounds, in zone: ZoneRules) -> Int? {
    let after = max(second, bounds.first - 1)
    var index = max(0, (after - bounds.first).dividedDown(by: step))
    var misses = 0
    var alignment: StepAlignment?
    while case let base = bounds.first + index * step, base - window < bounds.last {
      let view = WallWindow(step: base, length: window, zone: zone)
      guard let allowed = limits.map({ $0.firstOfAll(from: view.local) }) ?? view.local else { return nil }
      if allowed == view.local {
        if let found = view.first(of: times, after: after) { return found <= bounds.last ? found : nil }
        index += 1
        continue
      }
      misses += 1
      let target = view.second(ofNext: allowed, in: zone)
      index = max(index + 1, (target - bounds.first).dividedUp(by: step))
      guard misses > ElapsedRule.patience, let limits else { continue }
      let steps = alignment ?? StepAlignment(limits.times, weekdays: limits.days.weekdays)
      alignment = steps
      index = nearest(to: index, by: steps, forward: true, bounds, zone)
    }
    return nil
  }

  func last(through second: Int, within bounds: Bounds, in zone: ZoneRules) -> Int? {
    let through = min(second, bounds.last)
    guard through >= bounds.first else { return nil }
    var index = (through + window - bounds.first).dividedDown(by: step)
    var misses = 0
    var alignment: StepAlignment?
    while index >= 0 {
      let view = WallWindow(step: bounds.first + index * step, length: window, zone: zone)
      guard let allowed = limits.map({ $0.lastOfAll(through: view.local) }) ?? view.local else { return nil }
      if allowed == view.local {
        if let found = view.last(of: times, through: through) { return found >= bounds.first ? found : nil }
        index -= 1
        continue
      }
      misses += 1
      let target = view.second(ofLast: allowed, in: zone)
      index = min(index - 1, (target - bounds.first).dividedDown(by: step))
      guard misses > ElapsedRule.patience, let limits else { continue }
      let steps = alignment ?? StepAlignment(limits.times, weekdays: limits.days.weekdays)
      alignment = steps
      index = nearest(to: index, by: steps, forward: false, bounds, zone)
    }
    return nil
  }

  /// The nearest step from `index` on, in one direction, whose time of day and weekday are allowed; one out of bounds if none is.
  private func nearest(
    to index: Int, by alignment: StepAlignment, forward: Bool, _ bounds: Bounds, _ zone: ZoneRules
  ) -> Int {
    let lastIndex = (bounds.last + window - bounds.first).dividedUp(by: step)
    var index = index
    while (0...lastIndex).contains(index) {
      let view = WallWindow(step: bounds.first + index * step, length: window, zone: zone)
      let beyond =
        forward
        ? (view.segment.end - bounds.first).dividedUp(by: step)
        : (view.segment.start - 1 - bounds.first).dividedDown(by: step)
      if let steps = alignment.steps(from: view.local, step: forward ? step : -step), steps < abs(beyond - index) {
        return forward ? index + steps : index - steps
      }
      index = beyond
    }
    return index
  }
}
