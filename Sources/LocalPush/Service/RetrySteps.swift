/// How long to wait before each try to bring back what is gone: 1, 2, 5, 10, and then 30 seconds again and again.
struct RetrySteps {
  static let longestMilliseconds = 30_000
  private static let milliseconds = [1_000, 2_000, 5_000, 10_000, longestMilliseconds]

  private var taken = 0

  mutating func nextMilliseconds() -> Int {
    defer { taken += 1 }
    return Self.milliseconds[min(taken, Self.milliseconds.count - 1)]
  }

  mutating func startAnew() {
    taken = 0
  }
}
