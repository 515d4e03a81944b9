/// The subscriptions of one connection, by interface. It does not keep them: whoever asked does.
final class SubscriptionTable {
  private var byInterface: [String: [Entry]] = [:]

  private struct Entry {
    let identifier: ObjectIdentifier
    weak var subscription: Subscription?
  }

  func add(_ subscription: Subscription) {
    let entry = Entry(identifier: ObjectIdentifier(subscription), subscription: subscription)
    byInterface[subscription.rule.interface, default: []].append(entry)
  }

  func remove(_ subscription: Subscription) {
    let interface = subscription.rule.interface
    byInterface[interface]?.removeAll { $0.identifier == ObjectIdentifier(subscription) }
    if byInterface[interface]?.isEmpty == true { byInterface[interface] = nil }
  }

  /// Hands a signal over to everyone who asked for it; one whose arguments cannot be read is nobody's.
  func signalReceived(_ message: Message) {
    guard let interface = message.interface, let entries = byInterface[interface] else { return }
    guard let arguments = try? message.arguments() else { return }
    let signal = Signal(
      sender: message.sender, path: message.path, interface: interface, member: message.member, arguments: arguments)
    for entry in entries {
      if let subscription = entry.subscription, subscription.matches(signal) { subscription.deliver(signal) }
    }
  }
}
