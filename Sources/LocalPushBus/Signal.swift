/// A signal that came in.
public struct Signal: Hashable, Sendable {
  /// The unique name of the connection that sent it, which the bus vouches for.
  public let sender: String
  /// The object that it is about.
  public let path: String
  /// The interface that declares it.
  public let interface: String
  /// Its name.
  public let member: String
  /// What it says.
  public let arguments: [BusValue]
}
