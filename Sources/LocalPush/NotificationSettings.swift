internal import LocalPushBus

/// What stands between a notification and the user.
public struct NotificationSettings: Hashable, Sendable {
  /// Whether the user wants to see this app's notifications.
  public let authorizationStatus: AuthorizationStatus
  /// Whether the daemon is there, without which nothing can be scheduled; what is scheduled already is kept on disk.
  public var isDaemonAvailable: Bool { problem == nil }
  /// Why the daemon cannot be asked, nil if it can.
  public let problem: NotificationError?
  /// Name and version of the notification server; nil while there is none, and notifications wait.
  public let serverName: String?
  /// What the server can do, in the words of the notification specification: `actions`, `body`, `sound`, …
  public let serverCapabilities: Set<String>
  /// Whether the desktop is set to do-not-disturb, nil if the server does not tell.
  public let isDoNotDisturbOn: Bool?

  /// Whether buttons are shown.
  public var supportsActions: Bool { serverCapabilities.contains("actions") }
  /// Whether the server plays sounds.
  public var supportsSound: Bool { serverCapabilities.contains("sound") }
  /// Whether an answer can be typed into the notification.
  public var supportsTextInput: Bool { serverCapabilities.contains("inline-reply") }
}

/// Whether the user wants to see an app's notifications.
public enum AuthorizationStatus: Hashable, Sendable {
  /// They are shown. On Linux nobody has to be asked: this is how it begins.
  case authorized
  /// The user has switched off the app's notifications, or everyone's: what comes due waits for being switched on.
  case denied
  /// The daemon cannot be asked.
  case unknown
}

/// What an app would like to do; desktops do not ask the user about it, so nothing depends on it.
public struct AuthorizationOptions: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt

  /// Makes options of bits.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// A number on the app's icon.
  public static let badge = AuthorizationOptions(rawValue: 1 << 0)
  /// Sounds.
  public static let sound = AuthorizationOptions(rawValue: 1 << 1)
  /// Notifications on screen.
  public static let alert = AuthorizationOptions(rawValue: 1 << 2)
}

extension NotificationSettings {
  /// Reads the `a{sv}` of `Status`.
  init(wire status: BusValue, app: String) {
    let isSwitchedOff = status["switched-off"]?.stringsValue?.contains(app) ?? false
    let isOn = status["enabled"]?.boolValue ?? true
    let server = status["server"]?.stringValue
    self.init(
      authorizationStatus: isOn && !isSwitchedOff ? .authorized : .denied, problem: nil,
      serverName: server == "none" ? nil : server,
      serverCapabilities: Set(status["capabilities"]?.stringsValue ?? []),
      isDoNotDisturbOn: status["do-not-disturb"]?.boolValue)
  }

  /// What is known without the daemon.
  init(problem: NotificationError) {
    self.init(
      authorizationStatus: .unknown, problem: problem, serverName: nil, serverCapabilities: [], isDoNotDisturbOn: nil)
  }
}
