/// How much one caller may ask for; every limit is refused in words when it is passed.
public enum Limits {
  public static let appBytes = 255
  public static let idBytes = 256
  public static let titleBytes = 1024
  public static let bodyBytes = 8 * 1024
  /// Icon, image, sound, category, group: one line each.
  public static let wordBytes = 4096
  public static let actions = 8
  public static let actionKeyBytes = 64
  public static let actionLabelBytes = 256
  public static let handlerBytes = 8 * 1024
  public static let ruleBytes = 4096
  /// RDATE and EXDATE entries of one message.
  public static let listedDates = 1000
  /// Levels of `userInfo`: every level takes three of the 64 that a D-Bus message may have (D-Bus specification).
  public static let userInfoDepth = 16
  /// Dates of one message, in any of its keys.
  public static let datesBytes = 32 * 1024
  public static let messagesPerApp = 100_000
  /// Apps with something to come, with a badge, or switched off.
  public static let apps = 1_000
  /// Responses of one app that nobody has taken, after which a program cannot press any more buttons; users can.
  public static let responsesPerApp = 10_000
  public static let messagesPerCall = 20_000
  /// Ids in one call.
  public static let idsPerCall = 400_000
  /// Calls of one program that wait for their turn.
  public static let waitingCalls = 1_000
  /// Programs that can subscribe, and the apps that each can subscribe to.
  public static let subscribers = 256
  public static let subscriptions = 64
  /// Entries of one page of a list, unless fewer are asked for; it ends sooner when it has more than ``pageBytes``.
  public static let pageEntries = 1_000
  public static let pageBytes = 4 * 1024 * 1024
  /// A list that is asked for as a whole is refused above this; it can be had page by page.
  public static let listBytes = 32 * 1024 * 1024
  public static let replyBytes = 8 * 1024
  /// A config or feed file larger than this is refused whole.
  public static let fileBytes = 32 * 1024 * 1024
}
