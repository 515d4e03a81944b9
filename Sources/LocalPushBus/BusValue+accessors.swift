extension BusValue {
  /// The value inside all variants around it, or the value itself.
  public var unwrapped: BusValue {
    var value = self
    while case .variant(let inner) = value { value = inner }
    return value
  }

  /// The text of an `s`, an `o` or a `g`, also in a variant.
  public var stringValue: String? {
    switch unwrapped {
    case .string(let text), .objectPath(let text), .signature(let text): text
    default: nil
    }
  }

  /// The value of a `b`, also in a variant.
  public var boolValue: Bool? {
    guard case .boolean(let value) = unwrapped else { return nil }
    return value
  }

  /// The value of any integer type that fits, also in a variant.
  public var intValue: Int64? {
    switch unwrapped {
    case .byte(let value): Int64(value)
    case .int16(let value): Int64(value)
    case .uint16(let value): Int64(value)
    case .int32(let value): Int64(value)
    case .uint32(let value): Int64(value)
    case .int64(let value): value
    case .uint64(let value): Int64(exactly: value)
    default: nil
    }
  }

  /// The value of any integer type that is not negative, also in a variant.
  public var uintValue: UInt64? {
    if case .uint64(let value) = unwrapped { return value }
    return intValue.flatMap { UInt64(exactly: $0) }
  }

  /// The value of a `d`, also in a variant.
  public var doubleValue: Double? {
    guard case .double(let value) = unwrapped else { return nil }
    return value
  }

  /// The elements of an array that is not a dictionary, also in a variant.
  public var arrayValue: [BusValue]? {
    switch unwrapped {
    case .array(_, let items): items
    case .bytes(let bytes): bytes.map { .byte($0) }
    default: nil
    }
  }

  /// The strings of an `as`, also in a variant.
  public var stringsValue: [String]? {
    guard case .array("s", let items) = unwrapped else { return nil }
    return items.compactMap(\.stringValue)
  }

  /// The fields of a structure, also in a variant.
  public var fields: [BusValue]? {
    guard case .structure(let fields) = unwrapped else { return nil }
    return fields
  }

  /// The entries of a dictionary in the order they came, also in a variant; D-Bus does not forbid equal keys.
  public var entries: [Entry]? {
    guard case .dictionary(_, _, let entries) = unwrapped else { return nil }
    return entries
  }

  /// The value of the first entry with this key in a dictionary with string keys, taken out of its variant.
  public subscript(key: String) -> BusValue? {
    entries?.first { $0.key == .string(key) }?.value.unwrapped
  }
}
