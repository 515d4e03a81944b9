/// The bus itself as a peer: `org.freedesktop.DBus`.
enum BusDriver {
  static let name = "org.freedesktop.DBus"
  static let path = "/org/freedesktop/DBus"

  static func call(_ member: String, _ arguments: [BusValue]) -> MethodCall {
    MethodCall(destination: name, path: path, interface: name, member: member, arguments: arguments)
  }
}
