extension ElapsedRule {
  /// The first step, and the last second that counts, which is earlier if nothing counts. Both in UTC.
  struct Bounds {
    let first: Int
    var last: Int
  }

  /// The bounds in a zone, as far as they matter for a search around `second`.
  ///
  /// Where BY parts leave steps out, the end that COUNT sets is found by counting, once `second` is late enough for it.
  func bounds(at second: Int, in zone: ZoneRules) -> Bounds {
    let first = zone.resolve(start.secondNumber).second
    let lastOnWall = zone.resolve(CivilDateTime.secondNumbers.upperBound).second
    var bounds = Bounds(first: first, last: min(lastOnWall, Int(Instant.distantFuture.seconds)))
    if let until { bounds.last = min(bounds.last, until.latestSecond(in: zone)) }
    guard let count else { return bounds }
    if limits == nil, window == 1 {
      bounds.last = min(bounds.last, first + (count - 1) * step)
      return bounds
    }
    let mostSoFar = ((second - first) / step + 3) * times.count
    if mostSoFar >= count { bounds.last = lastSecond(ofCount: count, within: bounds, in: zone) }
    return bounds
  }

  /// The second of the occurrence number `count`.
  private func lastSecond(ofCount count: Int, within bounds: Bounds, in zone: ZoneRules) -> Int {
    var last = bounds.first - 1
    for _ in 0..<count {
      guard let next = next(after: last, within: bounds, in: zone) else { break }
      last = next
    }
    return last
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
