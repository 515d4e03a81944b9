internal import CDBus
internal import LocalPushLoop

/// Where a bus listens.
public enum BusAddress: Hashable, Sendable {
  /// The bus of the login session, found as the D-Bus specification says but never started.
  case session
  /// An address in D-Bus's own form, such as `unix:path=/run/user/1000/bus`.
  case explicit(String)

  /// The address to connect to: `DBUS_SESSION_BUS_ADDRESS`, else the socket `bus` in `XDG_RUNTIME_DIR` if it is ours.
  func resolved(variable: (String) -> String? = Environment.value) throws(BusError) -> String {
    if case .explicit(let address) = self { return try Self.checked(address) }
    if let address = variable("DBUS_SESSION_BUS_ADDRESS") { return try Self.checked(address) }
    guard let directory = variable("XDG_RUNTIME_DIR") else {
      throw Self.noBus("neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR is set")
    }
    return try Self.userBus(in: directory)
  }

  private static func checked(_ address: String) throws(BusError) -> String {
    guard !address.utf8.contains(0), !address.contains("autolaunch:") else {
      throw BusError(name: BusError.Name.noServer, message: "No bus is started for the address \"\(address)\".")
    }
    return withoutIdentifier(address)
  }

  /// The address without `guid=`, which means one run of the bus only: a bus that was started again has another one, and
  /// libdbus would refuse it.
  private static func withoutIdentifier(_ address: String) -> String {
    let entries = address.split(separator: ";", omittingEmptySubsequences: false)
    return entries.map { entry in
      guard let colon = entry.firstIndex(of: ":") else { return String(entry) }
      let pairs = entry[colon...].dropFirst().split(separator: ",", omittingEmptySubsequences: false)
      return entry[...colon] + pairs.filter { !$0.hasPrefix("guid=") }.joined(separator: ",")
    }.joined(separator: ";")
  }

  private static func userBus(in directory: String) throws(BusError) -> String {
    let path = directory + "/bus"
    guard OwnedSocket.exists(at: path) else { throw noBus("\(path) is no socket of this user") }
    return "unix:path=" + (try escaped(path))
  }

  private static func noBus(_ reason: String) -> BusError {
    BusError(name: BusError.Name.noServer, message: "There is no session bus: \(reason).")
  }

  /// Escapes a path for an address: `dbus_address_escape_value`.
  private static func escaped(_ path: String) throws(BusError) -> String {
    guard let text = dbus_address_escape_value(path) else { throw .noMemory }
    defer { dbus_free(text) }
    return String(cString: text)
  }
}
