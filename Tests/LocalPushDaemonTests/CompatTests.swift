import Foundation
import LocalPush
import LocalPushBus
import LocalPushCompat
import LocalPushTestSupport
import Testing

/// The daemon runs in Asia/Tokyo, nine hours ahead of UTC.
@MainActor
@Suite("Code written against UILocalNotification", .serialized, .timeLimit(.minutes(20)))
struct CompatTests {
  private static let app = "org.example.App"
  /// 2033-05-18T03:33:20Z
  private static let date = Date(timeIntervalSince1970: 2_000_000_000)

  private func center(_ session: DaemonSession) -> UserNotificationCenter {
    UserNotificationCenter(app: Self.app, busAddress: session.bus.addressText)
  }

  private func notification(_ body: String) -> LocalNotification {
    var notification = LocalNotification()
    notification.alertBody = body
    return notification
  }

  /// The keys by which the daemon knows when.
  private func times(_ session: DaemonSession) throws -> [String] {
    let message = try session.call("Pending", [.string(Self.app)]).first?.arrayValue?.first
    return ["at", "zone", "rule"].compactMap { message?[$0]?.stringValue }
  }

  @Test("everything it said is shown, and a press on the alert action comes back with the userInfo")
  func press() async throws {
    let session = try DaemonSession()
    let server = try FakeNotificationServer(bus: session.bus)
    let center = center(session)
    var notification = notification("You have a new message")
    notification.alertTitle = "Inbox"
    notification.alertAction = "查看"
    notification.soundName = LocalNotification.defaultSoundName
    notification.applicationIconBadgeNumber = 1
    notification.userInfo = ["type": 3, "value": "https://example.org/inbox"]
    try await center.presentLocalNotificationNow(notification)
    #expect(serve { server.shown.count == 1 })
    let shown = try #require(server.received.first)
    #expect(shown.summary == "Inbox" && shown.body == "You have a new message")
    #expect(shown.actions == ["default", "查看", "view", "查看"])
    #expect(shown.hints["sound-name"] == .string("message-new-instant"))
    #expect(serveRepeatedly { (try? session.call("SetBadge", [.string(Self.app), ""])) == [.int64(1)] })
    try server.press("view", of: 1)
    #expect(
      serveRepeatedly { (try? session.call("TakeResponses", [.string(Self.app), .uint64(0)])) != [.vardicts([])] })
    let response = try await center.waitingResponses().first
    #expect(response?.actionIdentifier == LocalNotification.actionIdentifier)
    #expect(response?.userInfo == notification.userInfo)
  }

  @Test("without a time zone the fire date is one moment; with one it is a time on the user's clock")
  func fireDate() async throws {
    let session = try DaemonSession()
    let center = center(session)
    var notification = notification("M")
    notification.fireDate = Self.date
    try await center.setScheduledLocalNotifications([notification])
    #expect(try times(session) == ["2033-05-18T03:33:20Z"])
    notification.timeZone = "Asia/Shanghai"
    try await center.setScheduledLocalNotifications([notification])
    #expect(try times(session) == ["2033-05-18T11:33:20"])
    notification.timeZone = "Mars/Olympus"
    await #expect(throws: NotificationError.self) { try await center.scheduleLocalNotification(notification) }
  }

  @Test("a repeat interval counts from the fire date", arguments: RepeatInterval.allCases)
  func repeatInterval(interval: RepeatInterval) async throws {
    let session = try DaemonSession()
    let center = center(session)
    var notification = notification("M")
    notification.fireDate = Self.date
    notification.repeatInterval = interval
    try await center.scheduleLocalNotification(notification)
    let times = try times(session)
    #expect(times.prefix(2) == ["2033-05-18T03:33:20", "UTC"] && times.last?.hasPrefix("FREQ=") == true)
    #expect(try await center.scheduledLocalNotifications().map(\.repeatInterval) == [interval])
    #expect(try await center.scheduledLocalNotifications().map(\.fireDate) == [Self.date])
  }

  @Test("a date that has passed is shown at once")
  func past() async throws {
    let session = try DaemonSession()
    let server = try FakeNotificationServer(bus: session.bus)
    var notification = notification("M")
    notification.fireDate = Date(timeIntervalSince1970: 1_000_000_000)
    try await center(session).scheduleLocalNotification(notification)
    #expect(serve { server.shown.count == 1 })
  }

  @Test("what is scheduled twice is there once; what is read can be cancelled, edited and set again")
  func list() async throws {
    let session = try DaemonSession()
    let center = center(session)
    var (one, two) = (notification("one"), notification("two"))
    one.fireDate = Self.date
    one.alertAction = "查看"
    one.userInfo = ["msg_id": 1]
    two.fireDate = Self.date + 60
    two.timeZone = "Europe/Berlin"
    for notification in [one, two, one] { try await center.scheduleLocalNotification(notification) }
    var scheduled = try await center.scheduledLocalNotifications()
    #expect(Set(scheduled.map(\.alertBody)) == ["one", "two"])
    let read = try #require(scheduled.first { $0.alertBody == "one" })
    #expect(read.fireDate == Self.date && read.timeZone == nil && read.alertAction == "查看")
    #expect(read.userInfo == ["msg_id": 1] && read.alertTitle == nil)

    try await center.setScheduledLocalNotifications(scheduled)
    #expect(try await center.scheduledLocalNotifications() == scheduled)
    try await center.cancelLocalNotification(read)
    scheduled = try await center.scheduledLocalNotifications()
    #expect(scheduled.map(\.alertBody) == ["two"])
    scheduled[0].alertBody = "two, edited"
    try await center.scheduleLocalNotification(scheduled[0])
    #expect(try await center.scheduledLocalNotifications().map(\.alertBody) == ["two, edited"])
    try await center.scheduleLocalNotification(one)
    try await center.cancelLocalNotification(one)
    #expect(try await center.scheduledLocalNotifications().count == 1)
    try await center.cancelAllLocalNotifications()
    #expect(try await center.scheduledLocalNotifications() == [])
  }
}
