internal import LocalPushBus
internal import LocalPushWire

extension MethodCall {
  /// A call of `org.localpush.LocalPush1`, for which the bus starts the daemon.
  static func service(_ member: String, _ arguments: [BusValue]) -> MethodCall {
    MethodCall(
      destination: Contract.busName, path: Contract.path, interface: Contract.interface, member: member,
      arguments: arguments, autoStart: true)
  }

  /// Asks the bus to start the daemon: `StartServiceByName`.
  static var startOfService: MethodCall {
    MethodCall(
      destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
      member: "StartServiceByName", arguments: [.string(Contract.busName), .uint32(0)])
  }
}
