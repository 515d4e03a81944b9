/// One interface of one object, answered for as long as this object lives.
public final class Export {
  /// The object's path.
  public let path: String
  /// The interface.
  public let interface: InterfaceDescription
  let object: BusObject
  private weak var connection: BusConnection?

  init(interface: InterfaceDescription, path: String, object: BusObject, connection: BusConnection) {
    self.interface = interface
    self.path = path
    self.object = object
    self.connection = connection
  }

  deinit {
    connection?.objects.remove(path: path, interface: interface.name)
  }

  /// Sends one of the interface's signals to everyone, or to one bus name.
  public func emit(_ signal: String, _ arguments: [BusValue] = [], destination: String? = nil) throws(BusError) {
    precondition(
      interface.signal(signal)?.arguments.signature == arguments.signature, "\(interface.name) has no such \(signal)")
    guard let connection else { throw .disconnected }
    try connection.emit(
      path: path, interface: interface.name, member: signal, arguments: arguments, destination: destination)
  }

  /// Tells everyone that properties have changed: `org.freedesktop.DBus.Properties.PropertiesChanged`.
  ///
  /// The annotation `org.freedesktop.DBus.Property.EmitsChangedSignal` decides whether their values are told.
  public func emitPropertiesChanged(_ names: [String]) throws(BusError) {
    guard let connection else { throw .disconnected }
    let told = names.filter { emission(of: $0) == "true" }
    let values = told.compactMap { name in object.property(name).map { (name, $0) } }
    let invalidated = names.filter { emission(of: $0) == "invalidates" }
    guard !values.isEmpty || !invalidated.isEmpty else { return }
    try connection.emit(
      path: path, interface: StandardInterfaces.properties.name, member: "PropertiesChanged",
      arguments: [.string(interface.name), .vardict(values), .strings(invalidated)])
  }

  private func emission(of name: String) -> String {
    let annotation = "org.freedesktop.DBus.Property.EmitsChangedSignal"
    return interface.property(name)?.annotations[annotation] ?? interface.annotations[annotation] ?? "true"
  }

  /// The values of all properties that can be read and have one.
  var readableProperties: [(String, BusValue)] {
    interface.properties.filter(\.access.isReadable).compactMap { property in
      object.property(property.name).map { (property.name, $0) }
    }
  }
}
