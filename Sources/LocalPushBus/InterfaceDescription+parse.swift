internal import CGLib

extension InterfaceDescription {
  /// Reads the one interface of an introspection document: `GMarkupParser`.
  public init(xml: String) throws(InterfaceError) {
    let interfaces = try Self.all(xml: xml)
    guard let interface = interfaces.first, interfaces.count == 1 else {
      throw InterfaceError(description: "There are \(interfaces.count) interfaces where one is expected.")
    }
    self = interface
  }

  /// Reads all interfaces of an introspection document: `GMarkupParser`.
  public static func all(xml: String) throws(InterfaceError) -> [InterfaceDescription] {
    let reader = InterfaceReader()
    return try reader.read(xml)
  }
}

/// Follows the elements of an introspection document.
private final class InterfaceReader {
  private var interfaces: [InterfaceDescription] = []
  private var interface: InterfaceDescription?
  private var method: InterfaceDescription.Method?
  private var signal: InterfaceDescription.Signal?
  private var property: InterfaceDescription.Property?
  private var fault: InterfaceError?

  func read(_ xml: String) throws(InterfaceError) -> [InterfaceDescription] {
    guard !xml.utf8.contains(0) else { throw InterfaceError(description: "The document holds a NUL character.") }
    var parser = GMarkupParser()
    parser.start_element = { _, name, attributes, values, reader, _ in
      InterfaceReader.from(reader).started(name, attributes, values)
    }
    parser.end_element = { _, name, reader, _ in InterfaceReader.from(reader).ended(name) }
    let context = g_markup_parse_context_new(
      &parser, GMarkupParseFlags(rawValue: 0), Unmanaged.passUnretained(self).toOpaque(), nil)
    defer { g_markup_parse_context_free(context) }
    var failure: UnsafeMutablePointer<GError>?
    defer { g_clear_error(&failure) }
    let isRead =
      g_markup_parse_context_parse(context, xml, gssize(xml.utf8.count), &failure) != 0
      && g_markup_parse_context_end_parse(context, &failure) != 0
    if let failure { throw InterfaceError(description: String(cString: failure.pointee.message)) }
    if let fault { throw fault }
    guard isRead else { throw InterfaceError(description: "The document cannot be read.") }
    return interfaces
  }

  private static func from(_ data: UnsafeMutableRawPointer?) -> InterfaceReader {
    guard let data else { preconditionFailure("GMarkup lost the reader") }
    return Unmanaged<InterfaceReader>.fromOpaque(data).takeUnretainedValue()
  }
}

// MARK: - Elements

extension InterfaceReader {
  private typealias Texts = UnsafeMutablePointer<UnsafePointer<CChar>?>

  private func started(_ element: UnsafePointer<CChar>?, _ names: Texts?, _ values: Texts?) {
    guard fault == nil, let element, let names, let values else { return }
    var attributes: [String: String] = [:]
    var index = 0
    while let name = names[index], let value = values[index] {
      attributes[String(cString: name)] = String(cString: value)
      index += 1
    }
    do {
      try started(String(cString: element), attributes)
    } catch {
      fault = error
    }
  }

  /// Elements of other vocabularies, such as documentation, are passed over.
  private func started(_ element: String, _ attributes: [String: String]) throws(InterfaceError) {
    switch element {
    case "interface":
      interface = InterfaceDescription(name: try name(attributes, Names.isInterface, element))
    case "method": method = .init(name: try name(attributes, Names.isMember, element))
    case "signal": signal = .init(name: try name(attributes, Names.isMember, element))
    case "property": try propertyStarted(attributes)
    case "arg": try argumentStarted(attributes)
    case "annotation": try annotationStarted(attributes)
    default: break
    }
  }

  private func propertyStarted(_ attributes: [String: String]) throws(InterfaceError) {
    let name = try name(attributes, Names.isMember, "property")
    guard let access = InterfaceDescription.Access(rawValue: attributes["access"] ?? "") else {
      throw InterfaceError(description: "The property \(name) has no access that exists.")
    }
    property = .init(name: name, type: try type(attributes, of: name), access: access)
  }

  private func argumentStarted(_ attributes: [String: String]) throws(InterfaceError) {
    let owner = method?.name ?? signal?.name ?? "?"
    let argument = InterfaceDescription.Argument(
      name: attributes["name"], type: try type(attributes, of: "an argument of \(owner)"))
    switch attributes["direction"] {
    case "out" where method != nil: method?.outputs.append(argument)
    case nil, "in", "out":
      method?.inputs.append(argument)
      signal?.arguments.append(argument)
    case let direction?:
      throw InterfaceError(description: "An argument of \(owner) cannot go \"\(direction)\".")
    }
  }

  private func annotationStarted(_ attributes: [String: String]) throws(InterfaceError) {
    guard let name = attributes["name"], let value = attributes["value"] else {
      throw InterfaceError(description: "An annotation needs a name and a value.")
    }
    if method != nil {
      method?.annotations[name] = value
    } else if signal != nil {
      signal?.annotations[name] = value
    } else if property != nil {
      property?.annotations[name] = value
    } else {
      interface?.annotations[name] = value
    }
  }

  private func ended(_ element: UnsafePointer<CChar>?) {
    switch element.map({ String(cString: $0) }) {
    case "interface":
      if let interface { interfaces.append(interface) }
      interface = nil
    case "method":
      if let method { interface?.methods.append(method) }
      method = nil
    case "signal":
      if let signal { interface?.signals.append(signal) }
      signal = nil
    case "property":
      if let property { interface?.properties.append(property) }
      property = nil
    default: break
    }
  }

  private func name(
    _ attributes: [String: String], _ isValid: (String) -> Bool, _ element: String
  ) throws(InterfaceError) -> String {
    guard let name = attributes["name"], isValid(name) else {
      throw InterfaceError(description: "\"\(attributes["name"] ?? "")\" cannot be the name of a \(element).")
    }
    return name
  }

  private func type(_ attributes: [String: String], of owner: String) throws(InterfaceError) -> String {
    guard let type = attributes["type"], Names.isSingleSignature(type) else {
      throw InterfaceError(description: "\"\(attributes["type"] ?? "")\" cannot be the type of \(owner).")
    }
    return type
  }
}
