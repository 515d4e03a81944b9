/// What a zone file says: every change of offset, written out so that a lookup is one binary search.
///
/// Where the offset goes on changing by rule, 400 years of changes are written out after the listed ones: the Gregorian
/// calendar repeats after 400 years, weekdays included, so a later time is looked up that many years earlier.
final class ZoneRules: Sendable {
  /// The changes in order, as seconds since 1970 in UTC; neighbours differ in offset.
  let transitions: [Int]
  /// The offset from each change on, preceded by the one before the first.
  let offsets: [Int]
  /// The greatest of `offsets`.
  let largestOffset: Int
  /// The first change that comes back every 400 years, if any does.
  private let cycleStart: Int?

  /// 146 097 days: 400 Gregorian years.
  private static let cycle = 146_097 * 86_400

  /// Takes the listed changes, each with the offset from then on, and the rule for the time after the last of them.
  init(firstOffset: Int, changes: [(time: Int, offset: Int)], tail: PosixZone?) {
    let last = changes.last?.time ?? .min
    let repeated = tail?.changes(after: last, during: ZoneRules.cycle) ?? []
    var transitions: [Int] = []
    var offsets = [firstOffset]
    for change in changes + repeated {
      if transitions.last == change.time {
        transitions.removeLast()
        offsets.removeLast()
      }
      guard change.offset != offsets.last else { continue }
      transitions.append(change.time)
      offsets.append(change.offset)
    }
    self.transitions = transitions
    self.offsets = offsets
    largestOffset = offsets.reduce(firstOffset, max)
    cycleStart = repeated.first?.time
  }

  convenience init(fixedOffset: Int) {
    self.init(firstOffset: fixedOffset, changes: [], tail: nil)
  }

  /// The stretch of constant offset that holds the second `time` (UTC, since 1970).
  func segment(at time: Int) -> ZoneSegment {
    guard let cycleStart, time >= cycleStart + ZoneRules.cycle else { return listedSegment(at: time) }
    let shift = (time - cycleStart) / ZoneRules.cycle * ZoneRules.cycle
    return listedSegment(at: time - shift).shifted(by: shift)
  }

  private func listedSegment(at time: Int) -> ZoneSegment {
    let index = transitionsUpTo(time)
    return ZoneSegment(
      start: index == 0 ? ZoneSegment.always.lowerBound : transitions[index - 1],
      end: index == transitions.count ? ZoneSegment.always.upperBound : transitions[index],
      offset: offsets[index],
      previousOffset: offsets[max(0, index - 1)])
  }

  /// How many changes are at or before `time`.
  private func transitionsUpTo(_ time: Int) -> Int {
    var low = 0
    var high = transitions.count
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle] <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension ZoneRules: Hashable {
  static func == (left: ZoneRules, right: ZoneRules) -> Bool {
    left === right || (left.transitions == right.transitions && left.offsets == right.offsets)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(transitions.count)
    hasher.combine(offsets.last)
  }
}
