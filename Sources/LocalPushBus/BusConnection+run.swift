internal import LocalPushLoop

extension BusConnection {
  /// Serves the loop until `isDone` holds; false when the bus went away before.
  public func run(until isDone: () -> Bool) -> Bool {
    attach()
    while !isDone() {
      guard isConnected else { return false }
      MainLoop.turn()
    }
    return true
  }
}
