public import LocalPushBus
public import LocalPushModel

extension BusValue {
  /// The value as D-Bus carries it: `b`, `x`, `d`, `s`, `av`, `a{sv}`; null is the empty signature, `g ""`.
  public init(_ json: JSONValue) {
    switch json {
    case .null: self = .null
    case .boolean(let value): self = .boolean(value)
    case .integer(let value): self = .int64(value)
    case .real(let value): self = .double(value)
    case .string(let value): self = .string(value)
    case .array(let elements): self = .array(element: "v", elements.map { .variant(BusValue($0)) })
    case .object(let object): self = BusValue(object)
    }
  }

  /// The object as an `a{sv}`.
  public init(_ object: JSONObject) {
    self = .vardict(object.members.map { ($0.name, BusValue($0.value)) })
  }

  /// The value as JSON: every integer type becomes an integer, every text type a text, a dictionary an object.
  ///
  /// - Throws: a fault for what JSON cannot hold: NaN, infinities, a `t` above 2^63 - 1, keys that are not texts, and
  ///   structures.
  public func json() throws(MessageFault) -> JSONValue {
    switch self {
    case .boolean(let value): return .boolean(value)
    case .byte, .int16, .uint16, .int32, .uint32, .int64, .uint64:
      guard let number = intValue else { throw MessageFault(nil, "a number is larger than \(Int64.max)") }
      return .integer(number)
    case .double(let value):
      guard value.isFinite else { throw MessageFault(nil, "\(value) is not a JSON number") }
      return .real(value)
    case .signature(""): return .null
    case .string(let text), .objectPath(let text), .signature(let text): return .string(text)
    case .bytes(let bytes): return .array(bytes.map { .integer(Int64($0)) })
    case .array(_, let elements):
      var values: [JSONValue] = []
      for element in elements { values.append(try element.json()) }
      return .array(values)
    case .dictionary(_, _, let entries): return .object(try Self.object(entries))
    case .structure: throw MessageFault(nil, "a structure is not a JSON value; use an array or a dictionary")
    case .variant(let value): return try value.json()
    }
  }

  private static func object(_ entries: [Entry]) throws(MessageFault) -> JSONObject {
    guard entries.count <= JSONValue.maximumMembers else {
      throw MessageFault(nil, "a dictionary has more than \(JSONValue.maximumMembers) members")
    }
    var object = JSONObject()
    for entry in entries {
      guard case .string(let name) = entry.key else { throw MessageFault(nil, "a key is not a text") }
      guard object.insert(name, try entry.value.json()) else {
        throw MessageFault(nil, "the key '\(name.forDisplay)' stands there twice")
      }
    }
    return object
  }
}
