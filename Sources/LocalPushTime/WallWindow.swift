/// The second, minute or hour on the wall that a step of an hourly or shorter rule falls into.
struct WallWindow {
  let segment: ZoneSegment
  /// Its first second on the wall.
  let local: Int

  /// Takes the step as a second in UTC, and how many seconds on the wall it stands for.
  init(step second: Int, length: Int, zone: ZoneRules) {
    segment = zone.segment(at: second)
    let wall = second + segment.offset
    local = wall - wall.remainder(dividedDownBy: length)
  }

  /// The first of `times` later than `second` that the wall really shows while the offset stays that of the step.
  func first(of times: TimesOfDay, after second: Int) -> Int? {
    let earliest = max(second + 1, segment.start)
    let found = times.first(from: max(0, earliest + segment.offset - local)).map { local + $0 - segment.offset }
    return found.flatMap { $0 < segment.end ? $0 : nil }
  }

  /// The last of `times` at or before `second`, likewise.
  func last(of times: TimesOfDay, through second: Int) -> Int? {
    let latest = min(second, segment.end - 1)
    guard latest + segment.offset >= local else { return nil }
    let offset = min(3_599, latest + segment.offset - local)
    let found = times.last(through: offset).map { local + $0 - segment.offset }
    return found.flatMap { $0 >= segment.start ? $0 : nil }
  }

  /// The earliest second after the window at which the wall may show `wanted` or later; nothing before it is wanted.
  func second(ofNext wanted: Int, in zone: ZoneRules) -> Int {
    guard wanted - segment.offset >= segment.end else { return wanted - segment.offset }
    let next = zone.segment(at: segment.end)
    if !next.repeated.isEmpty, next.repeated.lowerBound <= local { return segment.end }
    let (second, kind) = zone.resolve(wanted)
    if case .gap = kind { return zone.segment(at: second).start }
    return second
  }

  /// The latest second before the window at which the wall may show `wanted` or earlier; nothing after it is wanted.
  func second(ofLast wanted: Int, in zone: ZoneRules) -> Int {
    guard wanted - segment.offset < segment.start else { return wanted - segment.offset }
    if !segment.repeated.isEmpty, segment.repeated.upperBound > local { return segment.start - 1 }
    let (second, kind) = zone.resolve(wanted)
    switch kind {
    case .unique: return second
    case .gap: return zone.segment(at: second).start - 1
    case .repeated: return wanted - zone.segment(at: zone.segment(at: second).end).offset
    }
  }
}
