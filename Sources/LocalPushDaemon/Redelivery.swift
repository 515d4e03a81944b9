internal import LocalPushBus
internal import LocalPushModel
internal import LocalPushTime

/// Responses whose handler could not be started: it is tried again when its app appears on the bus, and at longer and
/// longer intervals for some hours; after that when the app appears, or when the daemon starts.
final class Redelivery {
  private struct Attempt {
    let response: Response
    var failures = 0
    /// Nil once nothing but the app itself brings the next attempt.
    var due: Instant?
  }

  private unowned let daemon: Daemon
  private var attempts: [Int64: Attempt] = [:]
  /// The apps that are waited for, while the bus is there.
  private var watches: [String: NameWatch] = [:]

  private static let firstRetry = Duration.seconds(30)
  /// With each wait twice as long as the one before: four hours in all.
  private static let retries = 9
  /// Others are given again when the daemon starts.
  private static let responsesAtMost = 1_000

  init(daemon: Daemon) { self.daemon = daemon }

  /// When the next attempt is due.
  var nextMoment: Instant? { attempts.values.compactMap(\.due).min() }

  /// A handler could not be started.
  func failed(_ response: Response, at now: Instant) {
    guard attempts[response.sequence] != nil || attempts.count < Self.responsesAtMost else { return }
    var attempt = attempts[response.sequence] ?? Attempt(response: response)
    attempt.failures += 1
    let wait = Duration(microseconds: Self.firstRetry.microseconds << min(attempt.failures - 1, Self.retries))
    attempt.due = attempt.failures > Self.retries ? nil : now + wait
    attempts[response.sequence] = attempt
    waitForApp(of: response)
    daemon.rearm()
  }

  /// A handler has taken it.
  func taken(_ response: Response) {
    attempts[response.sequence] = nil
    if !attempts.values.contains(where: { $0.response.key.app == response.key.app }) {
      watches[response.key.app] = nil
    }
  }

  /// The armed moment came, perhaps.
  func timeCame(at now: Instant) { tryAgain { $0.due.map { $0 <= now } ?? false } }

  /// The clock was set: nothing may be further away than the longest wait.
  func clockStepped(at now: Instant) {
    let furthest = now + Duration(microseconds: Self.firstRetry.microseconds << Self.retries)
    for (sequence, attempt) in attempts { attempts[sequence]?.due = attempt.due.map { min($0, furthest) } }
  }

  /// The bus went away, and with it everybody who was on it.
  func busIsGone() { watches = [:] }

  private func waitForApp(of response: Response) {
    let app = response.key.app
    guard case .activate = response.handler, watches[app] == nil, let connection = daemon.session?.connection else {
      return
    }
    watches[app] = try? connection.watchName(app) { [weak self] owner in
      if owner != nil { self?.tryAgain { $0.response.key.app == app } }
    }
  }

  private func tryAgain(_ isMeant: (Attempt) -> Bool) {
    for attempt in attempts.values.filter(isMeant).sorted(by: { $0.response.sequence < $1.response.sequence }) {
      attempts[attempt.response.sequence]?.due = nil
      daemon.deliverAgain(attempt.response)
    }
  }
}
