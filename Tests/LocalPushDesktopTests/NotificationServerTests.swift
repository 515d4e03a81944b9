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

  // MARK: - Hostile servers

  @Test(
    "an answer that is no id means that the message is on screen, and that nothing more is known of it",
    arguments: [
      ("s", BusValue.string("seven"), UInt32(0)), ("x", .int64(-1), 0), ("t", .uint64(1 << 40), 0), ("i", .int32(7), 7),
    ])
  func strangeIDs(type: String, answer: BusValue, id: UInt32) throws {
    let fixture = try Fixture()
    fixture.server.idType = type
    fixture.server.reaction = .answer(answer)
    try fixture.server.restart()
    #expect(serve { fixture.bridge.profile == nil })
    #expect(serve { fixture.bridge.profile != nil })
    fixture.notify("a")
    #expect(serve { fixture.answers.count == 1 })
    #expect(try fixture.answers.first?.get() == id)
  }

  @Test("what a server says of itself is kept within limits")
  func bigMouth() throws {
    let fixture = try Fixture(
      name: String(repeating: "n", count: 100_000),
      capabilities: (0..<10_000).map { "word-\($0)" } + [String(repeating: "c", count: 100_000)])
    #expect(fixture.bridge.profile?.name.count == 100)
    #expect(fixture.bridge.profile?.capabilities.count == 100)
  }

  @Test("a storm of owners that come and go at once leaves the last one, which is asked and reported once")
  func storm() throws {
    let fixture = try Fixture()
    try fixture.server.loseName()
    #expect(serve { fixture.bridge.profile == nil })
    let before = fixture.reports.count
    for _ in 1...100 {
      try fixture.server.ownName()
      try fixture.server.loseName()
    }
    try fixture.server.ownName()
    #expect(serve { fixture.bridge.profile != nil })
    try fixture.settle()
    #expect(fixture.reports.count == before + 1)
    fixture.notify("a")
    #expect(serve { fixture.answers.count == 1 })
  }

  @Test("a call to close goes to the owner that showed the message, not to whoever has its name meanwhile")
  func closesOnlyThere() throws {
    let fixture = try Fixture()
    fixture.notify("a")
    #expect(serve { fixture.answers.count == 1 })
    try fixture.server.loseName()
    let other = try FakeNotificationServer(bus: fixture.bus)
    fixture.bridge.close(1)  // before the bridge has heard of the other one
    #expect(serve { fixture.reports.contains { if case .vanished = $0 { true } else { false } } })
    try fixture.settle()
    #expect(other.closeRequests.isEmpty)
    #expect(fixture.server.closeRequests == [1])
  }

  @Test("floods of signals about what others show, replies without end and tokens beyond all measure do no harm")
  func floods() throws {
    let fixture = try Fixture(name: "Budgie Notification Server")
    fixture.notify("a")
    #expect(serve { fixture.answers.count == 1 })
    for id in UInt32(100)...2_000 { try fixture.server.tell("NotificationClosed", [.uint32(id), .uint32(2)]) }
    try fixture.server.tell("ActivationToken", [.uint32(1), .string(String(repeating: "t", count: 1 << 20))])
    try fixture.server.tell("NotificationReplied", [.uint32(1), .string(String(repeating: "界", count: 1 << 20))])
    try fixture.server.press("default", of: 1)
    #expect(serve { fixture.presses == ["default"] })
    let texts = fixture.reports.compactMap { if case .replied(1, let text) = $0 { text } else { nil } }
    #expect(texts.map { $0.utf8.count <= 8 * 1024 && $0.hasSuffix("界…") } == [true])
    #expect(!fixture.reports.contains { if case .activationToken = $0 { true } else { false } })
  }
}
