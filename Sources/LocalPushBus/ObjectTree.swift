/// The exported objects of one connection. It does not keep them: whoever exported them does.
final class ObjectTree {
  private var interfaces: [String: [String: WeakExport]] = [:]

  private struct WeakExport {
    weak var export: Export?
  }

  func add(_ export: Export) {
    interfaces[export.path, default: [:]][export.interface.name] = WeakExport(export: export)
  }

  func remove(path: String, interface: String) {
    interfaces[path]?[interface] = nil
    if interfaces[path]?.isEmpty == true { interfaces[path] = nil }
  }

  func find(path: String, interface: String) -> Export? {
    interfaces[path]?[interface]?.export
  }

  /// The interfaces of an object in the order of their names.
  func exports(at path: String) -> [Export] {
    (interfaces[path] ?? [:]).sorted { $0.key < $1.key }.compactMap { $0.value.export }
  }

  /// Whether there is an object at the path, or one further down.
  func exists(_ path: String) -> Bool {
    path == "/" || interfaces[path] != nil || !children(of: path).isEmpty
  }

  /// The names of the next step down from a path.
  func children(of path: String) -> [String] {
    let prefix = path == "/" ? path : path + "/"
    let below = interfaces.keys.filter { $0.hasPrefix(prefix) && $0 != prefix }
    return Set(below.map { String($0.dropFirst(prefix.count).prefix { $0 != "/" }) }).sorted()
  }

  /// Answers a call, or refuses it in words.
  func callReceived(_ message: Message, on connection: BusConnection) {
    do {
      try dispatch(message, on: connection)
    } catch {
      guard message.isReplyExpected else { return }
      _ = try? connection.send(message.reply(failing: error))
    }
  }

  private func dispatch(_ message: Message, on connection: BusConnection) throws(BusError) {
    guard exists(message.path) else {
      throw BusError(name: BusError.Name.unknownObject, message: "There is no object \(message.path).")
    }
    let interface = try interfaceName(of: message)
    if let standard = StandardInterfaces.all.first(where: { $0.name == interface }) {
      return try dispatch(message, to: StandardObject(tree: self), standard, on: connection)
    }
    guard let export = find(path: message.path, interface: interface) else {
      throw BusError(
        name: BusError.Name.unknownInterface, message: "\(message.path) has no interface \(interface).")
    }
    try dispatch(message, to: export.object, export.interface, on: connection)
  }

  /// A call need not say which interface it means, as long as some interface has the method.
  private func interfaceName(of message: Message) throws(BusError) -> String {
    if let interface = message.interface { return interface }
    let offered = exports(at: message.path).map(\.interface) + StandardInterfaces.all
    guard let interface = offered.first(where: { $0.method(message.member) != nil }) else {
      throw BusError(name: BusError.Name.unknownMethod, message: "\(message.path) has no method \(message.member).")
    }
    return interface.name
  }

  private func dispatch(
    _ message: Message, to object: BusObject, _ interface: InterfaceDescription, on connection: BusConnection
  ) throws(BusError) {
    guard let method = interface.method(message.member) else {
      throw BusError(
        name: BusError.Name.unknownMethod, message: "\(interface.name) has no method \(message.member).")
    }
    let signature = message.signature
    guard signature == method.inputs.signature else {
      throw .invalidArguments("\(method.name) takes \(method.inputs.sentence), not (\(signature)).")
    }
    let arguments = try message.arguments()
    let invocation = Invocation(
      message: message, resultSignature: method.outputs.signature, connection: connection)
    object.handle(method: method.name, arguments: arguments, invocation: invocation)
  }
}
