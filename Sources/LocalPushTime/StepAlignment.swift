/// Answers when steps of constant length next fall on one of the times that a rule lets through, weekdays considered.
///
/// Trying step after step can take many thousands of tries: steps of 86 399 seconds reach a given second of the day once
/// in 236 years, and steps of a week never reach another weekday.
struct StepAlignment {
  /// After how many seconds the allowed times repeat: a week, or less if only shorter parts are limited.
  private let cycle: Int
  /// Stretches of allowed seconds within the cycle.
  private let runs: [Range<Int>]

  /// Takes the times of a day and the weekdays, 0 for Monday; none means all.
  init(_ times: TimesOfDay, weekdays: NumberBits) {
    let inMinute = StepAlignment.runs(of: times.seconds, unit: 1, within: [0..<1])
    let inHour = StepAlignment.runs(of: times.minutes, unit: 60, within: inMinute)
    let inDay = StepAlignment.runs(of: times.hours, unit: 3_600, within: inHour)
    if !weekdays.isEmpty, weekdays.count < 7 {
      // Days are counted from 1970-01-01, which was a Thursday.
      let days = NumberBits(weekdays.elements.map { ($0 + 4) % 7 })
      (cycle, runs) = (604_800, StepAlignment.runs(of: days, unit: 86_400, within: inDay))
    } else if times.hours.count < 24 {
      (cycle, runs) = (86_400, inDay)
    } else {
      (cycle, runs) = times.minutes.count < 60 ? (3_600, inHour) : (60, inMinute)
    }
  }

  /// How many steps of `step` seconds lead from `second` on the wall to an allowed time; 0 if it is one, nil if none do.
  func steps(from second: Int, step: Int) -> Int? {
    let stride = step.remainder(dividedDownBy: cycle)
    return runs.compactMap { run in
      let position = (second - run.lowerBound).remainder(dividedDownBy: cycle)
      if position < run.count { return 0 }
      return StepAlignment.firstMultiple(
        of: stride, modulo: cycle, in: cycle - position...cycle - position + run.count - 1)
    }
    .min()
  }

  /// The least factor whose product with `number` leaves a remainder in `range` when divided by `modulus`; nil if none.
  ///
  /// Goes down like Euclid's algorithm: if no multiple lies in the range before the first one past the modulus, then how
  /// often the modulus must be passed is the same question about smaller numbers.
  private static func firstMultiple(of number: Int, modulo modulus: Int, in range: ClosedRange<Int>) -> Int? {
    if range.lowerBound == 0 { return 0 }
    if number == 0 { return nil }
    let factor = range.lowerBound.dividedUp(by: number)
    if factor * number <= range.upperBound { return factor }
    let low = (-range.upperBound).remainder(dividedDownBy: number)
    let high = (-range.lowerBound).remainder(dividedDownBy: number)
    let passes = firstMultiple(of: modulus % number, modulo: number, in: low...high)
    return passes.map { (range.lowerBound + $0 * modulus).dividedUp(by: number) }
  }

  /// The stretches inside each unit, repeated for each number; those that touch become one.
  private static func runs(of numbers: NumberBits, unit: Int, within inner: [Range<Int>]) -> [Range<Int>] {
    let all = numbers.elements.flatMap { number in
      inner.map { $0.lowerBound + number * unit..<$0.upperBound + number * unit }
    }
    return all.reduce(into: []) { runs, run in
      if let last = runs.last, last.upperBound == run.lowerBound {
        runs[runs.count - 1] = last.lowerBound..<run.upperBound
      } else {
        runs.append(run)
      }
    }
  }
}
