import Foundation
import LocalPush
import LocalPushBus
import LocalPushTestSupport
import Synchronization
import Testing

/// What a task of the library brings, for a test that serves the loop meanwhile.
private final class Collected<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])

  var all: [Value] { values.withLock { $0 } }

  /// Collects a sequence until its end.
  func collect<Values: AsyncSequence & Sendable>(
    _ sequence: Values, then: @escaping @Sendable (Value) async -> Void = { _ in }
  ) -> Task<Void, Never> where Values.Element == Value {
    Task.detached {
      do {
        for try await value in sequence {
          self.values.withLock { $0.append(value) }
          await then(value)
        }
      } catch {
        Issue.record(error)
      }
    }
  }
}

@MainActor
@Suite("The Swift library with the real daemon", .serialized, .timeLimit(.minutes(20)))
struct LibraryTests {
  private static let app = "org.example.App"

  private func center(_ session: DaemonSession) -> UserNotificationCenter {
    UserNotificationCenter(app: Self.app, busAddress: session.bus.addressText)
  }

  private func request(
    _ id: String, in seconds: Double, _ edit: (inout NotificationContent) -> Void = { _ in }
  ) -> NotificationRequest {
    var content = NotificationContent(title: "title of \(id)")
    edit(&content)
    return NotificationRequest(
      identifier: id, content: content, trigger: TimeIntervalTrigger(timeInterval: seconds, repeats: false))
  }

  @Test("a list that is longer than a page is given as a whole")
  func pages() async throws {
    let session = try DaemonSession()
    let center = center(session)
    let requests = (1...1_050).map { request("m\($0)", in: 3600 + Double($0)) }
    #expect(try await center.add(requests) == [])
    #expect(try await center.pendingRequests().map(\.identifier) == requests.map(\.identifier))
  }

  @Test("everything that is added is pending, and comes back as it was")
  func pending() async throws {
    let session = try DaemonSession()
    let center = center(session)
    var content = NotificationContent(title: "喝水", body: "5 < 6")
    content.userInfo = ["true": true, "one": 1, "real": 1.0, "big": .integer(.max), "null": nil, "list": [[:], "文"]]
    content.badge = 3
    let rule = try RecurrenceTrigger(
      rule: "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO",
      start: DateComponents(year: 2030, month: 1, day: 7, hour: 9, minute: 0, second: 0), timeZone: "Asia/Shanghai")
    let requests = [
      NotificationRequest(
        identifier: "daily", content: content,
        trigger: CalendarTrigger(dateMatching: DateComponents(hour: 9), repeats: true)),
      NotificationRequest(
        identifier: "once", content: content,
        trigger: InstantTrigger(date: Date(timeIntervalSince1970: 2_000_000_000)), missedPolicy: .skip),
      NotificationRequest(identifier: "rule", content: content, trigger: rule),
      NotificationRequest(
        identifier: "interval", content: content, trigger: TimeIntervalTrigger(timeInterval: 3600, repeats: true)),
    ]
    let before = Date()
    #expect(try await center.add(requests) == [])
    let pending = try await center.pendingRequests()
    let after = Date()
    #expect(Set(pending) == Set(requests))
    let due = try #require(pending.first { $0.identifier == "interval" }?.trigger?.nextTriggerDate())
    #expect((before + 3599...after + 3601).contains(due))
    #expect(try await center.request(withIdentifier: "once") == requests[1])
    #expect(try await center.request(withIdentifier: "other") == nil)

    try await center.removePendingRequests(withIdentifiers: ["daily", "other"])
    #expect(try await center.pendingRequests().count == 3)
    #expect(try await center.replacePendingRequests(with: [requests[1]]) == [])
    #expect(try await center.pendingRequests() == [requests[1]])
    try await center.removeAllPendingRequests()
    #expect(try await center.pendingRequests() == [])
  }

  @Test("what is refused is told in words, with its identifier")
  func refusals() async throws {
    let session = try DaemonSession()
    let center = center(session)
    let past = NotificationRequest(
      identifier: "past", content: NotificationContent(title: "M"),
      trigger: InstantTrigger(date: Date(timeIntervalSince1970: 0)))
    await #expect { try await center.add(past) } throws: { error in
      let error = error as? NotificationError
      return error?.code == .expired && error?.identifier == "past" && error?.message.contains("1970") == true
    }
    await #expect { try await center.add(self.request("untitled", in: 60) { $0.title = "" }) } throws: { error in
      "\(error)" == "untitled: title: is empty"
    }
    #expect(try await center.add([past, request("fine", in: 3600)]).map(\.identifier) == ["past"])
    #expect(try session.pending() == ["fine"])
  }

  @Test("a press comes back with the userInfo, value for value, and is acknowledged; showing is told apart from it")
  func press() async throws {
    let session = try DaemonSession()
    let server = try FakeNotificationServer(bus: session.bus)
    let center = center(session)
    center.setCategories([
      NotificationCategory(identifier: "C", actions: [NotificationAction(identifier: "VIEW", title: "查看")])
    ])
    let userInfo: UserInfo = [
      "true": true, "one": 1, "real": 1.0, "big": .integer(.min), "null": nil, "list": [[:], "文"],
    ]
    let (responses, events) = (Collected<NotificationResponse>(), Collected<NotificationEvent>())
    let tasks = [responses.collect(center.responses), events.collect(center.events)]
    defer { for task in tasks { task.cancel() } }
    try await center.add(
      request("m", in: 0.05) {
        $0.userInfo = userInfo
        $0.categoryIdentifier = "C"
        $0.badge = .add(1)
      })
    #expect(serveRepeatedly { events.all.count == 1 })
    guard case .presented(let notification) = events.all.first else {
      Issue.record("it was not told as presented: \(events.all)")
      return
    }
    #expect(notification.requestIdentifier == "m" && notification.userInfo == userInfo)
    #expect(server.received.first?.actions == ["default", "查看", "VIEW", "查看"])
    #expect(try await center.deliveredNotifications().map(\.requestIdentifier) == ["m"])
    #expect(try await center.badgeCount() == 1)
    try server.press("VIEW", of: 1, token: "token-1")
    #expect(serveRepeatedly { responses.all.count == 1 })
    let response = try #require(responses.all.first)
    #expect(response.requestIdentifier == "m" && response.actionIdentifier == "VIEW")
    #expect(response.userInfo == userInfo && response.activationToken == "token-1")
    #expect(response.userInfo.members.map(\.name) == userInfo.members.map(\.name))
    #expect(serveRepeatedly { (try? responsesLeft(session)) == 0 })
    #expect(events.all.count == 1)
    try await center.setBadgeCount(0)
    #expect(try await center.badgeCount() == 0)
  }

  private func responsesLeft(_ session: DaemonSession) throws -> Int? {
    try session.call("TakeResponses", [.string(Self.app), .uint64(0)]).first?.arrayValue?.count
  }

  @Test("presses that came while the app did not run are there when it runs, also after a restart of the daemon")
  func pressedWhileAway() async throws {
    let session = try DaemonSession()
    let server = try FakeNotificationServer(bus: session.bus)
    try await center(session).add(request("m", in: 0.05))
    #expect(serveRepeatedly { (try? session.states()["m"]) == "shown" })
    try server.press("default", of: 1)
    #expect(serveRepeatedly { (try? session.states()["m"]) == "answered" })
    try session.kill9()
    try session.start()
    let center = center(session)
    let waiting = try await center.waitingResponses()
    #expect(waiting.map(\.actionIdentifier) == [NotificationResponse.defaultActionIdentifier])
    #expect(await center.launchResponse == nil)
    for await response in center.responses {
      #expect(response == waiting.first)
      await center.acknowledge(response)
      break
    }
    #expect(try responsesLeft(session) == 0)
  }

  @Test("a loop goes on when the daemon is restarted, and nothing comes twice")
  func restart() async throws {
    let session = try DaemonSession()
    let server = try FakeNotificationServer(bus: session.bus)
    let center = center(session)
    let responses = Collected<NotificationResponse>()
    let task = responses.collect(center.responses)
    defer { task.cancel() }
    try await center.add(request("before", in: 0.05))
    #expect(serveRepeatedly { (try? session.states()["before"]) == "shown" })
    try server.press("default", of: 1)
    #expect(serveRepeatedly { responses.all.count == 1 })
    try session.kill9()
    try session.start()
    try await center.add(request("after", in: 0.05))
    #expect(serveRepeatedly { (try? session.states()["after"]) == "shown" })
    try server.press("default", of: 2)
    #expect(serveRepeatedly { responses.all.count == 2 })
    #expect(responses.all.map(\.requestIdentifier) == ["before", "after"])
    #expect(serveRepeatedly { (try? responsesLeft(session)) == 0 })
    #expect(responses.all.count == 2)
  }

  @Test("what is pending and what is delivered are removed apart")
  func removing() async throws {
    let session = try DaemonSession()
    let server = try FakeNotificationServer(bus: session.bus)
    let center = center(session)
    try await center.add(request("shown", in: 0.05))
    #expect(serveRepeatedly { (try? session.states()["shown"]) == "shown" })
    let daily = NotificationRequest(
      identifier: "daily", content: NotificationContent(title: "D"),
      trigger: CalendarTrigger(dateMatching: DateComponents(hour: 9), repeats: true))
    try await center.add(daily)
    try await center.removePendingRequests(withIdentifiers: ["shown", "daily"])
    #expect(try await center.deliveredNotifications().map(\.requestIdentifier) == ["shown"])
    #expect(try await center.pendingRequests() == [])
    try await center.add(daily)
    try await center.removeAllDeliveredNotifications()
    #expect(serve { server.closeRequests == [1] })
    #expect(try await center.deliveredNotifications() == [])
    #expect(try session.states()["shown"] == "dismissed")
    #expect(try await center.pendingRequests() == [daily])
  }

  @Test("settings tell of the server, of the app's switch, and of their changes")
  func settings() async throws {
    let session = try DaemonSession()
    let server = try FakeNotificationServer(bus: session.bus)
    let center = center(session)
    let changes = Collected<NotificationSettings>()
    let task = changes.collect(center.settingsChanges)
    defer { task.cancel() }
    #expect(serveRepeatedly { changes.all.last?.serverName == "fake 1.0" })
    #expect(changes.all.last?.supportsActions == true && changes.all.last?.supportsTextInput == false)
    #expect(try await center.requestAuthorization() == true)
    try session.call("SetEnabled", [.string(Self.app), false])
    #expect(serveRepeatedly { changes.all.last?.authorizationStatus == .denied })
    #expect(try await center.requestAuthorization() == false)
    try session.call("SetEnabled", [.string(Self.app), true])
    #expect(serveRepeatedly { changes.all.last?.authorizationStatus == .authorized })
    server.crash()
    #expect(serveRepeatedly { changes.all.last?.serverName == nil })
    try session.kill9()
    #expect(serveRepeatedly { changes.all.last?.isDaemonAvailable == false })
    try session.start()
    #expect(serveRepeatedly { changes.all.last?.isDaemonAvailable == true })
  }

  @Test("without a daemon that could be started, calls say so")
  func noDaemon() async throws {
    let session = try DaemonSession(starts: false)
    let center = center(session)
    #expect(await center.settings().problem?.code == .unavailable)
    await #expect { try await center.add(self.request("m", in: 60)) } throws: { error in
      (error as? NotificationError)?.code == .unavailable
    }
  }
}
