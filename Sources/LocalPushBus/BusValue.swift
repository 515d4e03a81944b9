/// A value of the D-Bus type system.
///
/// There is no literal for integers, because D-Bus has six of them and peers refuse the wrong one.
public enum BusValue: Hashable, Sendable {
  /// `y`
  case byte(UInt8)
  /// `b`
  case boolean(Bool)
  /// `n`
  case int16(Int16)
  /// `q`
  case uint16(UInt16)
  /// `i`
  case int32(Int32)
  /// `u`
  case uint32(UInt32)
  /// `x`
  case int64(Int64)
  /// `t`
  case uint64(UInt64)
  /// `d`
  case double(Double)
  /// `s`
  case string(String)
  /// `o`
  case objectPath(String)
  /// `g`
  case signature(String)
  /// `ay`, the form in which every array of bytes arrives.
  case bytes([UInt8])
  /// `a…` of values of one type, whose signature is given because the array may be empty; not for dictionaries.
  case array(element: String, [BusValue])
  /// `a{…}` with a basic key type.
  indirect case dictionary(key: String, value: String, [Entry])
  /// `(…)`, never empty.
  case structure([BusValue])
  /// `v`
  indirect case variant(BusValue)

  /// One entry of a dictionary.
  public struct Entry: Hashable, Sendable {
    /// The key, of a basic type.
    public let key: BusValue
    /// The value.
    public let value: BusValue

    /// Pairs a key with a value.
    public init(_ key: BusValue, _ value: BusValue) {
      self.key = key
      self.value = value
    }
  }
}

extension BusValue {
  /// Makes an `a{sv}`, each value in a variant.
  public static func vardict(_ entries: [(String, BusValue)]) -> BusValue {
    .dictionary(key: "s", value: "v", entries.map { Entry(.string($0.0), .variant($0.1)) })
  }

  /// Makes an `as`.
  public static func strings(_ strings: [String]) -> BusValue {
    .array(element: "s", strings.map { .string($0) })
  }

  /// Makes an `aa{sv}` of values made with `vardict`.
  public static func vardicts(_ dictionaries: [BusValue]) -> BusValue {
    .array(element: "a{sv}", dictionaries)
  }

  /// Stands for "nothing", as JSON's null: the empty signature, `g ""`.
  ///
  /// D-Bus has no null, and the empty tuple `()` of GVariant is no valid message. No other JSON value becomes a `g`.
  public static let null = BusValue.signature("")

  /// Whether this is `null`, in any number of variants.
  public var isNull: Bool { unwrapped == .null }

  /// The signature of the value's type.
  public var signature: String {
    switch self {
    case .byte: "y"
    case .boolean: "b"
    case .int16: "n"
    case .uint16: "q"
    case .int32: "i"
    case .uint32: "u"
    case .int64: "x"
    case .uint64: "t"
    case .double: "d"
    case .string: "s"
    case .objectPath: "o"
    case .signature: "g"
    case .bytes: "ay"
    case .array(let element, _): "a" + element
    case .dictionary(let key, let value, _): "a{" + key + value + "}"
    case .structure(let fields): "(" + fields.signature + ")"
    case .variant: "v"
    }
  }
}

extension [BusValue] {
  /// The signature of a message with these arguments.
  public var signature: String {
    var signature = ""
    for value in self { signature += value.signature }
    return signature
  }
}
