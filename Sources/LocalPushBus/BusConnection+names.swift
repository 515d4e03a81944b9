internal import LocalPushLoop

extension BusConnection {
  /// Asks for a bus name and waits for the answer: `RequestName`.
  public func requestName(
    _ name: String, _ options: NameRequestOptions = .doNotQueue
  ) throws(BusError) -> NameRequestResult {
    let answer = try callAndWait(BusDriver.call("RequestName", [.string(name), .uint32(options.rawValue)]))
    guard let code = answer.first?.uintValue, let result = NameRequestResult(rawValue: UInt32(clamping: code)) else {
      throw BusError(name: BusError.Name.failed, message: "The bus gave no answer to a request for \(name).")
    }
    return result
  }

  /// Gives a bus name up and waits for the answer: `ReleaseName`.
  public func releaseName(_ name: String) throws(BusError) {
    _ = try callAndWait(BusDriver.call("ReleaseName", [.string(name)]))
  }

  /// Tells who owns a name, first as it is and then as it changes; nothing is started for it: `NameOwnerChanged`.
  ///
  /// `onChange` is given the owner's unique name, or nil while there is none.
  public func watchName(_ name: String, onChange: @escaping (_ owner: String?) -> Void) throws(BusError) -> NameWatch {
    let watch = NameWatch(tracker: try ownerTracker(for: name), onChange: onChange)
    later { [weak watch] in watch?.tellIfKnown() }
    return watch
  }

  /// The one tracker of a name, kept by those who need it.
  func ownerTracker(for name: String) throws(BusError) -> OwnerTracker {
    if let tracker = ownerTrackers[name]?.tracker { return tracker }
    guard Names.isBusName(name) else { throw .invalidArguments("\"\(name)\" cannot be a bus name.") }
    let tracker = OwnerTracker(name: name) { [weak self] in self?.ownerTrackers[$0] = nil }
    try tracker.start(on: self)
    ownerTrackers[name] = WeakTracker(tracker: tracker)
    return tracker
  }
}
