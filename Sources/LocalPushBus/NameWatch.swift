/// Tells who owns a name for as long as this object lives.
public final class NameWatch {
  private let tracker: OwnerTracker
  private let onChange: (String?) -> Void
  private var isTold = false

  init(tracker: OwnerTracker, onChange: @escaping (String?) -> Void) {
    self.tracker = tracker
    self.onChange = onChange
    tracker.add(self) { [unowned self] in tell($0) }
  }

  deinit {
    tracker.remove(self)
  }

  /// The unique name of the owner, as far as the bus has told.
  public var owner: String? { tracker.owner }

  /// Tells the first time what others were told before.
  func tellIfKnown() {
    if tracker.isKnown, !isTold { tell(tracker.owner) }
  }

  private func tell(_ owner: String?) {
    isTold = true
    onChange(owner)
  }
}
