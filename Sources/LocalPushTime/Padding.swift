extension Int {
  /// The number in decimal with leading zeros up to `width` digits. Not for negative numbers.
  func padded(_ width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
  }
}
