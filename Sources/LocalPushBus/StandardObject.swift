/// Answers the interfaces that every object has; `org.freedesktop.DBus.Peer` is answered by libdbus itself.
final class StandardObject: BusObject {
  private let tree: ObjectTree

  init(tree: ObjectTree) {
    self.tree = tree
  }

  func handle(method: String, arguments: [BusValue], invocation: Invocation) {
    do {
      invocation.reply(try answer(method, arguments, at: invocation.path))
    } catch {
      invocation.fail(error)
    }
  }

  private func answer(_ method: String, _ arguments: [BusValue], at path: String) throws(BusError) -> [BusValue] {
    let names = arguments.map { $0.stringValue ?? "" }
    switch method {
    case "Introspect": return [.string(introspection(of: path))]
    case "Get": return [.variant(try get(names[1], of: names[0], at: path))]
    case "GetAll": return [.vardict(try export(names[0], at: path)?.readableProperties ?? [])]
    case "Set":
      try set(names[1], of: names[0], at: path, to: arguments[2])
      return []
    default: throw BusError(name: BusError.Name.unknownMethod, message: "There is no method \(method).")
    }
  }

  private func introspection(of path: String) -> String {
    let exported = tree.exports(at: path).map(\.interface)
    let interfaces = (StandardInterfaces.all + exported).map(\.xml)
    let children = tree.children(of: path).map { "  <node name=\"\($0)\"/>" }
    let doctype = """
      <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
       "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
      """
    return ([doctype, "<node>"] + interfaces + children + ["</node>"]).joined(separator: "\n") + "\n"
  }

  private func get(_ name: String, of interface: String, at path: String) throws(BusError) -> BusValue {
    let (export, property) = try property(name, of: interface, at: path)
    guard property.access.isReadable else {
      throw BusError(name: BusError.Name.accessDenied, message: "The property \(name) cannot be read.")
    }
    guard let value = export.object.property(name) else {
      throw BusError(name: BusError.Name.failed, message: "The property \(name) has no value now.")
    }
    return value
  }

  private func set(
    _ name: String, of interface: String, at path: String, to variant: BusValue
  ) throws(BusError) {
    let (export, property) = try property(name, of: interface, at: path)
    guard property.access.isWritable else {
      throw BusError(name: BusError.Name.propertyReadOnly, message: "The property \(name) cannot be set.")
    }
    guard case .variant(let value) = variant, value.signature == property.type else {
      throw .invalidArguments("The property \(name) is of type \(property.type).")
    }
    try export.object.setProperty(name, to: value)
  }

  private func property(
    _ name: String, of interface: String, at path: String
  ) throws(BusError) -> (Export, InterfaceDescription.Property) {
    guard let export = try export(interface, at: path), let property = export.interface.property(name) else {
      throw BusError(name: BusError.Name.unknownProperty, message: "\(interface) has no property \(name).")
    }
    return (export, property)
  }

  /// The standard interfaces are there and have no properties.
  private func export(_ interface: String, at path: String) throws(BusError) -> Export? {
    if let export = tree.find(path: path, interface: interface) { return export }
    if StandardInterfaces.all.contains(where: { $0.name == interface }) { return nil }
    throw BusError(name: BusError.Name.unknownInterface, message: "\(path) has no interface \(interface).")
  }
}
