/// What a notification carries for the app: a JSON object that comes back value for value (RFC 8259).
///
/// `true` stays true and is not 1, `1.0` stays a real number and is not 1, integers keep their 64 bits, `null` is a
/// value and not an absence, and members keep their order. Names are compared by bytes.
///
///     content.userInfo = ["msg_id": 4711, "url": "https://example.org/inbox", "unread": true]
///     let id = response.userInfo["msg_id"]?.integer
public struct UserInfo: Sendable {
  /// One value: what JSON keeps apart is kept apart.
  public enum Value: Hashable, Sendable {
    /// `null`
    case null
    /// `true` or `false`
    case boolean(Bool)
    /// A number without fraction and exponent.
    case integer(Int64)
    /// A number with a fraction or an exponent; NaN and infinities are refused when the notification is added.
    case real(Double)
    /// A text, without NUL characters.
    case string(String)
    /// A list of values.
    case array([Value])
    /// Names and their values.
    case object(UserInfo)
  }

  /// One name and its value.
  public struct Member: Hashable, Sendable {
    /// The name.
    public let name: String
    /// The value.
    public let value: Value
  }

  /// The members in their order; a name stands there once.
  public private(set) var members: [Member] = []

  /// Makes an object without members.
  public init() {}

  /// The value under a name; setting an existing one keeps its place, setting nil removes it.
  public subscript(name: String) -> Value? {
    get { members.first { Self.isSame($0.name, name) }?.value }
    set {
      let place = members.firstIndex { Self.isSame($0.name, name) }
      switch (place, newValue) {
      case (let place?, let value?): members[place] = Member(name: name, value: value)
      case (let place?, nil): members.remove(at: place)
      case (nil, let value?): members.append(Member(name: name, value: value))
      case (nil, nil): break
      }
    }
  }

  /// Whether there is no member.
  public var isEmpty: Bool { members.isEmpty }

  private static func isSame(_ one: String, _ other: String) -> Bool { one.utf8.elementsEqual(other.utf8) }
}

extension UserInfo: Hashable {
  /// True if both have the same members, in whatever order (RFC 8259, section 4).
  public static func == (one: UserInfo, other: UserInfo) -> Bool {
    one.members.count == other.members.count && one.members.allSatisfy { other[$0.name] == $0.value }
  }

  /// Feeds what does not depend on the order.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(members.count)
  }
}

extension UserInfo: ExpressibleByDictionaryLiteral {
  /// Makes an object of pairs; of two equal names the last one counts.
  public init(dictionaryLiteral elements: (String, Value)...) {
    for (name, value) in elements { self[name] = value }
  }
}

extension UserInfo.Value: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Makes a text.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Makes `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }

  /// Makes an integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }

  /// Makes a real number, also of `1.0`.
  public init(floatLiteral value: Double) { self = .real(value) }

  /// Makes `null`.
  public init(nilLiteral: ()) { self = .null }

  /// Makes a list.
  public init(arrayLiteral elements: UserInfo.Value...) { self = .array(elements) }

  /// Makes an object.
  public init(dictionaryLiteral elements: (String, UserInfo.Value)...) {
    var object = UserInfo()
    for (name, value) in elements { object[name] = value }
    self = .object(object)
  }
}

extension UserInfo.Value {
  /// Whether the value is `null`.
  public var isNull: Bool { self == .null }

  /// The truth value, nil for every other kind of value.
  public var boolean: Bool? {
    if case .boolean(let value) = self { value } else { nil }
  }

  /// The integer, nil for every other kind of value.
  public var integer: Int64? {
    if case .integer(let value) = self { value } else { nil }
  }

  /// The number, whether it was written with a fraction or not; nil for every other kind of value.
  public var number: Double? {
    switch self {
    case .real(let value): value
    case .integer(let value): Double(value)
    default: nil
    }
  }

  /// The text, nil for every other kind of value.
  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The list, nil for every other kind of value.
  public var array: [UserInfo.Value]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// The object, nil for every other kind of value.
  public var object: UserInfo? {
    if case .object(let value) = self { value } else { nil }
  }
}
