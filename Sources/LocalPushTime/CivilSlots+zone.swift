/// One slot on the wall and the second (UTC) that it means in some zone.
struct CivilCandidate {
  let local: Int
  let second: Int
  let kind: ResolvedTime.Kind

  var isMoved: Bool {
    if case .gap = kind { true } else { false }
  }
}

/// Finding slots by instant.
///
/// Later on the wall is later in time, with two exceptions that the functions here look after: what lies in a gap is
/// moved behind times that come after it on the wall, and what the wall shows twice counts only the first time.
extension CivilSlots {
  /// The slot whose second is the first later than `second` and not later than `latest`.
  func next(after second: Int, through latest: Int, in zone: ZoneRules) -> CivilCandidate? {
    let segment = zone.segment(at: second)
    var from = second + segment.offset + 1
    if segment.repeated.contains(from) { from = segment.repeated.upperBound }
    var candidates = [candidate(first(from: from), zone)]
    if let moved = candidates[0], moved.isMoved {
      candidates.append(candidate(first(from: zone.segment(at: moved.second).gap.upperBound), zone))
    }
    let stillMoved = max(segment.gap.lowerBound, second + segment.previousOffset + 1)
    if stillMoved < segment.gap.upperBound, let found = first(from: stillMoved), found < segment.gap.upperBound {
      candidates.append(candidate(found, zone))
    }
    return candidates.compactMap { $0 }.filter { $0.second > second && $0.second <= latest }.min(by: comesFirst)
  }

  /// The slot whose second is the last at or before `second`.
  func last(through second: Int, in zone: ZoneRules) -> CivilCandidate? {
    let segment = zone.segment(at: second)
    var through = second + segment.offset
    if segment.repeated.contains(through) { through = segment.repeated.upperBound - 1 }
    guard var found = last(through: through) else { return nil }
    if segment.gap.contains(found) {
      guard let earlier = last(through: min(found, second + segment.previousOffset)) else { return nil }
      found = earlier
    }
    guard let main = candidate(found, zone), !main.isMoved else { return candidate(found, zone) }
    let gap = zone.segment(at: main.second).gap
    let previousOffset = zone.segment(at: main.second).previousOffset
    let moved = last(through: min(gap.upperBound - 1, second + previousOffset)).flatMap {
      gap.contains($0) ? candidate($0, zone) : nil
    }
    return [main, moved].compactMap { $0 }.max { $0.second < $1.second }
  }

  private func candidate(_ local: Int?, _ zone: ZoneRules) -> CivilCandidate? {
    guard let local else { return nil }
    let (second, kind) = zone.resolve(local)
    return CivilCandidate(local: local, second: second, kind: kind)
  }

  private func comesFirst(_ left: CivilCandidate, _ right: CivilCandidate) -> Bool {
    left.second != right.second ? left.second < right.second : !left.isMoved && right.isMoved
  }
}
