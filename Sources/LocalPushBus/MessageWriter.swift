internal import CDBus

/// Appends checked values to a message: `DBusMessageIter`.
struct MessageWriter {
  private var iterator = DBusMessageIter()

  /// Checks the values and appends them: `dbus_message_iter_init_append`.
  static func append(_ values: [BusValue], to message: OpaquePointer) throws(BusError) {
    try MessageCheck.check(values)
    var writer = MessageWriter()
    dbus_message_iter_init_append(message, &writer.iterator)
    for value in values { try writer.append(value) }
  }

  private mutating func append(_ value: BusValue) throws(BusError) {
    switch value {
    case .byte(let value): try append(value, TypeCode.byte)
    case .boolean(let value): try append(dbus_bool_t(value ? 1 : 0), TypeCode.boolean)
    case .int16(let value): try append(value, TypeCode.int16)
    case .uint16(let value): try append(value, TypeCode.uint16)
    case .int32(let value): try append(value, TypeCode.int32)
    case .uint32(let value): try append(value, TypeCode.uint32)
    case .int64(let value): try append(value, TypeCode.int64)
    case .uint64(let value): try append(value, TypeCode.uint64)
    case .double(let value): try append(value, TypeCode.double)
    case .string(let text): try append(text: text, TypeCode.string)
    case .objectPath(let text): try append(text: text, TypeCode.objectPath)
    case .signature(let text): try append(text: text, TypeCode.signature)
    default: try append(container: value)
    }
  }

  private mutating func append(container: BusValue) throws(BusError) {
    switch container {
    case .bytes(let bytes):
      try inContainer(TypeCode.array, "y") { writer throws(BusError) in try writer.append(bytes: bytes) }
    case .array(let element, let items):
      try inContainer(TypeCode.array, element) { writer throws(BusError) in
        for item in items { try writer.append(item) }
      }
    case .dictionary(let key, let value, let entries):
      try inContainer(TypeCode.array, "{" + key + value + "}") { writer throws(BusError) in
        for entry in entries { try writer.append(entry) }
      }
    case .structure(let fields):
      try inContainer(TypeCode.structure, nil) { writer throws(BusError) in
        for field in fields { try writer.append(field) }
      }
    case .variant(let inner):
      try inContainer(TypeCode.variant, inner.signature) { writer throws(BusError) in try writer.append(inner) }
    default: preconditionFailure("\(container) is no container")
    }
  }

  private mutating func append(_ entry: BusValue.Entry) throws(BusError) {
    try inContainer(TypeCode.entry, nil) { writer throws(BusError) in
      try writer.append(entry.key)
      try writer.append(entry.value)
    }
  }

  /// `dbus_message_iter_append_basic`
  private mutating func append<Value: BitwiseCopyable>(_ value: Value, _ type: Int32) throws(BusError) {
    var value = value
    guard dbus_message_iter_append_basic(&iterator, type, &value) != 0 else { throw .noMemory }
  }

  private mutating func append(text: String, _ type: Int32) throws(BusError) {
    let isAppended = text.withCString { text in
      var text: UnsafePointer<CChar>? = text
      return dbus_message_iter_append_basic(&iterator, type, &text) != 0
    }
    guard isAppended else { throw .noMemory }
  }

  /// `dbus_message_iter_append_fixed_array`
  private mutating func append(bytes: [UInt8]) throws(BusError) {
    let isAppended = bytes.withUnsafeBufferPointer { buffer in
      guard var start = buffer.baseAddress, !buffer.isEmpty else { return true }
      return dbus_message_iter_append_fixed_array(&iterator, TypeCode.byte, &start, Int32(buffer.count)) != 0
    }
    guard isAppended else { throw .noMemory }
  }

  /// `dbus_message_iter_open_container`, then `…_close_container`, or `…_abandon_container` after a failure.
  private mutating func inContainer(
    _ type: Int32, _ contained: String?, _ fill: (inout MessageWriter) throws(BusError) -> Void
  ) throws(BusError) {
    var inner = MessageWriter()
    guard open(type, contained, &inner) else { throw .noMemory }
    do {
      try fill(&inner)
    } catch {
      dbus_message_iter_abandon_container(&iterator, &inner.iterator)
      throw error
    }
    guard dbus_message_iter_close_container(&iterator, &inner.iterator) != 0 else { throw .noMemory }
  }
  private mutating func open(_ type: Int32, _ contained: String?, _ inner: inout MessageWriter) -> Bool {
    guard let contained else {
      return dbus_message_iter_open_container(&iterator, type, nil, &inner.iterator) != 0
    }
    // an optional String would be copied to the heap for its C string
    return contained.withCString { dbus_message_iter_open_container(&iterator, type, $0, &inner.iterator) != 0 }
  }
}
