/// What a notification says, carries and does to the badge.
public struct NotificationContent: Hashable, Sendable {
  /// The first line, 1 to 1024 bytes; without one the request is refused.
  public var title: String
  /// The text below the title, up to 8 KiB; plain text, whatever a server may make of markup.
  public var body: String
  /// What showing the notification does to the badge of the app; nil leaves it alone.
  public var badge: BadgeChange?
  /// The sound; nil leaves it to the desktop.
  public var sound: NotificationSound?
  /// What comes back with the response, value for value; up to 64 KiB as JSON text and 16 levels.
  public var userInfo = UserInfo()
  /// Which ``NotificationCategory`` the actions are taken from, or nothing.
  ///
  /// It also goes to the notification server as its category hint, so the names of the notification specification, such
  /// as `im.received`, do something on desktops that know them.
  public var categoryIdentifier = ""
  /// Groups what belongs together, or nothing: on screen, a notification takes the place of the one before it.
  public var threadIdentifier = ""
  /// How much it may disturb.
  public var interruptionLevel = InterruptionLevel.active
  /// A picture; servers show one at most, so a request with more is refused.
  public var attachments: [NotificationAttachment] = []
  /// Name of an icon of the theme or an absolute path; nil shows the app's own icon.
  public var icon: String?
  /// How long after its time the notification is worth showing: then it leaves the screen, or is not shown any more.
  public var expires: Swift.Duration?

  /// Makes content that says this and nothing else.
  public init(title: String = "", body: String = "") {
    self.title = title
    self.body = body
  }
}

/// What a notification does to the badge, the number on the app's icon in docks that have one.
public enum BadgeChange: Hashable, Sendable, ExpressibleByIntegerLiteral {
  /// The number from now on; 0 takes the badge away.
  case set(Int)
  /// So many more, or fewer if negative; never less than 0.
  case add(Int)

  /// Sets the number.
  public init(integerLiteral value: Int) {
    self = .set(value)
  }
}

/// How much a notification may disturb.
public enum InterruptionLevel: Hashable, Sendable, CaseIterable {
  /// Low urgency: many desktops put it into the list without a banner or a sound, also during do-not-disturb.
  case passive
  /// Normal urgency; it waits while the desktop is set to do-not-disturb, and is shown when that is over.
  case active
  /// Critical urgency, which desktops show through do-not-disturb.
  case timeSensitive
  /// As ``timeSensitive``, and on screen until it is answered or closed.
  case critical
}

/// A sound, played by the desktop when the notification is shown.
public struct NotificationSound: Hashable, Sendable {
  /// Name in the sound theme, or absolute path.
  public let name: String

  /// Names a sound of the freedesktop sound naming specification, such as `alarm-clock-elapsed`, or a file by its path.
  public init(named name: String) {
    self.name = name
  }

  /// The desktop's sound for a message that came: `message-new-instant`.
  public static let `default` = NotificationSound(named: "message-new-instant")
}

/// A picture that is shown with a notification.
public struct NotificationAttachment: Hashable, Sendable {
  /// The absolute path of the picture; it has to be there still when the notification is shown.
  public let path: String

  /// Names a picture by its absolute path, or a `file:` URL.
  public init(path: String) {
    self.path = path
  }
}
