/// The times of day at which a rule fires on each of its days.
struct TimesOfDay: Hashable, Sendable {
  let hours: NumberBits
  let minutes: NumberBits
  let seconds: NumberBits
  /// The few that BYSETPOS left over, if it chose within a day.
  private let chosen: [Int]?

  /// All combinations of the three, or of those only the ones at the BYSETPOS `positions`.
  init(hours: NumberBits, minutes: NumberBits, seconds: NumberBits, positions: [Int] = []) {
    self.hours = hours
    self.minutes = minutes
    self.seconds = seconds
    guard !positions.isEmpty else {
      chosen = nil
      return
    }
    let all = TimesOfDay(hours: hours, minutes: minutes, seconds: seconds)
    chosen = positions.compactMap { all.element(position: $0) }.sortedUnique()
  }

  var count: Int {
    chosen?.count ?? hours.count * minutes.count * seconds.count
  }

  /// The first time that is at least `second` of the day.
  func first(from second: Int) -> Int? {
    if let chosen { return chosen.first { $0 >= second } }
    let (hour, minute) = (second / 3_600, second / 60 % 60)
    if hours.contains(hour) {
      if minutes.contains(minute), let found = seconds.first(from: second % 60) {
        return hour * 3_600 + minute * 60 + found
      }
      if let found = minutes.first(from: minute + 1) { return hour * 3_600 + found * 60 + firstSecond }
    }
    return hours.first(from: hour + 1).map { $0 * 3_600 + firstMinute * 60 + firstSecond }
  }

  /// The last time that is at most `second` of the day.
  func last(through second: Int) -> Int? {
    if let chosen { return chosen.last { $0 <= second } }
    let (hour, minute) = (second / 3_600, second / 60 % 60)
    if hours.contains(hour) {
      if minutes.contains(minute), let found = seconds.last(through: second % 60) {
        return hour * 3_600 + minute * 60 + found
      }
      if let found = minutes.last(through: minute - 1) { return hour * 3_600 + found * 60 + lastSecond }
    }
    return hours.last(through: hour - 1).map { $0 * 3_600 + lastMinute * 60 + lastSecond }
  }

  /// The time that `index` others are before; there must be one.
  func element(_ index: Int) -> Int {
    if let chosen { return chosen[index] }
    let (minuteIndex, secondIndex) = index.quotientAndRemainder(dividingBy: seconds.count)
    let (hourIndex, minuteOfHour) = minuteIndex.quotientAndRemainder(dividingBy: minutes.count)
    return hours.element(hourIndex) * 3_600 + minutes.element(minuteOfHour) * 60 + seconds.element(secondIndex)
  }

  /// How many times are before `second` of the day.
  func count(before second: Int) -> Int {
    if let chosen { return chosen.count { $0 < second } }
    let (hour, minute) = (second / 3_600, second / 60 % 60)
    var count = hours.count(below: hour) * minutes.count * seconds.count
    guard hours.contains(hour) else { return count }
    count += minutes.count(below: minute) * seconds.count
    return minutes.contains(minute) ? count + seconds.count(below: second % 60) : count
  }

  /// The time at a position of BYSETPOS: 1 is the first, -1 the last; nil if there are not so many.
  private func element(position: Int) -> Int? {
    let index = position > 0 ? position - 1 : count + position
    return (0..<count).contains(index) ? element(index) : nil
  }

  private var firstMinute: Int { minutes.element(0) }
  private var firstSecond: Int { seconds.element(0) }
  private var lastMinute: Int { minutes.last(through: 59) ?? 0 }
  private var lastSecond: Int { seconds.last(through: 59) ?? 0 }
}

extension NumberBits {
  /// How many elements are less than `number`.
  fileprivate func count(below number: Int) -> Int {
    (word & ~(~0 << UInt64(number))).nonzeroBitCount
  }
}
