/// A button of a notification: ``NotificationAction`` or ``TextInputNotificationAction``.
public protocol NotificationButton: Hashable, Sendable {
  /// What comes back as ``NotificationResponse/actionIdentifier``: 1 to 64 ASCII letters, digits and signs but `;` and `=`.
  var identifier: String { get }
  /// What stands on the button.
  var title: String { get }
  /// What a press does besides coming back.
  var options: NotificationActionOptions { get }
}

/// A button of a notification.
public struct NotificationAction: NotificationButton {
  public let identifier: String
  public let title: String
  public let options: NotificationActionOptions

  /// Makes a button.
  public init(identifier: String, title: String, options: NotificationActionOptions = []) {
    self.identifier = identifier
    self.title = title
    self.options = options
  }
}

/// A button that takes a typed answer, which comes back as ``NotificationResponse/userText``.
///
/// A category has one at most. Servers without text fields (all that do not name `inline-reply` among what they can do)
/// show a mere button: the response then has no text, and the app asks for it in its window.
public struct TextInputNotificationAction: NotificationButton {
  public let identifier: String
  public let title: String
  public let options: NotificationActionOptions
  /// What stands in the empty text field.
  public let textInputPlaceholder: String

  /// Makes a button that takes text.
  public init(
    identifier: String, title: String, options: NotificationActionOptions = [.foreground],
    textInputPlaceholder: String = ""
  ) {
    self.identifier = identifier
    self.title = title
    self.options = options
    self.textInputPlaceholder = textInputPlaceholder
  }
}

/// What a press on a button does besides coming back to the app.
public struct NotificationActionOptions: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt

  /// Makes options of bits.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// A press starts the app if it does not run, and lets it raise its window.
  ///
  /// Without it, an app that does not run gets the response when it runs next: on Linux nothing can be started out of
  /// sight of the user, so nothing is.
  public static let foreground = NotificationActionOptions(rawValue: 1 << 2)
  /// The press destroys something. No Linux notification server draws such buttons differently, so it has no effect.
  public static let destructive = NotificationActionOptions(rawValue: 1 << 1)
}

/// A kind of notification, and the buttons that all of the kind have.
public struct NotificationCategory: Sendable {
  /// What ``NotificationContent/categoryIdentifier`` names.
  public let identifier: String
  /// The buttons in their order, at most 8; most desktops have room for three.
  public let actions: [any NotificationButton]

  /// Makes a category.
  public init(identifier: String, actions: [any NotificationButton] = []) {
    self.identifier = identifier
    self.actions = actions
  }
}

extension NotificationCategory: Hashable {
  /// True if identifier and buttons are the same.
  public static func == (one: NotificationCategory, other: NotificationCategory) -> Bool {
    one.identifier == other.identifier && one.actions.map { AnyHashable($0) } == other.actions.map { AnyHashable($0) }
  }

  /// Feeds the identifier.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(identifier)
  }
}
