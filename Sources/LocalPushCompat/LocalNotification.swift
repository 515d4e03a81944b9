public import FoundationEssentials
public import LocalPush

/// A notification with the names and meanings of UILocalNotification, for code that was written against it.
///
/// New code uses `NotificationRequest`. Where the old type was a class, this is a structure: what was a `let` becomes a
/// `var`. Two equal notifications are one: scheduling the same thing again changes nothing.
public struct LocalNotification: Hashable, Sendable {
  /// When it is shown; nil, or a date that has passed, shows it at once.
  ///
  /// Now: `InstantTrigger`, or `CalendarTrigger` where ``timeZone`` is set.
  public var fireDate: Date?
  /// IANA name of the zone in which ``fireDate`` is read off the clock; it is then shown when the clock of wherever the
  /// user is shows the same. Nil makes ``fireDate`` one moment, the same everywhere.
  ///
  /// Now: `CalendarTrigger` with or without a zone.
  public var timeZone: String?
  /// How often it comes again after ``fireDate``; nil for once.
  ///
  /// Now: `CalendarTrigger(…, repeats: true)` or `RecurrenceTrigger`.
  public var repeatInterval: RepeatInterval?
  /// The text. Now: `NotificationContent.body`.
  public var alertBody: String?
  /// The line above the text; without one the text itself stands there. Now: `NotificationContent.title`.
  public var alertTitle: String?
  /// The label of the one button, and what a click on the notification is called. Now: `NotificationAction`.
  public var alertAction: String?
  /// Whether there is a button; without ``alertAction`` there is none either. Now: a category without actions.
  public var hasAction = true
  /// Absolute path of a picture. Now: `NotificationContent.attachments`.
  public var alertLaunchImage: String?
  /// Name of a sound of the desktop's theme, or absolute path; ``defaultSoundName`` for the usual one.
  ///
  /// Now: `NotificationContent.sound`.
  public var soundName: String?
  /// The number on the app's icon from then on; 0 leaves it alone, as it always has. Now: `NotificationContent.badge`.
  public var applicationIconBadgeNumber = 0
  /// What comes back when it is answered. Now: `NotificationContent.userInfo`.
  public var userInfo: UserInfo?
  /// Which buttons it has, instead of ``alertAction``. Now: `NotificationContent.categoryIdentifier`.
  public var category: String?

  /// Stands for the usual sound: `UILocalNotificationDefaultSoundName`.
  public static let defaultSoundName = NotificationSound.default.name

  /// Identifier of the one button that ``alertAction`` names, in `NotificationResponse.actionIdentifier`.
  public static let actionIdentifier = "view"

  /// The request it was read from: what is edited then takes the place of that.
  var pendingIdentifier: String?

  /// Makes a notification that says nothing yet.
  public init() {}
}

/// How often a `LocalNotification` comes again: the calendar units of the old `repeatInterval`.
public enum RepeatInterval: String, Hashable, Sendable, CaseIterable {
  /// Every 60 seconds.
  case minute
  /// Every 3600 seconds.
  case hour
  /// Each day at the same time.
  case day
  /// Monday to Friday at the same time.
  case weekday
  /// Each week on the same day.
  case week
  /// Each month on the same day; months without it are left out.
  case month
  /// Each year on the same date.
  case year
}
