/// Checks values against the limits of D-Bus before libdbus sees them, for which a fault is a reason to abort, and the
/// bus, for which it is a reason to cut the connection.
///
/// It walks over the values as the marshaller would and keeps the offset, because the limits are on marshalled sizes.
nonisolated struct MessageCheck {
  /// `DBUS_MAXIMUM_ARRAY_LENGTH`
  static let maximumArray = 1 << 26
  /// `DBUS_MAXIMUM_MESSAGE_LENGTH`, less what a header takes.
  static let maximumBody = 1 << 27 - 1 << 16
  /// How many containers may be around a value: twice `DBUS_MAXIMUM_TYPE_RECURSION_DEPTH`.
  static let maximumDepth = 64

  private var offset = 0

  /// Throws what is wrong with the arguments of a message.
  static func check(_ arguments: [BusValue]) throws(BusError) {
    var check = MessageCheck()
    for argument in arguments { try check.value(argument, depth: 0) }
    try check.signature(arguments.signature)
    guard check.offset <= maximumBody else { throw .limitsExceeded("The message is longer than 128 MiB.") }
  }

  private mutating func value(_ value: BusValue, depth: Int) throws(BusError) {
    switch value {
    case .byte: advance(1)
    case .int16, .uint16: advance(2)
    case .boolean, .int32, .uint32: advance(4)
    case .int64, .uint64, .double: advance(8)
    case .string(let text): try string(text)
    case .objectPath(let text):
      guard Names.isPath(text) else { throw .invalidArguments("\"\(text)\" is no object path.") }
      try string(text)
    case .signature(let text):
      try signature(text)
      offset += text.utf8.count + 2
    default: try container(value, depth: depth + 1)
    }
  }

  private mutating func container(_ container: BusValue, depth: Int) throws(BusError) {
    guard depth <= Self.maximumDepth else {
      throw .limitsExceeded("A value is nested more than \(Self.maximumDepth) levels deep.")
    }
    switch container {
    case .bytes(let bytes): try array(alignment: 1) { check throws(BusError) in check.offset += bytes.count }
    case .array(let element, let items): try array(of: element, items, depth: depth)
    case .dictionary(let key, let value, let entries): try dictionary(key, value, entries, depth: depth)
    case .structure(let fields): try structure(fields, depth: depth)
    case .variant(let inner):
      let type = inner.signature
      try signature(type)
      offset += type.utf8.count + 2
      try value(inner, depth: depth)
    default: break
    }
  }

  private mutating func array(of element: String, _ items: [BusValue], depth: Int) throws(BusError) {
    try single(element)
    try array(alignment: Self.alignment(of: element)) { check throws(BusError) in
      for item in items {
        try Self.require(item, element)
        try check.value(item, depth: depth)
      }
    }
  }

  private mutating func dictionary(
    _ key: String, _ value: String, _ entries: [BusValue.Entry], depth: Int
  ) throws(BusError) {
    guard key.utf8.count == 1, Self.basicTypes.contains(key) else {
      throw .invalidArguments("\"\(key)\" cannot be the type of a key.")
    }
    try single(value)
    guard depth < Self.maximumDepth || entries.isEmpty else {
      throw .limitsExceeded("A value is nested more than \(Self.maximumDepth) levels deep.")
    }
    try array(alignment: 8) { check throws(BusError) in
      for entry in entries {
        check.align(8)
        try Self.require(entry.key, key)
        try Self.require(entry.value, value)
        try check.value(entry.key, depth: depth + 1)
        try check.value(entry.value, depth: depth + 1)
      }
    }
  }

  private mutating func structure(_ fields: [BusValue], depth: Int) throws(BusError) {
    guard !fields.isEmpty else { throw .invalidArguments("D-Bus has no empty structure.") }
    align(8)
    for field in fields { try value(field, depth: depth) }
  }

  /// The length of an array does not count the padding before its first element.
  private mutating func array(
    alignment: Int, _ elements: (inout MessageCheck) throws(BusError) -> Void
  ) throws(BusError) {
    advance(4)
    align(alignment)
    let start = offset
    try elements(&self)
    guard offset - start <= Self.maximumArray else { throw .limitsExceeded("An array is longer than 64 MiB.") }
  }

  private mutating func string(_ text: String) throws(BusError) {
    guard !text.utf8.contains(0) else { throw .invalidArguments("A text holds a NUL character.") }
    advance(4)
    offset += text.utf8.count + 1
  }

  /// Signatures too short to break a limit of depth are checked by what made them.
  private func signature(_ text: String) throws(BusError) {
    guard Names.isSignature(text) else { throw .invalidArguments("\"\(text)\" is no signature.") }
  }

  private func single(_ text: String) throws(BusError) {
    guard text == "s" || text == "v" || Names.isSingleSignature(text) else {
      throw .invalidArguments("\"\(text)\" is not the signature of one type.")
    }
  }

  private static func require(_ value: BusValue, _ type: String) throws(BusError) {
    let found = value.signature
    guard found == type else { throw .invalidArguments("A value of type \(found) is where \(type) belongs.") }
  }

  private mutating func advance(_ size: Int) {
    align(size)
    offset += size
  }

  private mutating func align(_ size: Int) {
    offset = (offset + size - 1) / size * size
  }

  private static let basicTypes = "ybnqiuxtdsog"

  private static func alignment(of type: String) -> Int {
    switch type.utf8.first.map({ Unicode.Scalar($0) }) {
    case "x", "t", "d", "(": 8
    case "n", "q": 2
    case "y", "g", "v": 1
    default: 4
    }
  }
}
