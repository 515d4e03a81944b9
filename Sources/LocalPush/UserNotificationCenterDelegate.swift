/// Gets what happens to an app's notifications, as methods of an object.
///
/// Both methods may be left out. They are called one after the other, on no particular thread; a type that belongs to an
/// actor, such as one of a user interface on the main actor, is called there.
public protocol UserNotificationCenterDelegate: AnyObject, Sendable {
  /// A notification is on screen now, while the app runs.
  ///
  /// Its time came; nobody has answered it. The app is not asked whether to show it: the daemon has done so.
  func userNotificationCenter(_ center: UserNotificationCenter, willPresent notification: DeliveredNotification) async

  /// The user has answered a notification, now or while the app did not run.
  ///
  /// When the method returns, the response has been dealt with; if the program ends before, it is given again.
  func userNotificationCenter(_ center: UserNotificationCenter, didReceive response: NotificationResponse) async
}

extension UserNotificationCenterDelegate {
  /// Does nothing.
  public func userNotificationCenter(
    _ center: UserNotificationCenter, willPresent notification: DeliveredNotification
  ) async {}

  /// Does nothing, which counts as having dealt with it.
  public func userNotificationCenter(
    _ center: UserNotificationCenter, didReceive response: NotificationResponse
  ) async {}
}

extension UserNotificationCenter {
  /// Who gets what happens to the notifications, nil for nobody; the center does not keep it alive.
  ///
  /// A delegate takes the place of loops over ``responses``: with both, each response goes to one of them.
  public var delegate: (any UserNotificationCenterDelegate)? {
    get { withState { $0.delegate } }
    set {
      let old = withState { state in
        defer { state.delegateTasks = [] }
        state.delegate = newValue
        return state.delegateTasks
      }
      for task in old { task.cancel() }
      guard newValue != nil else { return }
      let tasks = [presentingTask(), respondingTask()]
      withState { $0.delegateTasks = tasks }
      listen()
    }
  }

  private func presentingTask() -> Task<Void, Never> {
    let events = broadcasts.events.stream()
    return Task { [weak self] in
      for await event in events {
        guard let self, let delegate else { return }
        if case .presented(let notification) = event {
          await delegate.userNotificationCenter(self, willPresent: notification)
        }
      }
    }
  }

  private func respondingTask() -> Task<Void, Never> {
    Task { [weak self, queue] in
      while let response = await queue.next() {
        guard let self, let delegate else { return queue.givenBack(response.sequence) }
        await delegate.userNotificationCenter(self, didReceive: response)
        await queue.handled(response.sequence)
      }
    }
  }
}
