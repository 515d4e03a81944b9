/// A stretch of time during which a zone keeps one offset from UTC.
struct ZoneSegment {
  /// Stands for no start and no end; half of what an `Int` holds, so that offsets can be added.
  static let always = -(1 << 61)..<1 << 61

  /// Seconds since 1970 in UTC.
  let start: Int
  /// The second after the stretch.
  let end: Int
  /// Seconds east of UTC.
  let offset: Int
  /// The offset just before `start`.
  let previousOffset: Int

  /// Wall clock seconds that do not exist because clocks were moved forward at `start`; empty unless they were.
  var gap: Range<Int> {
    offset > previousOffset ? start + previousOffset..<start + offset : 0..<0
  }

  /// Wall clock seconds shown a second time because clocks were moved back at `start`; empty unless they were.
  var repeated: Range<Int> {
    offset < previousOffset ? start + offset..<start + previousOffset : 0..<0
  }

  func shifted(by seconds: Int) -> ZoneSegment {
    ZoneSegment(
      start: start == ZoneSegment.always.lowerBound ? start : start + seconds,
      end: end == ZoneSegment.always.upperBound ? end : end + seconds,
      offset: offset,
      previousOffset: previousOffset)
  }
}
