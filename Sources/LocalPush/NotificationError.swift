/// Why something was refused or could not be done.
public struct NotificationError: Error, Hashable, Sendable {
  /// The kind of fault, for programs. Unknown codes survive: compare with the constants.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The word that stands for the kind.
    public let rawValue: String

    /// Makes a code of any word.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }
  }

  /// What kind of fault it is.
  public let code: Code
  /// What, why and what to do about it, as a sentence for a person.
  public let message: String
  /// The request at fault, nil if it is not one request's.
  public let identifier: String?

  /// Makes an error.
  public init(_ code: Code, _ message: String, identifier: String? = nil) {
    self.code = code
    self.message = message
    self.identifier = identifier
  }

  /// The same error, put down to a request.
  func of(_ identifier: String) -> NotificationError {
    NotificationError(code, message, identifier: self.identifier ?? identifier)
  }
}

extension NotificationError: CustomStringConvertible {
  /// The sentence, after the identifier of the request if it is one request's.
  public var description: String {
    identifier.map { "\($0): \(message)" } ?? message
  }
}

extension NotificationError.Code {
  /// Something in the request or the call is not possible; the message names it.
  public static let invalidArgument = Self(rawValue: "invalid-argument")
  /// The only moment of the trigger has passed.
  public static let expired = Self(rawValue: "expired")
  /// There is nothing of that identifier.
  public static let notFound = Self(rawValue: "not-found")
  /// More than one app may have.
  public static let limitExceeded = Self(rawValue: "limit-exceeded")
  /// The daemon cannot write its schedule, for example because the disk is full.
  public static let storage = Self(rawValue: "storage")
  /// There is no session bus, or no daemon on it.
  public static let unavailable = Self(rawValue: "unavailable")
  /// The daemon or the bus ended before the answer came; the call may or may not have had its effect.
  public static let interrupted = Self(rawValue: "interrupted")
  /// The task that made the call was cancelled; the call may or may not have had its effect.
  public static let cancelled = Self(rawValue: "cancelled")
  /// The daemon did not answer in time.
  public static let timedOut = Self(rawValue: "timed-out")
  /// It is not known which app this program is.
  public static let unknownApp = Self(rawValue: "unknown-app")
}
