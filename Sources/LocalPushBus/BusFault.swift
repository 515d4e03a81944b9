internal import CDBus

/// Calls a libdbus function that reports through a `DBusError`, and throws what it reports.
func reportingFaults<Value>(
  _ function: (UnsafeMutablePointer<DBusError>) -> Value?
) throws(BusError) -> Value {
  var fault = DBusError()
  dbus_error_init(&fault)
  defer { dbus_error_free(&fault) }
  if let value = function(&fault), dbus_error_is_set(&fault) == 0 { return value }
  guard let name = fault.name else { throw .noMemory }
  throw BusError(name: String(cString: name), message: fault.message.map { String(cString: $0) } ?? "")
}
