/// Why a program could not be started, as a sentence for a person.
public struct ProcessError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sentence.
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}
