/// The interfaces that every object has.
enum StandardInterfaces {
  static let introspectable = InterfaceDescription(
    name: "org.freedesktop.DBus.Introspectable",
    methods: [.init(name: "Introspect", outputs: [.init(name: "xml_data", type: "s")])])

  static let peer = InterfaceDescription(
    name: "org.freedesktop.DBus.Peer",
    methods: [
      .init(name: "Ping"), .init(name: "GetMachineId", outputs: [.init(name: "machine_uuid", type: "s")]),
    ])

  static let properties = InterfaceDescription(
    name: "org.freedesktop.DBus.Properties",
    methods: [
      .init(name: "Get", inputs: [interfaceName, propertyName], outputs: [.init(name: "value", type: "v")]),
      .init(name: "GetAll", inputs: [interfaceName], outputs: [.init(name: "properties", type: "a{sv}")]),
      .init(name: "Set", inputs: [interfaceName, propertyName, .init(name: "value", type: "v")]),
    ],
    signals: [
      .init(
        name: "PropertiesChanged",
        arguments: [
          interfaceName, .init(name: "changed_properties", type: "a{sv}"),
          .init(name: "invalidated_properties", type: "as"),
        ])
    ])

  static let all = [introspectable, peer, properties]

  private static let interfaceName = InterfaceDescription.Argument(name: "interface_name", type: "s")
  private static let propertyName = InterfaceDescription.Argument(name: "property_name", type: "s")
}
