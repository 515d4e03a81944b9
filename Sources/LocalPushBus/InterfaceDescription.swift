/// What one interface offers, as its introspection XML says.
public struct InterfaceDescription: Hashable, Sendable {
  /// The interface's name.
  public var name: String
  /// The methods by name.
  public var methods: [Method] = []
  /// The signals by name.
  public var signals: [Signal] = []
  /// The properties by name.
  public var properties: [Property] = []
  /// The interface's own annotations.
  public var annotations: [String: String] = [:]

  /// One argument of a method or a signal.
  public struct Argument: Hashable, Sendable {
    /// Its name, which may be missing.
    public var name: String?
    /// The signature of its one type.
    public var type: String
  }

  /// A method.
  public struct Method: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// What it takes.
    public var inputs: [Argument] = []
    /// What it returns.
    public var outputs: [Argument] = []
    /// Annotations such as `org.freedesktop.DBus.Deprecated`.
    public var annotations: [String: String] = [:]
  }

  /// A signal.
  public struct Signal: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// What it says.
    public var arguments: [Argument] = []
    /// Annotations such as `org.freedesktop.DBus.Deprecated`.
    public var annotations: [String: String] = [:]
  }

  /// A property.
  public struct Property: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// The signature of its one type.
    public var type: String
    /// Whether it can be read and set.
    public var access: Access
    /// Annotations such as `org.freedesktop.DBus.Property.EmitsChangedSignal`.
    public var annotations: [String: String] = [:]
  }

  /// Whether a property can be read and set.
  public enum Access: String, Hashable, Sendable {
    /// It can only be read.
    case read
    /// It can only be set.
    case write
    /// It can be read and set.
    case readWrite = "readwrite"

    /// Whether the property can be read.
    public var isReadable: Bool { self != .write }
    /// Whether the property can be set.
    public var isWritable: Bool { self != .read }
  }

  /// Finds a method.
  public func method(_ name: String) -> Method? { methods.first { $0.name == name } }
  /// Finds a signal.
  public func signal(_ name: String) -> Signal? { signals.first { $0.name == name } }
  /// Finds a property.
  public func property(_ name: String) -> Property? { properties.first { $0.name == name } }
}

extension [InterfaceDescription.Argument] {
  /// The signature of all arguments together.
  var signature: String { map(\.type).joined() }

  /// The arguments as a person reads them: `(s app, a{sv} options)`.
  var sentence: String {
    "(" + map { $0.type + ($0.name.map { " " + $0 } ?? "") }.joined(separator: ", ") + ")"
  }
}
