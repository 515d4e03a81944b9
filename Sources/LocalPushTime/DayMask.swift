/// A set of days of one year, as bits: day 0 is 1 January.
///
/// Days from 8 before the year to 9 after it fit, because the first and last weeks of a year reach into its neighbours.
/// Finding the next day of a rule is finding the next bit.
struct DayMask: Sendable {
  static let margin = 8
  private static let wordCount = 6
  private var words = InlineArray<6, UInt64>(repeating: 0)

  static let range = -margin..<wordCount * 64 - margin

  init() {}

  init(days: Range<Int>) {
    let low = days.lowerBound + DayMask.margin
    let high = days.upperBound + DayMask.margin
    for index in 0..<DayMask.wordCount {
      words[index] = DayMask.bits(below: high - index * 64) & ~DayMask.bits(below: low - index * 64)
    }
  }

  /// Every day whose weekday is in `weekdays`, bit 0 for Monday; `firstWeekday` is that of 1 January, 0 for Monday.
  init(weekdays: UInt64, firstWeekday: Int) {
    let everySeventhBit: UInt64 = 0x8102_0408_1020_4081
    for index in 0..<DayMask.wordCount {
      // A word begins 64 days after the one before, which is one weekday later.
      let weekday = (firstWeekday - DayMask.margin + index).remainder(dividedDownBy: 7)
      let rotated = (weekdays >> UInt64(weekday) | weekdays << UInt64(7 - weekday)) & 0x7F
      words[index] = rotated &* everySeventhBit
    }
  }

  private static func bits(below count: Int) -> UInt64 {
    if count <= 0 { return 0 }
    return count >= 64 ? ~0 : (1 << UInt64(count)) - 1
  }

  var isEmpty: Bool {
    for index in 0..<DayMask.wordCount where words[index] != 0 { return false }
    return true
  }

  mutating func insert(_ day: Int) {
    insert(bits: 1, at: day)
  }

  /// Adds the days `day`, `day + 1`, … whose bits are set; those that do not fit are left out.
  mutating func insert(bits: UInt64, at day: Int) {
    let position = day + DayMask.margin
    guard position > -64, position < DayMask.wordCount * 64 else { return }
    guard position >= 0 else {
      words[0] |= bits >> UInt64(-position)
      return
    }
    let (index, shift) = (position / 64, UInt64(position % 64))
    words[index] |= bits << shift
    if shift > 0, index + 1 < DayMask.wordCount { words[index + 1] |= bits >> (64 - shift) }
  }

  mutating func remove(before day: Int) {
    for index in 0..<DayMask.wordCount { words[index] &= ~DayMask.bits(below: day + DayMask.margin - index * 64) }
  }

  mutating func formIntersection(_ other: DayMask) {
    for index in 0..<DayMask.wordCount { words[index] &= other.words[index] }
  }

  /// The first day that is at least `day`.
  func first(from day: Int) -> Int? {
    let position = max(0, day + DayMask.margin)
    guard position < DayMask.wordCount * 64 else { return nil }
    var index = position / 64
    var word = words[index] & (~0 << UInt64(position % 64))
    while word == 0 {
      index += 1
      guard index < DayMask.wordCount else { return nil }
      word = words[index]
    }
    return index * 64 + word.trailingZeroBitCount - DayMask.margin
  }

  /// The last day that is at most `day`.
  func last(through day: Int) -> Int? {
    let position = min(DayMask.wordCount * 64 - 1, day + DayMask.margin)
    guard position >= 0 else { return nil }
    var index = position / 64
    var word = words[index] & (~0 >> UInt64(63 - position % 64))
    while word == 0 {
      index -= 1
      guard index >= 0 else { return nil }
      word = words[index]
    }
    return index * 64 + 63 - word.leadingZeroBitCount - DayMask.margin
  }

  var count: Int {
    var count = 0
    for index in 0..<DayMask.wordCount { count += words[index].nonzeroBitCount }
    return count
  }

  /// The day that `index` others are before; there must be one.
  func element(_ index: Int) -> Int {
    var (word, skipped) = (0, index)
    while skipped >= words[word].nonzeroBitCount {
      skipped -= words[word].nonzeroBitCount
      word += 1
    }
    return word * 64 + NumberBits(word: words[word]).element(skipped) - DayMask.margin
  }
}
