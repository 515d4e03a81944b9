/// What answers the calls of one exported interface.
///
/// Arguments are checked against the interface before they come here.
public protocol BusObject: AnyObject {
  /// Serves a method; `invocation` is answered here or later, exactly once.
  func handle(method: String, arguments: [BusValue], invocation: Invocation)

  /// The value of a property, or nil when there is none at the moment.
  func property(_ name: String) -> BusValue?

  /// Sets a property that the interface declares writable.
  func setProperty(_ name: String, to value: BusValue) throws(BusError)
}

extension BusObject {
  /// Has no properties.
  public func property(_ name: String) -> BusValue? { nil }

  /// Has no property that can be set.
  public func setProperty(_ name: String, to value: BusValue) throws(BusError) {
    throw BusError(name: BusError.Name.propertyReadOnly, message: "The property \(name) cannot be set.")
  }
}
