public import FoundationEssentials
internal import LocalPushBus

/// A notification that was shown, or should have been.
public struct DeliveredNotification: Hashable, Sendable {
  /// Identifier of the request.
  public let requestIdentifier: String
  /// The title it was shown with; empty in events about its end.
  public let title: String
  /// The text it was shown with; empty in events about its end.
  public let body: String
  /// What it carries; empty in events about its end.
  public let userInfo: UserInfo
  /// When it was due.
  public let dueDate: Date
  /// When it was shown, or when it ended.
  public let date: Date
  /// Why it is as it is, as a sentence for a person.
  public let reason: String

  /// Reads the `a{sv}` of `Delivered`, `Presented`, `Dismissed` and `Missed`.
  init?(wire details: BusValue) {
    guard let id = details["id"]?.stringValue, let due = Date(wire: details["due"]),
      let changed = Date(wire: details["changed"])
    else { return nil }
    requestIdentifier = id
    title = details["title"]?.stringValue ?? ""
    body = details["body"]?.stringValue ?? ""
    userInfo = UserInfo(wire: details["user-info"])
    dueDate = due
    date = changed
    reason = details["reason"]?.stringValue ?? ""
  }
}

/// Something that happened to a notification without the user answering it.
public enum NotificationEvent: Hashable, Sendable {
  /// It is on screen now.
  case presented(DeliveredNotification)
  /// It left the screen without an answer.
  case dismissed(DeliveredNotification)
  /// It will not be shown: its time passed while it could not be.
  case missed(DeliveredNotification)

  /// Reads a signal of the daemon; nil for signals of other kinds.
  init?(member: String, arguments: [BusValue]) {
    guard arguments.count == 3, let notification = DeliveredNotification(wire: arguments[2]) else { return nil }
    switch member {
    case "Presented": self = .presented(notification)
    case "Dismissed": self = .dismissed(notification)
    case "Missed": self = .missed(notification)
    default: return nil
    }
  }
}
