internal import CDBus

/// Signals that are handed over for as long as this object lives.
public final class Subscription {
  let rule: MatchRule
  let tracker: OwnerTracker?
  private let handler: (Signal) -> Void
  private var onCancel: ((Subscription) -> Void)?

  init(
    rule: MatchRule, tracker: OwnerTracker?, handler: @escaping (Signal) -> Void,
    onCancel: @escaping (Subscription) -> Void
  ) {
    self.rule = rule
    self.tracker = tracker
    self.handler = handler
    self.onCancel = onCancel
  }

  deinit {
    cancel()
  }

  /// Makes sure that no more signals are handed over.
  public func cancel() {
    onCancel?(self)
    onCancel = nil
  }

  /// Tells whether a signal is one of those asked for; a sender known by name must own the name now.
  func matches(_ signal: Signal) -> Bool {
    guard onCancel != nil, rule.member.map({ $0 == signal.member }) ?? true else { return false }
    guard rule.path.map({ $0 == signal.path }) ?? true else { return false }
    guard rule.argument0.map({ signal.arguments.first == .string($0) }) ?? true else { return false }
    if let tracker { return tracker.owner == signal.sender }
    return rule.sender.map { $0 == signal.sender } ?? true
  }

  func deliver(_ signal: Signal) {
    handler(signal)
  }
}
