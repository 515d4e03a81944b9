import CJansson

/// A JSON value that keeps apart what JSON keeps apart: true from 1, 1 from 1.0, null from absence (RFC 8259).
public enum JSONValue: Hashable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case real(Double)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)

  /// Limits for a value that a caller hands over: nesting depth and size of its text in bytes.
  public static let maximumDepth = 32
  public static let maximumTextBytes = 64 * 1024
  /// Members of one object; they are looked through one by one.
  public static let maximumMembers = 1000
}

/// The members of a JSON object in their order; names are compared by bytes, so two normal forms of `é` stay two names.
public struct JSONObject: Sendable {
  /// One `name: value` pair.
  public struct Member: Hashable, Sendable {
    public let name: String
    public let value: JSONValue
  }

  public private(set) var members: [Member] = []

  public init() {}

  public init(_ pairs: [(String, JSONValue)]) {
    for (name, value) in pairs { self[name] = value }
  }

  /// The value under `name`; setting an existing one keeps its place, setting nil removes it.
  public subscript(name: String) -> JSONValue? {
    get { members.first { $0.name.isSameBytes(as: name) }?.value }
    set {
      let place = members.firstIndex { $0.name.isSameBytes(as: name) }
      switch (place, newValue) {
      case (let place?, let value?): members[place] = Member(name: name, value: value)
      case (let place?, nil): members.remove(at: place)
      case (nil, let value?): members.append(Member(name: name, value: value))
      case (nil, nil): break
      }
    }
  }

  public var isEmpty: Bool { members.isEmpty }

  /// Adds a member; false, and nothing changes, when there is one of this name.
  public mutating func insert(_ name: String, _ value: JSONValue) -> Bool {
    guard !members.contains(where: { $0.name.isSameBytes(as: name) }) else { return false }
    append(name, value)
    return true
  }
}

extension JSONObject: Hashable {
  /// Objects are equal when they have the same members in any order (RFC 8259, section 4).
  public static func == (one: JSONObject, other: JSONObject) -> Bool {
    one.members.count == other.members.count
      && one.members.allSatisfy { other[$0.name] == $0.value }
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(members.count)
  }
}

extension JSONObject.Member {
  public static func == (one: Self, other: Self) -> Bool {
    one.name.isSameBytes(as: other.name) && one.value == other.value
  }
}

extension String {
  /// Tells whether both texts are the same bytes; Swift's own `==` also takes different normal forms for equal.
  public func isSameBytes(as other: String) -> Bool {
    var (one, other) = (self, other)
    return one.withUTF8 { bytes in
      other.withUTF8 { others in
        guard bytes.count == others.count else { return false }
        for place in bytes.indices where bytes[place] != others[place] { return false }
        return true
      }
    }
  }

  /// Tells whether a NUL character stands in the text; D-Bus and C programs cannot carry one.
  var containsNUL: Bool {
    var text = self
    return text.withUTF8 { bytes in
      for byte in bytes where byte == 0 { return true }
      return false
    }
  }
}

// MARK: - Text form

/// Why a text is not JSON, and where.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, as a sentence for a person.
  public let reason: String
  /// Line of the text, from 1; 0 when the text as a whole is at fault.
  public let line: Int

  public init(reason: String, line: Int = 0) {
    self.reason = reason
    self.line = line
  }

  public var description: String {
    line > 0 ? "line \(line): \(reason)" : reason
  }
}

extension JSONValue {
  /// Parses one JSON text strictly: duplicate names, bad UTF-8, lone surrogates and too deep nesting are errors.
  ///
  /// The corresponding C function is `json_loadb`.
  public init(parsing text: some Collection<UInt8>) throws(JSONError) {
    let bytes = Array(text)
    var failure = json_error_t()
    let flags = Int(JSON_REJECT_DUPLICATES) | Int(JSON_DECODE_ANY) | Int(JSON_ALLOW_NUL)
    guard !bytes.isEmpty else { throw JSONError(reason: "not JSON: the text is empty") }
    let root = bytes.withUnsafeBytes { buffer in
      json_loadb(buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count, flags, &failure)
    }
    guard let root else { throw JSONError(failure) }
    defer { json_decref(root) }
    self = try JSONValue(root, depth: 0)
  }

  /// Parses one JSON text; see ``init(parsing:)-(Collection<UInt8>)``.
  public init(parsing text: String) throws(JSONError) {
    try self.init(parsing: text.utf8)
  }

  private init(_ value: UnsafeMutablePointer<json_t>, depth: Int) throws(JSONError) {
    guard depth <= Self.maximumDepth else {
      throw JSONError(reason: "nested deeper than \(Self.maximumDepth) levels")
    }
    switch value.pointee.type {
    case JSON_TRUE: self = .boolean(true)
    case JSON_FALSE: self = .boolean(false)
    case JSON_INTEGER: self = .integer(Int64(json_integer_value(value)))
    case JSON_REAL: self = .real(json_real_value(value))
    case JSON_STRING: self = .string(JSONValue.text(value))
    case JSON_ARRAY:
      var elements: [JSONValue] = []
      for index in 0..<json_array_size(value) {
        guard let element = json_array_get(value, index) else { continue }
        elements.append(try JSONValue(element, depth: depth + 1))
      }
      self = .array(elements)
    case JSON_OBJECT:
      guard json_object_size(value) <= Self.maximumMembers else {
        throw JSONError(reason: "an object has more than \(Self.maximumMembers) members")
      }
      var object = JSONObject()
      var place = json_object_iter(value)
      while let current = place {
        if let name = json_object_iter_key(current), let member = json_object_iter_value(current) {
          object.append(String(cString: name), try JSONValue(member, depth: depth + 1))
        }
        place = json_object_iter_next(value, current)
      }
      self = .object(object)
    default: self = .null
    }
  }

  private static func text(_ value: UnsafeMutablePointer<json_t>) -> String {
    guard let start = json_string_value(value) else { return "" }
    let bytes = UnsafeRawBufferPointer(start: start, count: json_string_length(value))
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension JSONObject {
  /// Adds a member that is known to be new.
  mutating func append(_ name: String, _ value: JSONValue) {
    members.append(Member(name: name, value: value))
  }
}

extension JSONError {
  fileprivate init(_ failure: json_error_t) {
    var failure = failure
    let reason = withUnsafeBytes(of: &failure.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    self.init(reason: "not JSON: \(reason)", line: max(0, Int(failure.line)))
  }
}

extension JSONValue: CustomStringConvertible {
  /// The value as compact JSON text that parses back to the same value.
  public var description: String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// The bytes of the text.
  var bytes: [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(512)
    write(to: &text)
    return text
  }

  private func write(to text: inout [UInt8]) {
    switch self {
    case .null: text += "null".utf8
    case .boolean(let value): text += (value ? "true" : "false").utf8
    case .integer(let value): text += String(value).utf8
    case .real(let value): text += "\(value)".utf8
    case .string(let value): JSONValue.writeQuoted(value, to: &text)
    case .array(let elements):
      text.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        element.write(to: &text)
      }
      text.append(UInt8(ascii: "]"))
    case .object(let object):
      text.append(UInt8(ascii: "{"))
      for (index, member) in object.members.enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        JSONValue.writeQuoted(member.name, to: &text)
        text.append(UInt8(ascii: ":"))
        member.value.write(to: &text)
      }
      text.append(UInt8(ascii: "}"))
    }
  }

  /// Copies what needs no escape in whole runs: a definition is written with every message.
  private static func writeQuoted(_ value: String, to text: inout [UInt8]) {
    var value = value
    text.append(UInt8(ascii: "\""))
    value.withUTF8 { bytes in
      var start = 0
      for index in bytes.indices where needsEscape(bytes[index]) {
        text.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<index]))
        text += escaped(bytes[index]).utf8
        start = index + 1
      }
      text.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start...]))
    }
    text.append(UInt8(ascii: "\""))
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F
  }

  private static func escaped(_ byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "\""): return "\\\""
    case UInt8(ascii: "\\"): return "\\\\"
    case UInt8(ascii: "\n"): return "\\n"
    case UInt8(ascii: "\r"): return "\\r"
    case UInt8(ascii: "\t"): return "\\t"
    default:
      let digits = String(byte, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
  }
}

extension JSONObject: CustomStringConvertible {
  /// The object as compact JSON text.
  public var description: String { JSONValue.object(self).description }
}

// MARK: - Reading a value

extension JSONValue {
  /// The text of a string value, nil for every other kind.
  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The number of an integer value, nil for every other kind.
  public var integer: Int64? {
    if case .integer(let value) = self { value } else { nil }
  }

  /// The members of an object, nil for every other kind.
  public var object: JSONObject? {
    if case .object(let value) = self { value } else { nil }
  }

  /// The elements of an array, nil for every other kind.
  public var array: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// The value as it stands in a command line or a URL: strings without quotes, everything else as JSON text.
  public var plainText: String {
    string ?? description
  }

  /// Tells whether a NUL character stands anywhere in the value, names included.
  public var containsNUL: Bool {
    switch self {
    case .string(let value): value.containsNUL
    case .array(let elements): elements.contains { $0.containsNUL }
    case .object(let object): object.members.contains { $0.name.containsNUL || $0.value.containsNUL }
    default: false
    }
  }
}
