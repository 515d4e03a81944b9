extension BusConnection {
  /// Hands over the signals that match, for as long as the returned object is kept: `AddMatch`, `RemoveMatch`.
  ///
  /// A sender given by a well-known name means whoever owns that name at the time; a signal with the right interface
  /// from anyone else is not handed over.
  public func subscribe(
    sender: String? = nil, path: String? = nil, interface: String, member: String? = nil, arg0: String? = nil,
    handler: @escaping (Signal) -> Void
  ) throws(BusError) -> Subscription {
    let rule = try MatchRule(sender: sender, path: path, interface: interface, member: member, argument0: arg0)
    let tracker = try trackedSender(sender)
    let subscription = Subscription(rule: rule, tracker: tracker, handler: handler) { [weak self] subscription in
      self?.unsubscribe(subscription)
    }
    subscriptions.add(subscription)
    try tellBus("AddMatch", rule)
    return subscription
  }

  private func unsubscribe(_ subscription: Subscription) {
    subscriptions.remove(subscription)
    try? tellBus("RemoveMatch", subscription.rule)
  }

  /// The bus itself and unique names never change hands.
  private func trackedSender(_ sender: String?) throws(BusError) -> OwnerTracker? {
    guard let sender, sender != BusDriver.name, !sender.hasPrefix(":") else { return nil }
    return try ownerTracker(for: sender)
  }

  /// The bus serves a connection's messages in order, so nobody has to wait for its answer.
  private func tellBus(_ member: String, _ rule: MatchRule) throws(BusError) {
    let message = try BusDriver.call(member, [.string(rule.text)]).message()
    message.expectsNoReply()
    try send(message)
  }
}
