import Foundation
import LocalPushBus
import LocalPushLoop
import LocalPushTestSupport
import LocalPushTime
import LocalPushWire
import Testing

/// A message that is due almost at once.
private func soon(_ id: String, _ more: [(String, BusValue)] = []) -> [(String, BusValue)] {
  [("id", .string(id)), ("title", .string("title of \(id)")), ("in", "50ms")] + more
}

@MainActor
@Suite("The bridge to the notification server", .serialized)
struct BridgeTests {
  @Test("a message of the config is shown, and a press runs its command with the userInfo")
  func wholeWay() throws {
    let session = try DaemonSession(starts: false)
    let server = try FakeNotificationServer(bus: session.bus)
    session.write(
      config: """
        [message m]
        title=Post & more
        body=1 < 2
        in=200ms
        urgency=critical
        icon=mail-unread
        actions=view;later
        action.view=View
        action.view[zh_CN]=查看
        action.later=Later
        on.view=command:sh -c 'cat >"$1.new"; echo "$LOCALPUSH_ACTION $LOCALPUSH_ID" >>"$1.new"; mv "$1.new" "$1"' x \
        '\(session.home.path("answer"))'
        user-info={"flag": true, "n": 1, "f": 1.0, "x": null, "文": "喝水"}
        """)
    try session.start()
    #expect(serve { !server.shown.isEmpty })
    let notification = try #require(server.received.first)
    #expect(notification.summary == "Post & more")
    #expect(notification.body == "1 &lt; 2")
    #expect(notification.actions == ["default", "View", "view", "View", "later", "Later"])
    #expect(notification.hints["urgency"] == .byte(2))
    try server.press("view", of: 1)
    #expect(serveRepeatedly { session.home.read("answer") != nil })
    let lines = (session.home.read("answer") ?? "").split(separator: "\n")
    #expect(lines.first?.contains(#""user-info":{"flag":true,"n":1,"f":1.0,"x":null,"文":"喝水"}"#) == true)
    #expect(lines.last == "view m")
    #expect(serve { server.closeRequests == [1] })
  }

  @Test("without a server messages are held; one that appears gets them")
  func serverAppearsLate() throws {
    let session = try DaemonSession()
    try session.schedule(soon("m"))
    #expect(serveRepeatedly { (try? session.states()["m"]) == "held" })
    let server = try FakeNotificationServer(bus: session.bus)
    #expect(serve { server.received.count == 1 })
    #expect(serveRepeatedly { (try? session.states()["m"]) == "shown" })
  }

  @Test("after a restart of the server its new ids mean new messages, and what was shown is not shown again")
  func serverRestarts() throws {
    let session = try DaemonSession()
    let server = try FakeNotificationServer(bus: session.bus)
    try session.schedule(soon("old"))
    #expect(serve { server.received.count == 1 })
    #expect(serveRepeatedly { (try? session.states()["old"]) == "shown" })
    try server.restart()
    try server.press("default", of: 1)
    try session.schedule(soon("new"))
    #expect(serve { server.received.count == 2 })
    #expect(serveRepeatedly { (try? session.states()["new"]) == "shown" })
    #expect(try session.states()["old"] == "shown")
    try server.press("default", of: 1)
    #expect(serveRepeatedly { (try? session.states()["new"]) == "answered" })
    #expect(server.received.count == 2)
  }

  @Test("presses that others announce, and ids of others, are ignored")
  func strangers() throws {
    let session = try DaemonSession()
    let server = try FakeNotificationServer(bus: session.bus)
    try session.schedule(soon("m"))
    #expect(serve { server.received.count == 1 })
    #expect(serveRepeatedly { (try? session.states()["m"]) == "shown" })
    let impostor = try session.bus.connect()
    try impostor.emit(
      path: "/org/freedesktop/Notifications", interface: "org.freedesktop.Notifications", member: "ActionInvoked",
      arguments: [.uint32(1), "default"])
    try server.press("default", of: 77)
    try server.press("no-such-key", of: 1)
    try session.client.waitForBus()
    #expect(try session.states()["m"] == "shown")
  }

  @Test("a server that never answers holds up nobody")
  func neverAnswers() throws {
    let session = try DaemonSession()
    let server = try FakeNotificationServer(bus: session.bus)
    server.reaction = .stayAway
    try session.schedule(soon("m"))
    #expect(serve { server.received.count == 1 })
    #expect(try session.schedule([("id", "n"), ("title", "N"), ("in", "1h")])["status"]?.stringValue == "added")
    #expect(try session.states()["m"] == "due")
    try server.restart()
    server.reaction = .show
    #expect(serve { server.received.count == 2 })
    #expect(serveRepeatedly { (try? session.states()["m"]) == "shown" })
  }

  @Test("a refusal is not the end: the message is offered again")
  func refusal() throws {
    let session = try DaemonSession()
    let server = try FakeNotificationServer(bus: session.bus)
    server.reaction = .refuse(
      BusError(name: "org.freedesktop.Notifications.Error.ExcessNotificationGeneration", message: ""))
    try session.schedule(soon("m"))
    #expect(serve { server.received.count == 1 })
    server.reaction = .show
    #expect(serve { server.received.count == 2 })
    #expect(serveRepeatedly { (try? session.states()["m"]) == "shown" })
  }

  @Test("a press ahead of everything else is not lost: token, press, end in one breath")
  func pressAtOnce() throws {
    let session = try DaemonSession()
    let server = try FakeNotificationServer(bus: session.bus)
    server.reaction = .wait
    try session.schedule(soon("m", [("user-info", .vardict([("n", .double(1)), ("x", .null)]))]))
    #expect(serve { server.received.count == 1 })
    server.answerWaiting()
    try server.press("default", of: 1, token: "token-1")
    try server.close(1, reason: 2)
    #expect(serveRepeatedly { (try? session.states()["m"]) == "answered" })
    let response = try #require(
      try session.call("TakeResponses", ["org.example.App", .uint64(0)]).first?.arrayValue?.first)
    #expect(response["action"] == .string("default"))
    #expect(response["activation-token"] == .string("token-1"))
    #expect(response["user-info"]?["n"] == .double(1))
    #expect(response["user-info"]?["x"]?.isNull == true)
    let sequence = try #require(response["sequence"])
    try session.call("Acknowledge", ["org.example.App", sequence])
    #expect(try session.call("TakeResponses", ["org.example.App", .uint64(0)]) == [.vardicts([])])
  }

  @Test("a reply that is typed into the notification comes back as the action that takes text")
  func inlineReply() throws {
    let session = try DaemonSession()
    let server = try FakeNotificationServer(bus: session.bus)
    server.capabilities.append("inline-reply")
    try session.schedule(soon("m", [("action.answer", "Answer"), ("reply.answer", "Your answer")]))
    #expect(serveRepeatedly { (try? session.states()["m"]) == "shown" })
    #expect(server.received.first?.actions.contains("inline-reply") == true)
    try server.reply("你好 & bye", to: 1)
    #expect(serveRepeatedly { (try? session.states()["m"]) == "answered" })
    let response = try session.call("TakeResponses", ["org.example.App", .uint64(0)]).first?.arrayValue?.first
    #expect(response?["action"] == .string("answer"))
    #expect(response?["text"] == .string("你好 & bye"))
  }

  @Test("an edit of what is on screen is drawn in its place, and its buttons stay")
  func edit() throws {
    let time = Instant(microseconds: WallClock.nowMicroseconds() + 1_000_000).text(in: try Zone(identifier: "UTC"))
    let config = "[message m]\nat=\(time)\naction.a=A\ntitle="
    let session = try DaemonSession(config: config + "Old\n")
    let server = try FakeNotificationServer(bus: session.bus)
    #expect(serveRepeatedly { (try? session.states()["m"]) == "shown" })
    session.write(config: config + "New\n")
    #expect(serve { server.received.count == 2 })
    #expect(server.received.last?.summary == "New")
    #expect(server.received.last?.replacedIdentifier == 1)
    try server.press("a", of: 1)
    #expect(serveRepeatedly { (try? session.states()["m"]) == "answered" })
  }

  @Test("where an edit would keep the old buttons, it is shown as new and the old one closed")
  func editOnLXQt() throws {
    let time = Instant(microseconds: WallClock.nowMicroseconds() + 1_000_000).text(in: try Zone(identifier: "UTC"))
    let config = "[message m]\nat=\(time)\ntitle=M\n"
    let session = try DaemonSession(config: config + "action.old=Old\n")
    let server = try FakeNotificationServer(bus: session.bus)
    try server.restart(as: "lxqt-notificationd")
    #expect(serveRepeatedly { (try? session.states()["m"]) == "shown" })
    session.write(config: config + "action.new=New\n")
    #expect(serve { server.closeRequests == [1] })
    try server.press("new", of: 2)
    #expect(serveRepeatedly { (try? session.states()["m"]) == "answered" })
  }

  @Test("what expires is taken off the screen at its time")
  func expiry() throws {
    let session = try DaemonSession()
    let server = try FakeNotificationServer(bus: session.bus)
    try session.schedule(soon("m", [("expires", "1s")]))
    #expect(serve { server.received.count == 1 })
    #expect(serve { server.closeRequests == [1] })
    #expect(serveRepeatedly { (try? session.states()["m"]) == "expired" })
  }

  @Test(
    "after a restart of the daemon the buttons of what is on screen work, as the server needs it",
    arguments: [("dunst", [UInt32(0), 1]), ("gnome-shell", [0, 0]), ("mako", [0])])
  func daemonRestarts(name: String, replaced: [UInt32]) throws {
    let session = try DaemonSession()
    let server = try FakeNotificationServer(bus: session.bus)
    try server.restart(as: name)
    server.audience = name == "mako" ? .everyone : .sender
    try session.schedule(soon("m", [("action.a", "A")]))
    #expect(serveRepeatedly { (try? session.states()["m"]) == "shown" })
    try session.kill9()
    try session.start()
    #expect(serve { server.received.count == replaced.count })
    #expect(server.received.map(\.replacedIdentifier) == replaced)
    let newest = try #require(server.shown.keys.max())
    #expect(serveRepeatedly { (try? session.states()["m"]) == "shown" })
    try session.client.waitForBus()
    try server.press("a", of: newest)
    #expect(serveRepeatedly { (try? session.states()["m"]) == "answered" })
    #expect(server.received.count == replaced.count)
  }

  @Test("a burst is not lost on a server that is full")
  func fullServer() throws {
    let session = try DaemonSession()
    let server = try FakeNotificationServer(bus: session.bus)
    server.shownAtMost = 20
    for number in 1...30 { try session.schedule(soon("m\(number)")) }
    #expect(serve { server.shown.count == 20 })
    for identifier in UInt32(1)...10 { try server.close(identifier, reason: 2) }
    #expect(serveRepeatedly { (try? session.states().values.filter { $0 == "shown" }.count) == 20 })
    #expect(try session.states().values.filter { $0 == "dismissed" }.count == 10)
    try session.schedule(soon("too-many"))
    try session.schedule(soon("also"))
    #expect(serveRepeatedly { (try? session.states()["also"]) == "due" })
    try session.call("Cancel", ["org.example.App", .strings(["also"])])
    try server.close(11, reason: 2)
    try server.close(12, reason: 2)
    #expect(serveRepeatedly { (try? session.states()["too-many"]) == "shown" })
    #expect(!server.shown.values.contains { $0.summary == "title of also" })
  }

  @Test("what expires at a moment is taken off the screen then")
  func absoluteExpiry() throws {
    let session = try DaemonSession()
    let server = try FakeNotificationServer(bus: session.bus)
    let end = Instant(microseconds: WallClock.nowMicroseconds() + 2_500_000).text(in: try Zone(identifier: "UTC"))
    try session.schedule(soon("m", [("expires", .string(end))]))
    #expect(serve { server.received.count == 1 })
    #expect(serve { server.closeRequests == [1] })
    #expect(serveRepeatedly { (try? session.states()["m"]) == "expired" })
  }

  @Test("what asks for it waits for the end of do-not-disturb, through a restart of the daemon as well")
  func heldUntilSeen() throws {
    let session = try DaemonSession()
    let server = try FakeNotificationServer(bus: session.bus)
    server.capabilities.append("inhibitions")
    server.isInhibited = true
    try session.schedule(soon("m", [("do-not-disturb", "hold")]))
    try session.schedule(soon("other"))
    #expect(serveRepeatedly { (try? session.states()) == ["m": "held", "other": "shown"] })
    try session.kill9()
    try session.start()
    #expect(serveRepeatedly { (try? session.call("Status").first?["do-not-disturb"]) == .boolean(true) })
    #expect(try session.states()["m"] == "held")
    server.isInhibited = false
    #expect(serve { server.received.map(\.summary) == ["title of other", "title of m"] })
    #expect(serveRepeatedly { (try? session.states()["m"]) == "shown" })
  }

  @Test("do-not-disturb of GNOME is read from dconf's file, and again when dconf tells of a change")
  func silenceInDconf() throws {
    let session = try DaemonSession(starts: false)
    let server = try FakeNotificationServer(bus: session.bus)
    server.information[0] = "gnome-shell"
    session.home.makeDirectory("config/dconf")
    session.home.write("config/dconf/user", bytes: DconfFixture.showBanners(false))
    try session.start()
    try session.schedule(soon("m", [("do-not-disturb", "hold")]))
    #expect(serveRepeatedly { (try? session.states()["m"]) == "held" })
    session.home.write("config/dconf/new", bytes: DconfFixture.showBanners(true))
    session.home.rename("config/dconf/new", to: "config/dconf/user")
    let dconf = try session.bus.connect()
    _ = try dconf.requestName("ca.desrt.dconf")
    try dconf.emit(
      path: "/ca/desrt/dconf/Writer/user", interface: "ca.desrt.dconf.Writer", member: "Notify",
      arguments: ["/org/gnome/desktop/notifications/show-banners", .strings([""]), "tag"])
    #expect(serve { server.received.count == 1 })
  }

  @Test("a critical message that counts makes the badge urgent, until it is answered")
  func urgentBadge() throws {
    let session = try DaemonSession()
    let server = try FakeNotificationServer(bus: session.bus)
    var updates: [String] = []
    let dock = try session.bus.connect()
    let subscription = try dock.subscribe(interface: "com.canonical.Unity.LauncherEntry", member: "Update") {
      let (app, badge) = ($0.arguments[0].stringValue ?? "", $0.arguments[1])
      updates.append("\(app) \(badge["count"]?.intValue ?? -1) \(badge["urgent"]?.boolValue ?? true)")
    }
    try session.schedule(soon("a", [("badge", "+1"), ("urgency", "critical")]))
    #expect(serve { updates == ["application://org.example.App.desktop 1 true"] })
    try session.schedule(soon("b", [("badge", "+2")]), app: "org.example.Other")
    #expect(serve { updates.last == "application://org.example.Other.desktop 2 false" })
    try server.press("default", of: 1)
    #expect(serve { updates.last == "application://org.example.App.desktop 0 false" })
    withExtendedLifetime(subscription) {}
  }

  @Test("a server that is gone as soon as it is there, again and again, costs no message")
  func ownerStorm() throws {
    let session = try DaemonSession()
    try session.schedule(soon("m"))
    #expect(serveRepeatedly { (try? session.states()["m"]) == "held" })
    let server = try FakeNotificationServer(bus: session.bus, ownsName: false)
    for _ in 1...50 {
      try server.ownName()
      try server.loseName()
    }
    try server.ownName()
    #expect(serveRepeatedly { (try? session.states()["m"]) == "shown" })
    #expect(server.received.count == 1)
  }

  @Test("a server without any id is told the message once")
  func withoutIDs() throws {
    let session = try DaemonSession()
    let server = try FakeNotificationServer(bus: session.bus)
    server.idType = "s"
    server.reaction = .answer("ok")
    try server.restart()
    try session.schedule(soon("m"))
    #expect(serveRepeatedly { (try? session.states()["m"]) == "shown" })
    #expect(server.received.count == 1)
  }

  @Test("cancelling withdraws what is on screen")
  func withdraw() throws {
    let session = try DaemonSession()
    let server = try FakeNotificationServer(bus: session.bus)
    try session.schedule(soon("m"))
    #expect(serveRepeatedly { (try? session.states()["m"]) == "shown" })
    #expect(try session.call("Cancel", ["org.example.App", .strings(["m", "unknown"])]) == [.strings(["m"])])
    #expect(serve { server.closeRequests == [1] })
  }

  @Test("the badge is told to docks, and to a dock that comes later")
  func badge() throws {
    let session = try DaemonSession()
    var updates: [[BusValue]] = []
    let dock = try session.bus.connect()
    let subscription = try dock.subscribe(interface: "com.canonical.Unity.LauncherEntry", member: "Update") {
      updates.append($0.arguments)
    }
    #expect(try session.call("SetBadge", ["org.example.App", "+3"]) == [.int64(3)])
    #expect(serve { updates.count == 1 })
    #expect(updates.first?.first == .string("application://org.example.App.desktop"))
    #expect(updates.first?.last?["count"] == .int64(3))
    #expect(updates.first?.last?["count-visible"] == .boolean(true))
    _ = try dock.requestName("com.canonical.Unity")
    #expect(serve { updates.count == 2 })
    try session.call("SetBadge", ["org.example.App", "0"])
    #expect(serve { updates.count == 3 })
    #expect(updates.last?.last?["count-visible"] == .boolean(false))
    withExtendedLifetime(subscription) {}
  }

  @Test("a daemon that ends takes its badges along, and the next one brings them back")
  func badgeAtTheEnd() throws {
    let session = try DaemonSession()
    var counts: [Int64] = []
    let subscription = try session.client.subscribe(interface: "com.canonical.Unity.LauncherEntry") {
      counts.append($0.arguments.last?["count"]?.intValue ?? -1)
    }
    try session.call("SetBadge", ["org.example.App", "5"])
    #expect(serve { counts == [5] })
    session.end()
    #expect(serve { counts == [5, 0] })
    try session.start()
    #expect(serve { counts == [5, 0, 5] })
    withExtendedLifetime(subscription) {}
  }

  @Test("after the bus comes back the daemon serves again and tells badges again")
  func busRestarts() throws {
    let session = try DaemonSession()
    try session.schedule([("id", "m"), ("title", "M"), ("in", "1h")])
    try session.call("SetBadge", ["org.example.App", "5"])
    session.bus.stop()
    try session.bus.start()
    try session.reconnect()
    var counts: [Int64] = []
    let subscription = try session.client.subscribe(interface: "com.canonical.Unity.LauncherEntry") {
      counts.append($0.arguments.last?["count"]?.intValue ?? 0)
    }
    #expect(serveRepeatedly { (try? session.pending()) == ["m"] })
    #expect(serve { counts.last == 5 })
    withExtendedLifetime(subscription) {}
  }

  @Test("subscribers hear of what is shown, answered and dismissed, others do not")
  func events() throws {
    let session = try DaemonSession()
    let server = try FakeNotificationServer(bus: session.bus)
    var heard: [String] = []
    let subscription = try session.client.subscribe(interface: Contract.interface) { signal in
      if signal.member != "PropertiesChanged" {
        heard.append("\(signal.member) \(signal.arguments[1].stringValue ?? "")")
      }
    }
    try session.call("Subscribe", ["org.example.App"])
    try session.schedule(soon("other"), app: "org.example.Other")
    #expect(serve { server.received.count == 1 })
    try session.schedule(soon("m"))
    #expect(serve { server.received.count == 2 })
    try server.press("default", of: 2)
    #expect(serve { heard == ["Presented m", "Responded m"] })
    withExtendedLifetime(subscription) {}
  }
}
