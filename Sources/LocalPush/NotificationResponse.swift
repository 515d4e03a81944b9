public import FoundationEssentials
internal import LocalPushBus
internal import LocalPushModel
internal import LocalPushTime

/// What the user did with a notification that was shown: pressed a button, clicked on it, typed an answer.
///
/// Showing is not responding: that a notification was shown comes as ``NotificationEvent/presented(_:)``.
public struct NotificationResponse: Hashable, Sendable {
  /// Grows with each response; one that is given again has the same number.
  public let sequence: UInt64
  /// Identifier of the request.
  public let requestIdentifier: String
  /// Identifier of the button, or ``defaultActionIdentifier`` for a click on the notification itself.
  public let actionIdentifier: String
  /// What was typed into a ``TextInputNotificationAction``, nil if nothing was.
  public let userText: String?
  /// What the notification carried, value for value.
  public let userInfo: UserInfo
  /// When the user did it; nil where the app was started with it and could not ask the daemon.
  public let date: Date?
  /// XDG activation token, or X11 startup id, with which the app may raise its window; nil if the server gave none.
  ///
  /// GTK and Qt take it from `XDG_ACTIVATION_TOKEN` by themselves in a program that was just started.
  public let activationToken: String?

  /// Stands for a click on the notification itself.
  public static let defaultActionIdentifier = Action.defaultKey
}

extension NotificationResponse {
  /// Reads the `a{sv}` of `Responded` and `TakeResponses`; nil if something that must be there is missing.
  init?(wire details: BusValue) {
    guard let sequence = details["sequence"]?.uintValue, let id = details["id"]?.stringValue,
      let action = details["action"]?.stringValue
    else { return nil }
    self.init(
      sequence: sequence, requestIdentifier: id, actionIdentifier: action, userText: details["text"]?.stringValue,
      userInfo: UserInfo(wire: details["user-info"]), date: Date(wire: details["at"]),
      activationToken: details["activation-token"]?.stringValue)
  }

  /// Reads what a program finds in its environment that the daemon has started with a response to `app`.
  init?(environment: [String: String], app: String) {
    guard environment["LOCALPUSH_APP"] == app, let sequence = environment["LOCALPUSH_SEQUENCE"].flatMap({ UInt64($0) }),
      let id = environment["LOCALPUSH_ID"], let action = environment["LOCALPUSH_ACTION"]
    else { return nil }
    let userInfo = environment["LOCALPUSH_USER_INFO"].flatMap { try? UserInfo(json: $0) }
    self.init(
      sequence: sequence, requestIdentifier: id, actionIdentifier: action, userText: environment["LOCALPUSH_TEXT"],
      userInfo: userInfo ?? UserInfo(), date: nil, activationToken: environment["XDG_ACTIVATION_TOKEN"])
  }
}

extension Date {
  /// Reads a moment with its offset.
  init?(wire value: BusValue?) {
    guard let instant = value?.stringValue.flatMap({ try? Instant(parsing: $0) }) else { return nil }
    self.init(instant)
  }
}
