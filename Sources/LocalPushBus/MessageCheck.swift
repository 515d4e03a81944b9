/// Checks values against the limits of D-Bus before libdbus sees them, for which a fault is a reason to abort, and the
/// bus, for which it is a reason to cut the connection.
///
/// It walks over the values as the marshaller would and keeps the offset, because the limits are on marshalled sizes.
struct MessageCheck {
  /// `DBUS_MAXIMUM_ARRAY_LENGTH`
  static let maximumArray = 1 << 26
  /// `DBUS_MAXIMUM_MESSAGE_LENGTH`, less what a header takes.
  static let maximumBody = 1 << 27 - 1 << 16
  /// How many containers may be around a value: twice `DBUS_MAXIMUM_TYPE_RECURSION_DEPTH`.
  static let maximumDepth = 64

  private var offset = 0

  /// Throws what is wrong with the arguments of a message.
  static func check(_ arguments: [BusValue]) throws(BusError) {
    for argument in arguments { try checkDepth(of: argument, inside: 0) }
    var check = MessageCheck()
    for argument in arguments { try check.value(argument) }
    try check.signature(arguments.signature)
    guard check.offset <= maximumBody else { throw .limitsExceeded("The message is longer than 128 MiB.") }
  }

  /// Counts as the bus does, where an entry of a dictionary is a container of its own.
  private static func checkDepth(of value: BusValue, inside containers: Int) throws(BusError) {
    guard containers <= maximumDepth else {
      throw .limitsExceeded("A value is nested more than \(maximumDepth) levels deep.")
    }
    switch value {
    case .array(_, let items):
      for item in items { try checkDepth(of: item, inside: containers + 1) }
    case .dictionary(_, _, let entries):
      for entry in entries { try checkDepth(of: entry.value, inside: containers + 2) }
    case .structure(let fields):
      for field in fields { try checkDepth(of: field, inside: containers + 1) }
    case .variant(let inner): try checkDepth(of: inner, inside: containers + 1)
    default: break
    }
  }

  private mutating func value(_ value: BusValue) throws(BusError) {
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
    default: try container(value)
    }
  }

  private mutating func container(_ container: BusValue) throws(BusError) {
    switch container {
    case .bytes(let bytes): try array(alignment: 1) { check throws(BusError) in check.offset += bytes.count }
    case .array(let element, let items): try array(of: element, items)
    case .dictionary(let key, let value, let entries): try dictionary(key, value, entries)
    case .structure(let fields): try structure(fields)
    case .variant(let inner):
      let type = inner.signature
      try signature(type)
      offset += type.utf8.count + 2
      try value(inner)
    default: preconditionFailure("\(container) is no container")
    }
  }

  private mutating func array(of element: String, _ items: [BusValue]) throws(BusError) {
    try single(element)
    try array(alignment: Self.alignment(of: element)) { check throws(BusError) in
      for item in items {
        try Self.require(item, element)
        try check.value(item)
      }
    }
  }

  private mutating func dictionary(_ key: String, _ value: String, _ entries: [BusValue.Entry]) throws(BusError) {
    guard key != "v", Self.isSingleLetter(key) else {
      throw .invalidArguments("\"\(key)\" cannot be the type of a key.")
    }
    try single(value)
    try array(alignment: 8) { check throws(BusError) in
      for entry in entries {
        check.align(8)
        try Self.require(entry.key, key)
        try Self.require(entry.value, value)
        try check.value(entry.key)
        try check.value(entry.value)
      }
    }
  }

  private mutating func structure(_ fields: [BusValue]) throws(BusError) {
    guard !fields.isEmpty else { throw .invalidArguments("D-Bus has no empty structure.") }
    align(8)
    for field in fields { try value(field) }
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
    var text = text
    let holdsNUL = text.withUTF8 { bytes in
      for byte in bytes where byte == 0 { return true }
      return false
    }
    guard !holdsNUL else { throw .invalidArguments("A text holds a NUL character.") }
    advance(4)
    offset += text.utf8.count + 1
  }

  /// Refuses also what is valid type by type: more than 255 letters, or 32 arrays or structures in each other.
  private func signature(_ text: String) throws(BusError) {
    if Self.isSingleLetter(text) { return }
    guard Names.isSignature(text) else { throw .invalidArguments("\"\(text)\" is no signature.") }
  }

  private func single(_ text: String) throws(BusError) {
    guard Self.isSingleLetter(text) || Names.isSingleSignature(text) else {
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

  /// Tells the types that need no grammar: the basic ones and `v`.
  private static func isSingleLetter(_ text: String) -> Bool {
    guard text.utf8.count == 1 else { return false }
    switch text {
    case "s", "v", "y", "b", "n", "q", "i", "u", "x", "t", "d", "o", "g": return true
    default: return false
    }
  }

  private static func alignment(of type: String) -> Int {
    switch type.utf8.first.map({ Unicode.Scalar($0) }) {
    case "x", "t", "d", "(": 8
    case "n", "q": 2
    case "y", "g", "v": 1
    default: 4
    }
  }
}
