internal import FoundationEssentials
public import LocalPush

/// What UIApplication did with local notifications.
extension UserNotificationCenter {
  /// Schedules a notification; one without a ``LocalNotification/fireDate``, or with one that has passed, is shown at once.
  ///
  /// Now: `add(_:)`.
  public func scheduleLocalNotification(_ notification: LocalNotification) async throws(NotificationError) {
    learnActions(of: [notification])
    try await add(notification.request(at: .now))
  }

  /// Shows a notification at once, whatever its ``LocalNotification/fireDate``.
  ///
  /// Now: `add(_:)` with a request whose trigger is nil.
  public func presentLocalNotificationNow(_ notification: LocalNotification) async throws(NotificationError) {
    var immediate = notification
    (immediate.fireDate, immediate.repeatInterval) = (nil, nil)
    try await scheduleLocalNotification(immediate)
  }

  /// Cancels a notification that is equal to one that was scheduled, and takes it off the screen.
  ///
  /// Now: `removePendingRequests(withIdentifiers:)` and `removeDeliveredNotifications(withIdentifiers:)`.
  public func cancelLocalNotification(_ notification: LocalNotification) async throws(NotificationError) {
    try await removePendingRequests(withIdentifiers: [notification.identifier])
    try await removeDeliveredNotifications(withIdentifiers: [notification.identifier])
  }

  /// Cancels all notifications of the app, and takes them off the screen.
  ///
  /// Now: `removeAllPendingRequests()` and `removeAllDeliveredNotifications()`.
  public func cancelAllLocalNotifications() async throws(NotificationError) {
    try await removeAllPendingRequests()
    try await removeAllDeliveredNotifications()
  }

  /// The notifications that are to come, the next one first; the getter of `scheduledLocalNotifications`.
  ///
  /// Now: `pendingRequests()`.
  public func scheduledLocalNotifications() async throws(NotificationError) -> [LocalNotification] {
    try await pendingRequests().map { LocalNotification($0) }
  }

  /// Schedules these notifications and no others, in one step; the setter of `scheduledLocalNotifications`.
  ///
  /// Now: `replacePendingRequests(with:)`.
  ///
  /// - Throws: the first error, if any of them was refused; the others are scheduled.
  public func setScheduledLocalNotifications(_ notifications: [LocalNotification]) async throws(NotificationError) {
    learnActions(of: notifications)
    var requests: [NotificationRequest] = []
    for notification in notifications { requests.append(try notification.request(at: .now)) }
    if let refusal = try await replacePendingRequests(with: requests).first { throw refusal }
  }

  /// A request takes its buttons from a category.
  private func learnActions(of notifications: [LocalNotification]) {
    setCategories(categories.union(notifications.compactMap(\.actionCategory)))
  }
}
