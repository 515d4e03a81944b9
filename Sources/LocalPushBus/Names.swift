internal import CDBus

/// The grammar of D-Bus names, in libdbus's own reading of it.
enum Names {
  /// `dbus_validate_bus_name`
  static func isBusName(_ text: String) -> Bool { isValid(text, dbus_validate_bus_name) }
  /// `dbus_validate_path`
  static func isPath(_ text: String) -> Bool { isValid(text, dbus_validate_path) }
  /// `dbus_validate_interface`
  static func isInterface(_ text: String) -> Bool { isValid(text, dbus_validate_interface) }
  /// `dbus_validate_member`
  static func isMember(_ text: String) -> Bool { isValid(text, dbus_validate_member) }
  /// `dbus_validate_error_name`
  static func isErrorName(_ text: String) -> Bool { isValid(text, dbus_validate_error_name) }
  /// `dbus_signature_validate`: any number of complete types.
  static func isSignature(_ text: String) -> Bool { isValid(text, dbus_signature_validate) }
  /// `dbus_signature_validate_single`: one complete type.
  static func isSingleSignature(_ text: String) -> Bool { isValid(text, dbus_signature_validate_single) }

  /// Only libdbus itself may send from its own path and interface; the bus cuts off whoever else does.
  static let localPath = "/org/freedesktop/DBus/Local"
  static let localInterface = "org.freedesktop.DBus.Local"

  private static func isValid(
    _ text: String, _ check: (UnsafePointer<CChar>?, UnsafeMutablePointer<DBusError>?) -> dbus_bool_t
  ) -> Bool {
    !text.utf8.contains(0) && check(text, nil) != 0
  }
}
