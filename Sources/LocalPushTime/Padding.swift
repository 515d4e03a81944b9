extension Int {
  /// The number in decimal with leading zeros up to `width` digits. Not for negative numbers.
  func padded(_ width: Int) -> String {
    var text: [UInt8] = []
    text.append(self, width: width)
    return String(decoding: text, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Appends `number` in decimal with leading zeros up to `width` digits. Not for negative numbers.
  mutating func append(_ number: Int, width: Int) {
    var power = 1
    for _ in 1..<width { power *= 10 }
    while number / power >= 10 { power *= 10 }
    while power > 0 {
      append(UInt8(ascii: "0") + UInt8(number / power % 10))
      power /= 10
    }
  }
}
