internal import LocalPushIntake
internal import LocalPushLoop
internal import LocalPushModel
internal import LocalPushTime

/// Fetches the feeds of the network when they are due, one after the other.
///
/// A feed that cannot be fetched stays as it was, and is asked for again at longer and longer intervals.
final class FeedKeeper {
  /// A `[feed NAME]` with `url=`, and the config file that names it.
  struct Subscription: Hashable {
    let file: String
    let name: String
    let url: FeedURL
    let refresh: Duration
  }

  private struct State {
    let subscription: Subscription
    var due: Instant
    var failures = 0
    var fault: Fault?
  }

  private let cache: FeedCache
  private unowned let daemon: Daemon
  private var feeds: [State] = []
  private var running: (subscription: Subscription, fetch: FeedFetch?)?
  /// One feed of a row was fetched, and the next one may be.
  private var isInRow = false

  private static let firstRetry = Duration.minutes(1)
  /// A feed that fails again and again is still asked for this often, or as often as it is refreshed.
  private static let longestRetry = Duration.hours(6)
  /// Servers may ask for patience, within reason.
  private static let longestPatience = Duration.days(1)

  init(_ cache: FeedCache, daemon: Daemon) {
    self.cache = cache
    self.daemon = daemon
  }

  /// The feeds that could not be fetched, and why.
  var faults: [Fault] { feeds.compactMap(\.fault) }

  /// When the next feed is due; nil while one is being fetched, which leads to the next.
  var nextMoment: Instant? { running == nil ? feeds.map(\.due).min() : nil }

  // MARK: - Facts

  /// The config was read, and names these feeds.
  func configRead(_ subscriptions: [Subscription], at now: Instant) {
    if !subscriptions.isEmpty { prepareCache() }
    feeds = subscriptions.map { subscription in
      if let known = feeds.first(where: { $0.subscription == subscription }) { return known }
      let fetched = cache.fetched(subscription.url)
      return State(subscription: subscription, due: fetched.map { min($0, now) + subscription.refresh } ?? now)
    }
    cache.removeAll(but: subscriptions.map(\.url))
    if let running, !subscriptions.contains(running.subscription) { self.running = nil }
    fetchNext(at: now)
  }

  private func prepareCache() {
    do {
      try cache.prepare()
    } catch {
      Journal.error("feeds cannot be kept: \(error)")
    }
  }

  /// The armed moment came, perhaps.
  func timeCame(at now: Instant) { fetchNext(at: now) }

  /// The clock was set: nothing may be further away than an interval.
  func clockStepped(at now: Instant) {
    for index in feeds.indices { feeds[index].due = min(feeds[index].due, now + wait(feeds[index])) }
    fetchNext(at: now)
  }

  /// The user wants everything to be read again; what is being fetched may be older than that.
  func refreshAll(at now: Instant) {
    running = nil
    for index in feeds.indices { feeds[index].due = now }
    fetchNext(at: now)
  }

  // MARK: - Fetching

  /// Fetches the feed that is due first; those that soon will be come along, so that there is one wake-up for all.
  private func fetchNext(at now: Instant) {
    defer { daemon.rearm() }
    guard running == nil else { return }
    let next = feeds.filter { $0.due <= now || (isInRow && $0.due <= now + soon($0)) }.min { $0.due < $1.due }
    isInRow = next != nil
    if let next { fetch(next.subscription, at: now) }
  }

  /// A tenth of the interval.
  private func soon(_ feed: State) -> Duration {
    Duration(microseconds: feed.subscription.refresh.microseconds / 10)
  }

  private func fetch(_ subscription: Subscription, at now: Instant) {
    running = (subscription, nil)
    do {
      let fetch = try FeedFetch(
        subscription.url, label: "feed \(subscription.name)", cache: cache
      ) { [weak self] in self?.ended(subscription, $0) }
      running?.fetch = fetch
    } catch {
      running = nil
      note(
        .failed("curl is needed to fetch it and cannot be started: install curl", retryAfter: nil), subscription, now)
      fetchNext(at: now)
    }
  }

  private func ended(_ subscription: Subscription, _ outcome: FeedFetch.Outcome) {
    running = nil
    let now = daemon.now
    note(outcome, subscription, now)
    if case .new = outcome { daemon.config.reload(believesLoss: false) }
    fetchNext(at: now)
  }

  private func note(_ outcome: FeedFetch.Outcome, _ subscription: Subscription, _ now: Instant) {
    guard let index = feeds.firstIndex(where: { $0.subscription == subscription }) else { return }
    switch outcome {
    case .new, .unchanged:
      if feeds[index].fault != nil { Journal.notice("feed \(subscription.name): can be fetched again") }
      feeds[index].fault = nil
      feeds[index].failures = 0
      feeds[index].due = now + subscription.refresh
    case .failed(let reason, let patience):
      let fault = Fault(
        file: subscription.file, item: "[feed \(subscription.name)]", key: "url",
        reason: "\(reason); it stays as it was until it can be fetched")
      if feeds[index].fault != fault { Journal.warning("\(fault)") }
      feeds[index].fault = fault
      feeds[index].failures += 1
      let asked = min(Duration.seconds(Int64(patience ?? 0)), Self.longestPatience)
      feeds[index].due = now + max(wait(feeds[index]), asked)
    }
  }

  /// How long after an attempt the next one is made.
  private func wait(_ feed: State) -> Duration {
    let refresh = feed.subscription.refresh
    guard feed.failures > 0 else { return refresh }
    let doubled = Duration(microseconds: Self.firstRetry.microseconds << min(feed.failures - 1, 20))
    return min(doubled, max(refresh, Self.longestRetry))
  }
}
