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
  public static let messagesPerCall = 20_000
  public static let replyBytes = 8 * 1024
  /// A config or feed file larger than this is refused whole.
  public static let fileBytes = 32 * 1024 * 1024
}
