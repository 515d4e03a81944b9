internal import LocalPushModel

extension UserInfo: CustomStringConvertible {
  /// Reads a JSON object: strict UTF-8, no name twice, at most 32 levels.
  ///
  /// - Throws: an error of code ``NotificationError/Code/invalidArgument`` that says what is wrong, and in which line.
  public init(json text: String) throws(NotificationError) {
    let value: JSONValue
    do {
      value = try JSONValue(parsing: text)
    } catch {
      throw NotificationError(.invalidArgument, "userInfo: \(error)")
    }
    guard case .object(let object) = value else {
      throw NotificationError(.invalidArgument, "userInfo: must be a JSON object, { … }")
    }
    self.init(object)
  }

  /// The object as compact JSON text, which ``init(json:)`` reads back to the same value.
  public var description: String { json.description }

  init(_ object: JSONObject) {
    for member in object.members { self[member.name] = Value(member.value) }
  }

  var json: JSONObject { JSONObject(members.map { ($0.name, $0.value.json) }) }
}

extension UserInfo.Value: CustomStringConvertible {
  /// The value as compact JSON text.
  public var description: String { json.description }

  init(_ json: JSONValue) {
    self =
      switch json {
      case .null: .null
      case .boolean(let value): .boolean(value)
      case .integer(let value): .integer(value)
      case .real(let value): .real(value)
      case .string(let value): .string(value)
      case .array(let elements): .array(elements.map { UserInfo.Value($0) })
      case .object(let object): .object(UserInfo(object))
      }
  }

  var json: JSONValue {
    switch self {
    case .null: .null
    case .boolean(let value): .boolean(value)
    case .integer(let value): .integer(value)
    case .real(let value): .real(value)
    case .string(let value): .string(value)
    case .array(let elements): .array(elements.map(\.json))
    case .object(let object): .object(object.json)
    }
  }

  /// Whether a number in it has no JSON form: NaN and the infinities.
  var holdsImpossibleNumber: Bool {
    switch self {
    case .real(let value): !value.isFinite
    case .array(let elements): elements.contains { $0.holdsImpossibleNumber }
    case .object(let object): object.members.contains { $0.value.holdsImpossibleNumber }
    default: false
    }
  }
}
