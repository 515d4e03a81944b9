/// A method to call on an object of another program.
public struct MethodCall: Hashable, Sendable {
  /// The bus name of the program.
  public var destination: String
  /// The object's path.
  public var path: String
  /// The interface that has the method.
  public var interface: String
  /// The method's name.
  public var member: String
  /// The arguments.
  public var arguments: [BusValue]
  /// Whether the bus may start the program when nobody owns its name.
  public var autoStart: Bool

  /// Describes a call; the bus starts nothing for it unless `autoStart` is set.
  public init(
    destination: String, path: String, interface: String, member: String, arguments: [BusValue] = [],
    autoStart: Bool = false
  ) {
    self.destination = destination
    self.path = path
    self.interface = interface
    self.member = member
    self.arguments = arguments
    self.autoStart = autoStart
  }
}
