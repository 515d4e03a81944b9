extension InterfaceDescription {
  /// The `<interface>` element, which reads back as the same description.
  public var xml: String {
    var lines = ["  <interface name=\"\(name)\">"]
    lines += Self.lines(annotations, indent: "    ")
    for method in methods { lines += Self.lines(method) }
    for signal in signals { lines += Self.lines(signal) }
    for property in properties { lines += Self.lines(property) }
    lines.append("  </interface>")
    return lines.joined(separator: "\n")
  }

  private static func lines(_ method: Method) -> [String] {
    ["    <method name=\"\(method.name)\">"]
      + method.inputs.map { line($0, direction: " direction=\"in\"") }
      + method.outputs.map { line($0, direction: " direction=\"out\"") }
      + lines(method.annotations, indent: "      ") + ["    </method>"]
  }

  private static func lines(_ signal: Signal) -> [String] {
    ["    <signal name=\"\(signal.name)\">"] + signal.arguments.map { line($0, direction: "") }
      + lines(signal.annotations, indent: "      ") + ["    </signal>"]
  }

  private static func lines(_ property: Property) -> [String] {
    let attributes = "name=\"\(property.name)\" type=\"\(property.type)\" access=\"\(property.access.rawValue)\""
    return ["    <property \(attributes)>"] + lines(property.annotations, indent: "      ") + ["    </property>"]
  }

  private static func line(_ argument: Argument, direction: String) -> String {
    let name = argument.name.map { " name=\"\(escaped($0))\"" } ?? ""
    return "      <arg\(name) type=\"\(argument.type)\"\(direction)/>"
  }

  private static func lines(_ annotations: [String: String], indent: String) -> [String] {
    annotations.sorted { $0.key < $1.key }.map { name, value in
      "\(indent)<annotation name=\"\(escaped(name))\" value=\"\(escaped(value))\"/>"
    }
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { escaped, character in
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.append(character)
      }
    }
  }
}
