internal import LocalPushBus

/// Knows whether do-not-disturb is on, for servers that tell: a property of their object.
final class Silence {
  /// Nil until the server has told.
  private(set) var isOn: Bool?
  private let property: ServerQuirks.SilenceProperty
  private var changes: Subscription?

  private static let interface = "org.freedesktop.DBus.Properties"

  /// Asks the server at `path` of `owner`, and hears of changes.
  init(_ property: ServerQuirks.SilenceProperty, owner: String, path: String, on connection: BusConnection) {
    self.property = property
    // only the name of an owner that the bus has told is used here, so the match cannot be refused
    changes = try? connection.subscribe(
      sender: owner, path: path, interface: Self.interface, member: "PropertiesChanged", arg0: property.interface
    ) { [weak self] in self?.changed($0.arguments) }
    let question = MethodCall(
      destination: owner, path: path, interface: Self.interface, member: "Get",
      arguments: [.string(property.interface), .string(property.name)])
    connection.call(question) { [weak self] result in
      guard case .success(let values) = result, let isOn = values.first?.boolValue else { return }
      self?.isOn = isOn
    }
  }

  private func changed(_ arguments: [BusValue]) {
    guard arguments.signature == "sa{sv}as", let isOn = arguments[1][property.name]?.boolValue else { return }
    self.isOn = isOn
  }
}
