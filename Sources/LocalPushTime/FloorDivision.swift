extension BinaryInteger {
  /// Divides rounding down, so that days and weeks before 1970 are counted like those after it.
  func dividedDown(by divisor: Self) -> Self {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }

  /// Divides rounding up. `divisor` is positive.
  func dividedUp(by divisor: Self) -> Self {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder > 0 ? quotient + 1 : quotient
  }

  /// What `dividedDown(by:)` leaves over: zero or more, less than `divisor`.
  func remainder(dividedDownBy divisor: Self) -> Self {
    let remainder = self % divisor
    return remainder < 0 ? remainder + divisor : remainder
  }
}
