import LocalPushBus
import LocalPushDesktop
import LocalPushLoop
import LocalPushModel
import LocalPushTestSupport
import Testing

/// The bridge in this process, and a server that does what a test tells it.
@MainActor
private final class Fixture {
  let bus: PrivateBus
  let server: FakeNotificationServer
  private let connection: BusConnection
  private(set) var bridge: NotificationServer!
  private(set) var reports: [NotificationServer.Report] = []
  private(set) var answers: [Result<UInt32, BusError>] = []

  init(name: String = "fake", capabilities: [String]? = nil, slotMilliseconds: Int = 10_000) throws {
    bus = try PrivateBus()
    server = try FakeNotificationServer(bus: bus)
    server.information[0] = name
    if let capabilities { server.capabilities = capabilities }
    connection = try bus.connect()
    bridge = try NotificationServer(on: connection, slotMilliseconds: slotMilliseconds) { [weak self] in
      self?.reports.append($0)
    }
    #expect(serve { bridge.profile != nil })
  }

  func notify(_ titles: String..., change: (inout Content) -> Void = { _ in }) {
    for title in titles {
      var content = Content(title: title)
      change(&content)
      bridge.notify(Notification(app: MessageKey.ownApp, content: content)) { [weak self] in self?.answers.append($0) }
    }
  }

  var titles: [String] { server.received.map(\.summary) }

  /// Serves the loop until everything sent so far has been served on both sides.
  func settle() throws {
    try connection.waitForBus()
    try connection.waitForBus()
  }

  var presses: [String] {
    reports.compactMap {
      guard case .actionInvoked(_, let key) = $0 else { return nil }
      return key
    }
  }
}

@MainActor
@Suite("The notification server", .serialized)
struct NotificationServerTests {
  @Test("a server that sinks under a burst gets one message after the other, in order")
  func oneAfterTheOther() throws {
    let fixture = try Fixture(name: "dunst")
    fixture.server.reaction = .wait
    fixture.notify("a", "b", "c")
    #expect(serve { fixture.titles == ["a"] })
    try fixture.settle()
    #expect(fixture.titles == ["a"])
    #expect(fixture.bridge.waiting == 3)
    fixture.server.answerWaiting()
    #expect(serve { fixture.titles == ["a", "b"] })
    fixture.server.reaction = .show
    fixture.server.answerWaiting()
    #expect(serve { fixture.answers.count == 3 })
    #expect(fixture.titles == ["a", "b", "c"])
    #expect(fixture.bridge.waiting == 0)
  }

  @Test("an unknown server gets a few at the same time, never all of a burst")
  func few() throws {
    let fixture = try Fixture()
    fixture.server.reaction = .wait
    for number in 1...30 { fixture.notify("\(number)") }
    #expect(serve { fixture.titles.count == 8 })
    try fixture.settle()
    #expect(fixture.titles.count == 8)
    fixture.server.reaction = .show
    fixture.server.answerWaiting()
    #expect(serve { fixture.answers.count == 30 })
    #expect(fixture.titles == (1...30).map { "\($0)" })
  }

  @Test("a message that is never answered holds up the next ones for a while only; a late answer counts")
  func neverAnswered() throws {
    let fixture = try Fixture(name: "dunst", slotMilliseconds: 50)
    fixture.server.reaction = .wait
    fixture.notify("a", "b")
    #expect(serve { fixture.titles == ["a", "b"] })
    fixture.server.answerWaiting()
    #expect(serve { fixture.answers.count == 2 })
  }

  @Test("a server that answers nothing gets no more, until another one takes its place")
  func stuck() throws {
    let fixture = try Fixture(name: "dunst", slotMilliseconds: 20)
    fixture.server.reaction = .stayAway
    fixture.notify("a", "b", "c", "d")
    #expect(serve { fixture.bridge.isStuck })
    try fixture.settle()
    #expect(fixture.titles == ["a", "b", "c"])
    fixture.server.reaction = .show
    try fixture.server.restart()
    #expect(serve { fixture.bridge.profile != nil && !fixture.bridge.isStuck })
    #expect(fixture.bridge.waiting == 0)
    fixture.notify("e")
    #expect(serve { fixture.titles == ["a", "b", "c", "e"] })
  }

  @Test("a full server gets the rest when something is closed, in order and with nothing refused")
  func full() throws {
    let fixture = try Fixture(name: "Notification Daemon")
    fixture.server.shownAtMost = 2
    fixture.notify("a", "b", "c", "d")
    #expect(serve { fixture.titles == ["a", "b", "c"] })
    try fixture.settle()
    #expect(fixture.answers.count == 2)
    try fixture.server.close(1, reason: 2)
    #expect(serve { fixture.answers.count == 3 })
    try fixture.server.close(2, reason: 2)
    #expect(serve { fixture.answers.count == 4 })
    #expect(fixture.server.shown.values.map(\.summary).sorted() == ["c", "d"])
  }

  @Test("what is not wanted any more when its turn comes is not shown")
  func unwanted() throws {
    let fixture = try Fixture(name: "dunst")
    fixture.server.reaction = .wait
    fixture.notify("a")
    var isWanted = true
    let answered = Notification(app: MessageKey.ownApp, content: Content(title: "b"))
    var answer: Result<UInt32, BusError>?
    let asked = { isWanted }
    fixture.bridge.notify(answered, isWanted: asked) { answer = $0 }
    fixture.notify("c")
    #expect(serve { fixture.titles == ["a"] })
    isWanted = false
    fixture.server.answerWaiting()
    #expect(serve { fixture.titles == ["a", "c"] })
    #expect(try answer?.get() == 0)
  }

  @Test("an answer that comes after the server gave up its name is not taken for the next server's")
  func lateAnswer() throws {
    let fixture = try Fixture()
    fixture.server.reaction = .wait
    fixture.notify("a")
    #expect(serve { fixture.titles == ["a"] })
    try fixture.server.loseName()
    #expect(serve { fixture.bridge.profile == nil })
    fixture.server.answerWaiting()
    try fixture.settle()
    #expect(fixture.answers.isEmpty)
  }

  @Test("where buttons come and go, they are asked for before each burst")
  func capabilitiesVary() throws {
    let fixture = try Fixture(name: "Xfce Notify Daemon")
    fixture.notify("a") { $0.actions = [Action(key: "k", label: "K")] }
    #expect(serve { fixture.answers.count == 1 })
    #expect(fixture.server.received.last?.actions == ["k", "K"])
    fixture.server.capabilities = ["body"]
    fixture.notify("b") { $0.actions = [Action(key: "k", label: "K")] }
    #expect(serve { fixture.answers.count == 2 })
    #expect(fixture.server.received.last?.actions == [])
    #expect(fixture.bridge.profile?.capabilities == ["body"])
    #expect(fixture.reports.contains { if case .changed = $0 { true } else { false } })
  }

  @Test("other servers are asked once")
  func capabilitiesStay() throws {
    let fixture = try Fixture()
    fixture.notify("a")
    #expect(serve { fixture.answers.count == 1 })
    #expect(fixture.server.capabilityRequests == 1)
  }

  @Test("do-not-disturb is known where the server tells, and so are its changes")
  func silence() throws {
    let fixture = try Fixture(capabilities: ["body", "actions", "inhibitions"])
    #expect(serve { fixture.bridge.isSilenced == false })
    fixture.server.isInhibited = true
    #expect(serve { fixture.bridge.isSilenced == true })
    let other = try Fixture()
    try other.settle()
    #expect(other.bridge.isSilenced == nil)
  }

  @Test(
    "a default that only follows a press or an end is no press, on the server that does that",
    arguments: [("Budgie Notification Server", ["view"]), ("fake", ["view", "default", "default"])])
  func echoes(name: String, presses: [String]) throws {
    let fixture = try Fixture(name: name)
    fixture.notify("a", "b")
    #expect(serve { fixture.answers.count == 2 })
    try fixture.server.press("view", of: 1)
    try fixture.server.press("default", of: 1)
    try fixture.server.close(2, reason: 2)
    try fixture.server.press("default", of: 2)
    try fixture.settle()
    #expect(fixture.presses == presses)
  }
}
