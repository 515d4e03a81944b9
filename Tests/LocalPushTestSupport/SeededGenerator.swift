/// Numbers that are the same for the same seed, on every machine (SplitMix64); no test has another source of chance.
public nonisolated struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Begins the series of a seed.
  public init(seed: UInt64) {
    state = seed
  }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to but not including `bound`, which is small.
  public mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// A number of a range, each as likely as the others.
  public mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  /// True `percent` times in a hundred.
  public mutating func chance(_ percent: Int) -> Bool { number(0...99) < percent }

  /// One of the elements.
  public mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(0...elements.count - 1)] }

  /// One to `most` different numbers of a range, in order.
  public mutating func numbers(
    _ range: ClosedRange<Int>, most: Int, where isAllowed: (Int) -> Bool = { _ in true }
  ) -> [Int] {
    var found: Set<Int> = []
    for _ in 0..<number(1...most) {
      let number = number(range)
      if isAllowed(number) { found.insert(number) }
    }
    return found.isEmpty ? [range.upperBound] : found.sorted()
  }
}
