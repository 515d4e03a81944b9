/// Times on the wall in order, as second numbers: what a zone then turns into instants.
protocol CivilSlots {
  /// The first that is at least `second`.
  func first(from second: Int) -> Int?
  /// The last that is at most `second`.
  func last(through second: Int) -> Int?
}

/// A plain list of times, such as RDATE.
struct ListedCivilSlots: CivilSlots, Hashable, Sendable {
  /// Sorted, without duplicates.
  let seconds: [Int]

  init(_ times: some Sequence<CivilDateTime>) {
    seconds = times.map(\.secondNumber).sortedUnique()
  }

  func first(from second: Int) -> Int? {
    let index = seconds.count(before: second)
    return index < seconds.count ? seconds[index] : nil
  }

  func last(through second: Int) -> Int? {
    let index = seconds.count(before: second + 1)
    return index > 0 ? seconds[index - 1] : nil
  }

  func contains(_ second: Int) -> Bool {
    first(from: second) == second
  }
}

extension Array where Element: Comparable {
  /// How many elements of a sorted array are less than `element`.
  func count(before element: Element) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < element { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
