internal import CDBus

/// One message, unreferenced with its last owner: `DBusMessage`.
final class Message {
  let pointer: OpaquePointer

  /// Takes over a reference: the message is new or was referenced for this object.
  init(owning pointer: OpaquePointer) {
    self.pointer = pointer
  }

  deinit {
    dbus_message_unref(pointer)
  }

  var sender: String { text(dbus_message_get_sender) ?? "" }
  var path: String { text(dbus_message_get_path) ?? "" }
  var interface: String? { text(dbus_message_get_interface) }
  var member: String { text(dbus_message_get_member) ?? "" }
  var signature: String { text(dbus_message_get_signature) ?? "" }

  /// Whether whoever sent this call waits for an answer: `dbus_message_get_no_reply`.
  var isReplyExpected: Bool { dbus_message_get_no_reply(pointer) == 0 }

  /// Tells the other side not to answer: `dbus_message_set_no_reply`.
  func expectsNoReply() {
    dbus_message_set_no_reply(pointer, 1)
  }

  /// The error this message is, if it is one.
  var error: BusError? {
    guard dbus_message_get_type(pointer) == MessageType.error else { return nil }
    let sentence = try? arguments().first?.stringValue
    return BusError(name: text(dbus_message_get_error_name) ?? BusError.Name.failed, message: sentence ?? "")
  }

  /// Reads the arguments.
  func arguments() throws(BusError) -> [BusValue] {
    var reader = MessageReader()
    return try reader.arguments(of: pointer)
  }

  private func text(_ get: (OpaquePointer?) -> UnsafePointer<CChar>?) -> String? {
    get(pointer).map { String(cString: $0) }
  }
}

/// The message types: `DBUS_MESSAGE_TYPE_…`.
enum MessageType {
  static let call: Int32 = 1
  static let reply: Int32 = 2
  static let error: Int32 = 3
  static let signal: Int32 = 4
}
