/// Why introspection XML describes no interface, as a sentence for a person.
public struct InterfaceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sentence.
  public let description: String
}
