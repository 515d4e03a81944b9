/// A D-Bus error: one that came back from a call, or a fault found here before or without any message.
public struct BusError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The error name, such as `org.freedesktop.DBus.Error.NoReply`.
  public let name: String
  /// A sentence for a person.
  public let message: String

  /// Makes an error with a name of D-Bus or of the program.
  public init(name: String, message: String) {
    self.name = name
    self.message = message
  }

  /// The sentence and the name.
  public var description: String {
    message.isEmpty ? name : "\(message) (\(name))"
  }
}

extension BusError {
  /// The error names of the D-Bus specification and of libdbus that this library gives.
  public enum Name {
    private static let prefix = "org.freedesktop.DBus.Error."
    /// Something failed that has no name of its own: `DBUS_ERROR_FAILED`.
    public static let failed = prefix + "Failed"
    /// Memory ran out: `DBUS_ERROR_NO_MEMORY`.
    public static let noMemory = prefix + "NoMemory"
    /// The bus is gone: `DBUS_ERROR_DISCONNECTED`.
    public static let disconnected = prefix + "Disconnected"
    /// No answer came in time: `DBUS_ERROR_NO_REPLY`.
    public static let noReply = prefix + "NoReply"
    /// There is no bus to connect to: `DBUS_ERROR_NO_SERVER`.
    public static let noServer = prefix + "NoServer"
    /// Nobody owns the name and it cannot be started: `DBUS_ERROR_SERVICE_UNKNOWN`.
    public static let serviceUnknown = prefix + "ServiceUnknown"
    /// Nobody owns the name: `DBUS_ERROR_NAME_HAS_NO_OWNER`.
    public static let nameHasNoOwner = prefix + "NameHasNoOwner"
    /// An argument has the wrong type or value: `DBUS_ERROR_INVALID_ARGS`.
    public static let invalidArguments = prefix + "InvalidArgs"
    /// A limit is exceeded: `DBUS_ERROR_LIMITS_EXCEEDED`.
    public static let limitsExceeded = prefix + "LimitsExceeded"
    /// It is not supported: `DBUS_ERROR_NOT_SUPPORTED`.
    public static let notSupported = prefix + "NotSupported"
    /// There is no such object: `DBUS_ERROR_UNKNOWN_OBJECT`.
    public static let unknownObject = prefix + "UnknownObject"
    /// The object has no such interface: `DBUS_ERROR_UNKNOWN_INTERFACE`.
    public static let unknownInterface = prefix + "UnknownInterface"
    /// The interface has no such method: `DBUS_ERROR_UNKNOWN_METHOD`.
    public static let unknownMethod = prefix + "UnknownMethod"
    /// The interface has no such property: `DBUS_ERROR_UNKNOWN_PROPERTY`.
    public static let unknownProperty = prefix + "UnknownProperty"
    /// The property cannot be set: `DBUS_ERROR_PROPERTY_READ_ONLY`.
    public static let propertyReadOnly = prefix + "PropertyReadOnly"
    /// The property cannot be read: `DBUS_ERROR_ACCESS_DENIED`.
    public static let accessDenied = prefix + "AccessDenied"
  }

  /// An argument has the wrong type or value.
  public static func invalidArguments(_ message: String) -> BusError {
    BusError(name: Name.invalidArguments, message: message)
  }

  /// Whoever was called left the bus without an answer; it may or may not have done what it was asked.
  public var isRecipientGone: Bool {
    // the words of dbus-daemon and of dbus-broker
    name == Name.noReply && message.hasPrefix("Message recipient disconnected")
  }

  /// Whoever was called is there, and knows nothing of what it was asked for.
  public var isFromRecipientWithoutMethod: Bool {
    [Name.unknownObject, Name.unknownInterface, Name.unknownMethod].contains(name)
  }

  static let noMemory = BusError(name: Name.noMemory, message: "There is not enough memory for a message.")
  /// The bus is gone: ``Name/disconnected``.
  public static let disconnected = BusError(name: Name.disconnected, message: "The message bus is gone.")

  static func limitsExceeded(_ message: String) -> BusError {
    BusError(name: Name.limitsExceeded, message: message)
  }
}
