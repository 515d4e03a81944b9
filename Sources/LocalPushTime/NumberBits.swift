/// A set of small numbers, 0 to 63, as the bits of one word.
struct NumberBits: Hashable, Sendable {
  var word: UInt64

  init(word: UInt64 = 0) {
    self.word = word
  }

  init(_ numbers: some Sequence<Int>) {
    word = numbers.reduce(0) { $0 | 1 << UInt64($1) }
  }

  init(_ numbers: ClosedRange<Int>) {
    word = (~0 >> UInt64(63 - numbers.upperBound)) & (~0 << UInt64(numbers.lowerBound))
  }

  var isEmpty: Bool {
    word == 0
  }

  var count: Int {
    word.nonzeroBitCount
  }

  func contains(_ number: Int) -> Bool {
    word >> UInt64(number) & 1 == 1
  }

  /// The least element that is at least `number`, which may be 0 to 64.
  func first(from number: Int) -> Int? {
    let rest = number > 63 ? 0 : word & (~0 << UInt64(number))
    return rest == 0 ? nil : rest.trailingZeroBitCount
  }

  /// The greatest element that is at most `number`, which may be -1 to 63.
  func last(through number: Int) -> Int? {
    let rest = number < 0 ? 0 : word & (~0 >> UInt64(63 - number))
    return rest == 0 ? nil : 63 - rest.leadingZeroBitCount
  }

  /// All elements in order.
  var elements: [Int] {
    (0..<64).filter(contains)
  }

  /// The element that `index` others are less than; there must be one.
  func element(_ index: Int) -> Int {
    var rest = word
    for _ in 0..<index { rest &= rest - 1 }
    return rest.trailingZeroBitCount
  }

  func intersection(_ other: NumberBits) -> NumberBits {
    NumberBits(word: word & other.word)
  }
}
