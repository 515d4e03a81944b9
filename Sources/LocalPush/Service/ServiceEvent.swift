internal import LocalPushBus

/// What the daemon does unasked.
enum ServiceEvent: Hashable, Sendable {
  /// It is on the bus, for the first time or again, and knows nothing of earlier subscriptions.
  case appeared
  /// It has left the bus, or the bus itself is gone.
  case vanished
  /// It sent a signal of its interface, or `PropertiesChanged` about it.
  case signal(member: String, arguments: [BusValue])
}
