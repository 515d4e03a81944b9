internal import CDBus

extension MethodCall {
  /// Checks the call and makes its message: `dbus_message_new_method_call`.
  func message() throws(BusError) -> Message {
    try Message.checkHeader(path: path, interface: interface, member: member, destination: destination)
    let message = try Message.made(dbus_message_new_method_call(destination, path, interface, member))
    dbus_message_set_auto_start(message.pointer, autoStart ? 1 : 0)
    try message.append(arguments)
    return message
  }

  /// The time to wait as libdbus takes it, which aborts for a negative one and waits for ever for the largest.
  static func timeout(_ milliseconds: Int) -> Int32 {
    Int32(clamping: max(0, milliseconds))
  }
}

extension Message {
  /// Checks a signal and makes its message: `dbus_message_new_signal`.
  static func signal(
    path: String, interface: String, member: String, arguments: [BusValue], destination: String?
  ) throws(BusError) -> Message {
    try checkHeader(path: path, interface: interface, member: member, destination: destination)
    let message = try made(dbus_message_new_signal(path, interface, member))
    if dbus_message_set_destination(message.pointer, destination) == 0 { throw .noMemory }
    try message.append(arguments)
    return message
  }

  /// Answers this call with values: `dbus_message_new_method_return`.
  func reply(_ values: [BusValue]) throws(BusError) -> Message {
    let message = try Message.made(dbus_message_new_method_return(pointer))
    try message.append(values)
    return message
  }

  /// Answers this call with an error, whose name and sentence are made fit to be sent: `dbus_message_new_error`.
  func reply(failing error: BusError) throws(BusError) -> Message {
    let name = Names.isErrorName(error.name) ? error.name : BusError.Name.failed
    let sentence = String(error.message.unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : Character($0) })
    return try Message.made(dbus_message_new_error(pointer, name, sentence))
  }

  /// Checks the values and appends them.
  func append(_ values: [BusValue]) throws(BusError) {
    try MessageWriter.append(values, to: pointer)
  }

  fileprivate static func made(_ pointer: OpaquePointer?) throws(BusError) -> Message {
    guard let pointer else { throw .noMemory }
    return Message(owning: pointer)
  }

  fileprivate static func checkHeader(
    path: String, interface: String, member: String, destination: String?
  ) throws(BusError) {
    guard Names.isPath(path), path != Names.localPath, path.utf8.count < 1 << 15 else {
      throw .invalidArguments("\"\(path)\" cannot be the path of an object.")
    }
    guard Names.isInterface(interface), interface != Names.localInterface else {
      throw .invalidArguments("\"\(interface)\" cannot be the name of an interface.")
    }
    guard Names.isMember(member) else { throw .invalidArguments("\"\(member)\" cannot be the name of a member.") }
    guard destination.map(Names.isBusName) ?? true else {
      throw .invalidArguments("\"\(destination ?? "")\" cannot be a bus name.")
    }
  }
}

extension BusError {
  /// Says for a call that got no answer which one it was.
  func explained(for call: MethodCall, timeoutMilliseconds: Int) -> BusError {
    guard name == Name.noReply, !isRecipientGone else { return self }
    return BusError(
      name: name, message: "\(call.destination) did not answer \(call.member) within \(timeoutMilliseconds) ms.")
  }
}
