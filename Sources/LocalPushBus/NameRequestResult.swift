/// The answer to a request for a bus name: `DBUS_REQUEST_NAME_REPLY_…`.
public enum NameRequestResult: UInt32, Sendable {
  /// The name is ours now.
  case primaryOwner = 1
  /// Somebody has it, and we are waiting for it.
  case inQueue = 2
  /// Somebody has it, and we did not want to wait.
  case exists = 3
  /// It was ours before.
  case alreadyOwner = 4
}

/// How a bus name is asked for: `DBUS_NAME_FLAG_…`.
public struct NameRequestOptions: OptionSet, Sendable {
  /// The flags as the bus takes them.
  public let rawValue: UInt32

  /// Takes the flags as they are.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Others may take the name away.
  public static let allowReplacement = NameRequestOptions(rawValue: 1)
  /// Take the name away from an owner that allows it.
  public static let replaceExisting = NameRequestOptions(rawValue: 2)
  /// Fail rather than wait when somebody has the name.
  public static let doNotQueue = NameRequestOptions(rawValue: 4)
}
