extension Int64 {
  /// The sum, or the nearest number there is: an absurd duration must not stop a daemon.
  func saturatedSum(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  /// The product, or the nearest number there is.
  func saturatedProduct(_ other: Int64) -> Int64 {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? ((self < 0) == (other < 0) ? .max : .min) : product
  }

  /// The number with the opposite sign, or the nearest one there is.
  var saturatedNegation: Int64 {
    self == .min ? .max : -self
  }
}
