extension BusValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByFloatLiteral {
  /// Makes an `s`.
  public init(stringLiteral value: String) {
    self = .string(value)
  }

  /// Makes a `b`.
  public init(booleanLiteral value: Bool) {
    self = .boolean(value)
  }

  /// Makes a `d`.
  public init(floatLiteral value: Double) {
    self = .double(value)
  }
}
