internal import LocalPushBus

extension UserNotificationCenter {
  /// Asks whether the app's notifications are shown.
  ///
  /// On Linux the user is not asked; this tells how the switch stands: `localpush off --app` turns it.
  ///
  /// - Parameter options: what the app would like to do; nothing depends on it.
  /// - Returns: whether notifications of the app are shown.
  /// - Throws: an error if the daemon cannot be reached.
  @discardableResult
  public func requestAuthorization(
    options: AuthorizationOptions = [.alert, .badge, .sound]
  ) async throws(NotificationError) -> Bool {
    let settings = await settings()
    if let problem = settings.problem { throw problem }
    return settings.authorizationStatus == .authorized
  }

  /// What stands between a notification and the user now: the app's switch, the server's abilities, the daemon.
  public func settings() async -> NotificationSettings {
    do throws(NotificationError) {
      return NotificationSettings(wire: try await call("Status", []).first ?? .vardict([]), app: app)
    } catch {
      return NotificationSettings(problem: error)
    }
  }

  /// The settings as they are, and then again whenever they have changed.
  public var settingsChanges: AsyncStream<NotificationSettings> {
    let moments = broadcasts.daemon.stream(keeping: self)
    listen()
    return AsyncStream { continuation in
      let task = Task {
        var last = await settings()
        continuation.yield(last)
        for await isThere in moments {
          let now = isThere ? await settings() : NotificationSettings(problem: Self.daemonIsGone)
          if now != last { continuation.yield(now) }
          last = now
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// Asking a daemon that has just ended would start it again.
  private static let daemonIsGone = NotificationError(
    .unavailable, "localpushd has ended; the next call starts it again if it can be started")
}
