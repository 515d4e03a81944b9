internal import CDBus

/// Reads the values of a message, which libdbus has checked when it came in: `DBusMessageIter`.
///
/// A message of a few megabytes can hold so many small values that they would not fit in memory as `BusValue`s, so
/// there is a limit on their number.
struct MessageReader {
  /// How many values one message may hold; bytes of an `ay` do not count.
  static let maximumValues = 1 << 20
  private var remaining = maximumValues

  /// `dbus_message_iter_init`
  mutating func arguments(of message: OpaquePointer) throws(BusError) -> [BusValue] {
    var iterator = DBusMessageIter()
    guard dbus_message_iter_init(message, &iterator) != 0 else { return [] }
    return try values(&iterator)
  }

  private mutating func values(_ iterator: inout DBusMessageIter) throws(BusError) -> [BusValue] {
    var values: [BusValue] = []
    while dbus_message_iter_get_arg_type(&iterator) != TypeCode.invalid {
      values.append(try value(&iterator))
      dbus_message_iter_next(&iterator)
    }
    return values
  }

  private mutating func value(_ iterator: inout DBusMessageIter) throws(BusError) -> BusValue {
    remaining -= 1
    guard remaining >= 0 else {
      throw .limitsExceeded("The message holds more than \(Self.maximumValues) values.")
    }
    switch dbus_message_iter_get_arg_type(&iterator) {
    case TypeCode.byte: return .byte(basic(&iterator, 0))
    case TypeCode.boolean: return .boolean(basic(&iterator, dbus_bool_t(0)) != 0)
    case TypeCode.int16: return .int16(basic(&iterator, 0))
    case TypeCode.uint16: return .uint16(basic(&iterator, 0))
    case TypeCode.int32: return .int32(basic(&iterator, 0))
    case TypeCode.uint32: return .uint32(basic(&iterator, 0))
    case TypeCode.int64: return .int64(basic(&iterator, 0))
    case TypeCode.uint64: return .uint64(basic(&iterator, 0))
    case TypeCode.double: return .double(basic(&iterator, 0))
    case TypeCode.string: return .string(text(&iterator))
    case TypeCode.objectPath: return .objectPath(text(&iterator))
    case TypeCode.signature: return .signature(text(&iterator))
    case let type: return try container(type, &iterator)
    }
  }

  private mutating func container(_ type: Int32, _ iterator: inout DBusMessageIter) throws(BusError) -> BusValue {
    var inner = DBusMessageIter()
    switch type {
    case TypeCode.array: return try array(&iterator)
    case TypeCode.structure:
      dbus_message_iter_recurse(&iterator, &inner)
      return .structure(try values(&inner))
    case TypeCode.variant:
      dbus_message_iter_recurse(&iterator, &inner)
      return .variant(try value(&inner))
    default:
      throw BusError(name: BusError.Name.notSupported, message: "File descriptors are not taken.")
    }
  }

  private mutating func array(_ iterator: inout DBusMessageIter) throws(BusError) -> BusValue {
    var inner = DBusMessageIter()
    dbus_message_iter_recurse(&iterator, &inner)
    switch dbus_message_iter_get_element_type(&iterator) {
    case TypeCode.byte: return .bytes(bytes(&inner))
    case TypeCode.entry: return try dictionary(&inner)
    case TypeCode.string: return .array(element: "s", try values(&inner))
    default: return .array(element: try elementSignature(&inner), try values(&inner))
    }
  }

  private mutating func dictionary(_ iterator: inout DBusMessageIter) throws(BusError) -> BusValue {
    var first = iterator
    var entries: [BusValue.Entry] = []
    while dbus_message_iter_get_arg_type(&iterator) != TypeCode.invalid {
      entries.append(try entry(&iterator))
      dbus_message_iter_next(&iterator)
    }
    // nearly every dictionary is an a{sv} and shows it; a signature costs libdbus as much as all the rest
    if let shown = entries.first, case .string = shown.key, case .variant = shown.value {
      return .dictionary(key: "s", value: "v", entries)
    }
    // `{`, one letter for the basic key, the value's signature, `}`
    let types = try elementSignature(&first).dropFirst().dropLast()
    return .dictionary(key: String(types.prefix(1)), value: String(types.dropFirst()), entries)
  }

  private mutating func entry(_ iterator: inout DBusMessageIter) throws(BusError) -> BusValue.Entry {
    var inner = DBusMessageIter()
    dbus_message_iter_recurse(&iterator, &inner)
    let key = try value(&inner)
    dbus_message_iter_next(&inner)
    return BusValue.Entry(key, try value(&inner))
  }

  /// `dbus_message_iter_get_signature`, which tells an element's type even when there is no element.
  private func elementSignature(_ iterator: inout DBusMessageIter) throws(BusError) -> String {
    guard let text = dbus_message_iter_get_signature(&iterator) else { throw .noMemory }
    defer { dbus_free(text) }
    return String(cString: text)
  }

  /// `dbus_message_iter_get_fixed_array`
  private func bytes(_ iterator: inout DBusMessageIter) -> [UInt8] {
    var start: UnsafePointer<UInt8>?
    var count: Int32 = 0
    dbus_message_iter_get_fixed_array(&iterator, &start, &count)
    return Array(UnsafeBufferPointer(start: start, count: Int(count)))
  }

  /// `dbus_message_iter_get_basic`
  private func basic<Value: BitwiseCopyable>(_ iterator: inout DBusMessageIter, _ initial: Value) -> Value {
    var value = initial
    dbus_message_iter_get_basic(&iterator, &value)
    return value
  }

  private func text(_ iterator: inout DBusMessageIter) -> String {
    basic(&iterator, UnsafePointer<CChar>?.none).map { String(cString: $0) } ?? ""
  }
}
