extension BusConnection {
  /// Answers calls to an interface of an object for as long as the returned export is kept, which keeps the object.
  ///
  /// Introspection, properties and pings are answered with it, and calls that do not fit the interface are refused.
  public func export(
    _ interface: InterfaceDescription, at path: String, object: BusObject
  ) throws(BusError) -> Export {
    guard Names.isPath(path), path != Names.localPath else {
      throw .invalidArguments("\"\(path)\" cannot be the path of an object.")
    }
    guard objects.find(path: path, interface: interface.name) == nil else {
      throw .invalidArguments("\(interface.name) is exported at \(path) already.")
    }
    let export = Export(interface: interface, path: path, object: object, connection: self)
    objects.add(export)
    return export
  }
}
