internal import LocalPushModel
internal import LocalPushStore

/// The places for messages to come: so many for each app, and for so many apps.
///
/// Counting what an app has pending takes the longer the more it has. So it is counted once, and from then on a place
/// that was taken is taken for good: the number can only be too high, and is counted again before anything is refused.
struct Room {
  private let messagesPerApp: Int
  private let apps: Int
  /// At most so many messages of an app are pending.
  private var taken: [String: Int] = [:]
  /// Apps that were let in since messages were handed over last.
  private var admitted: Set<String> = []

  init(messagesPerApp: Int = Limits.messagesPerApp, apps: Int = Limits.apps) {
    self.messagesPerApp = messagesPerApp
    self.apps = apps
  }

  /// Messages were handed over; what is counted now holds for all of them.
  mutating func handedOver() {
    admitted = []
    if taken.count > apps { taken = [:] }
  }

  /// Takes a place for one more message of `app`, or says why there is none.
  mutating func lack(for app: String, in store: Store) throws(StoreError) -> String? {
    if !admitted.contains(app) {
      if try !store.hasPending(app: app), try store.pendingApps(atMost: apps) >= apps {
        return "\(apps) apps have messages pending, which is the limit"
      }
      admitted.insert(app)
      if taken[app, default: messagesPerApp] >= messagesPerApp { taken[app] = try store.pendingCount(app: app) }
    }
    let count = taken[app, default: 0]
    guard count < messagesPerApp else { return "\(app) has \(messagesPerApp) messages pending, which is the limit" }
    taken[app] = count + 1
    return nil
  }
}
