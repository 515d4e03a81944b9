import LocalPushBus
import LocalPushDesktop
import LocalPushModel
import LocalPushTime
import Testing

private func notification(_ change: (inout Content) -> Void = { _ in }, app: String = MessageKey.ownApp) -> Notification
{
  var content = Content(title: "A & B")
  content.body = "a < b & \"c\" > d"
  change(&content)
  return Notification(app: app, content: content)
}

private func server(_ capabilities: Set<String>, name: String = "fake") -> ServerProfile {
  ServerProfile(name: name, version: "1", capabilities: capabilities)
}

private let view = Action(key: "view", label: "查看")
private let later = Action(key: "later", label: "Later")

@Test("Notify has the signature of the specification, whatever the message holds")
func signature() {
  let full = notification {
    $0.actions = [view, later]
    $0.timeout = .days(400)
    $0.category = "im.received"
    $0.image = "/tmp/a.png"
    $0.sound = "bell"
  }
  for each in [notification(), full] { #expect(each.arguments(for: .unknown).signature == "susssasa{sv}i") }
}

@Test(
  "the body is escaped where the server reads markup, and left as it is elsewhere; the title never",
  arguments: [
    (["body", "body-markup"], "a &lt; b &amp; \"c\" &gt; d"), (["body"], "a < b & \"c\" > d"),
  ])
func escaping(capabilities: [String], body: String) {
  let arguments = notification().arguments(for: server(Set(capabilities)))
  #expect(arguments[3] == .string("A & B"))
  #expect(arguments[4] == .string(body))
}

@Test("where there is no place for a body, it stands behind the title on the same line")
func bodyInTitle() {
  let arguments = notification { $0.body = "one\ntwo" }.arguments(for: server([]))
  #expect(arguments[3] == .string("A & B: one two"))
  #expect(arguments[4] == .string(""))
}

@Test(
  "a title that the server would not show is cut, and stands whole above the body",
  arguments: [
    (39, String(repeating: "题", count: 39), "B"), (40, String(repeating: "题", count: 40), "B"),
    (41, String(repeating: "题", count: 39) + "…", String(repeating: "题", count: 41) + "\nB"),
  ])
func longTitles(length: Int, title: String, body: String) {
  let long = notification {
    $0.title = String(repeating: "题", count: length)
    $0.body = "B"
  }
  let arguments = long.arguments(for: server(["body"], name: "Notification Daemon"))
  #expect(arguments[3] == .string(title))
  #expect(arguments[4] == .string(body))
  #expect(long.arguments(for: server(["body"]))[3] == .string(long.content.title))
}

@Test(
  "a long body is cut between characters to what the server survives, and no entity is cut in two",
  arguments: [("&", true, "&amp;"), ("界", false, "界"), ("👩‍👩‍👧", true, "👩‍👩‍👧"), ("<\u{338}", true, "&lt;\u{338}")])
func cuts(piece: String, readsMarkup: Bool, shown: String) {
  let capabilities: Set<String> = readsMarkup ? ["body", "body-markup"] : ["body"]
  let arguments = notification { $0.body = String(repeating: piece, count: 9000) }.arguments(for: server(capabilities))
  let body = arguments[4].stringValue ?? ""
  #expect(body.utf8.count <= 2 * 1024)
  #expect(body.utf8.count > 2 * 1024 - shown.utf8.count - "…".utf8.count)
  #expect(body.hasSuffix(shown + "…"))
}

@Test("control characters become spaces; the body keeps its lines")
func controls() {
  let arguments = notification {
    $0.title = "a\u{1B}[1mb\nc"
    $0.body = "d\u{7}e\nf\u{85}\u{202E}g"
  }.arguments(for: server(["body"]))
  #expect(arguments[3] == .string("a [1mb c"))
  #expect(arguments[4] == .string("d e\nf \u{202E}g"))
}

@Test(
  "the first button's label is also that of a click on the body",
  arguments: [
    ("fake", ["default", "查看", "view", "查看", "later", "Later"]),
    ("Xfce Notify Daemon", ["view", "查看", "later", "Later"]),
    ("lxqt-notificationd", ["view", "查看", "later", "Later"]),
    ("Budgie Notification Server", ["view", "查看", "later", "Later", "default", "查看"]),
  ])
func actions(name: String, expected: [String]) {
  let arguments = notification { $0.actions = [view, later] }.arguments(for: server(["actions"], name: name))
  #expect(arguments[5] == .strings(expected))
}

private let read = Action(key: "read", label: "Read", icon: "mail-read")
private let trash = Action(key: "trash", label: "Delete", icon: "edit-delete")

@Test(
  "buttons are icons where the server draws them and every button has one",
  arguments: [
    (
      ["actions", "action-icons"], [read, trash], ["default", "Read", "mail-read", "Read", "edit-delete", "Delete"],
      true
    ),
    (["actions"], [read, trash], ["default", "Read", "read", "Read", "trash", "Delete"], false),
    (["actions", "action-icons"], [read, view], ["default", "Read", "read", "Read", "view", "查看"], false),
    (["action-icons"], [read, trash], [], false), (["actions", "action-icons"], [], [], false),
  ])
func actionIcons(capabilities: [String], actions: [Action], sent: [String], asIcons: Bool) {
  let arguments = notification { $0.actions = actions }.arguments(for: server(Set(capabilities)))
  #expect(arguments[5] == .strings(sent))
  #expect(arguments[6]["action-icons"] == (asIcons ? .boolean(true) : nil))
}

@Test("a picture stands in the place of the icon where the server shows none otherwise", arguments: imagelessServers)
func imageAsIcon(name: String) {
  let pictured = notification {
    $0.icon = "mail-unread"
    $0.image = "/tmp/a.png"
  }
  let usual = pictured.arguments(for: .unknown)
  #expect(usual[2] == .string("mail-unread"))
  #expect(usual[6]["image-path"] == .string("/tmp/a.png"))
  let asIcon = pictured.arguments(for: server([], name: name))
  #expect(asIcon[2] == .string("/tmp/a.png"))
  #expect(asIcon[6]["image-path"] == nil)
}

private let imagelessServers = ["naughty", "lxqt-notificationd"]

@Test(
  "Budgie finds the file of an icon by its URI",
  arguments: [
    ("/tmp/a.png", "file:///tmp/a.png"), ("/tmp/ä %2\t~.png", "file:///tmp/%C3%A4%20%252%09~.png"),
    ("mail-unread", "mail-unread"), ("file:///tmp/a%20b.png", "file:///tmp/a%20b.png"),
  ])
func iconByURI(icon: String, sent: String) {
  let iconic = notification { $0.icon = icon }
  #expect(iconic.arguments(for: .unknown)[2] == .string(icon))
  #expect(iconic.arguments(for: server([], name: "Budgie Notification Server"))[2] == .string(sent))
}

@Test("a body that has to stand in the title is cut as well")
func longBodyInTitle() {
  let arguments = notification { $0.body = String(repeating: "界", count: 2_000) }.arguments(for: server([]))
  #expect(arguments[3].stringValue?.hasSuffix("界…") == true)
  #expect(arguments[3].stringValue?.utf8.count ?? 0 <= 1024)
}

@Test("without buttons only an app or a handler of the body takes a click")
func bodyClicks() {
  #expect(notification().arguments(for: server(["actions"]))[5] == .strings([]))
  let handled = notification { $0.defaultHandler = .done }
  #expect(handled.arguments(for: server(["actions"]))[5] == .strings(["default", "Open"]))
  let app = notification(app: "org.example.App")
  #expect(app.arguments(for: server(["actions"]))[5] == .strings(["default", "Open"]))
}

@Test(
  "an action that takes text is a text field where the server has them, and a button elsewhere",
  arguments: [
    (["actions", "inline-reply"], "inline-reply", BusValue?.some("Your answer")), (["actions"], "answer", nil),
  ])
func replies(capabilities: [String], key: String, placeholder: BusValue?) {
  let arguments = notification {
    $0.actions = [view, Action(key: "answer", label: "Answer", placeholder: "Your answer")]
  }.arguments(for: server(Set(capabilities)))
  #expect(arguments[5] == .strings(["default", "查看", "view", "查看", key, "Answer"]))
  #expect(arguments[6]["x-kde-reply-placeholder-text"] == placeholder)
  #expect(arguments[6]["x-kde-reply-submit-button-text"] == placeholder.map { _ in "Answer" })
}

@Test("a click on the body does not stand for a text field, unless it has a handler of its own")
func bodyOfReplies() {
  let answer = Action(key: "answer", label: "Answer", placeholder: "")
  let reply = notification { $0.actions = [answer] }
  #expect(reply.arguments(for: server(["actions", "inline-reply"]))[5] == .strings(["inline-reply", "Answer"]))
  #expect(reply.arguments(for: server(["actions"]))[5] == .strings(["default", "Answer", "answer", "Answer"]))
  let handled = notification {
    $0.actions = [answer]
    $0.defaultHandler = .done
  }
  #expect(handled.arguments(for: server(["actions", "inline-reply"]))[5].stringsValue?.first == "default")
}

@Test("a server that would ask in a dialog gets no actions, whatever it says it can do")
func dialogs() {
  let arguments = notification { $0.actions = [view] }.arguments(for: server(["actions"], name: "notify-osd"))
  #expect(arguments[5] == .strings([]))
}

@Test("a server without actions gets none")
func noActions() {
  let arguments = notification { $0.actions = [view] }.arguments(for: server(["body"]))
  #expect(arguments[5] == .strings([]))
}

@Test("hints have the types of the specification")
func hints() {
  let arguments = notification {
    $0.urgency = .critical
    $0.category = "im.received"
    $0.image = "/tmp/a.png"
    $0.sound = "/tmp/a.oga"
  }.arguments(for: .unknown)
  let hints = arguments[6]
  #expect(hints["urgency"] == .byte(2))
  #expect(hints["desktop-entry"] == .string(MessageKey.ownApp))
  #expect(hints["image-path"] == .string("/tmp/a.png"))
  #expect(hints["sound-file"] == .string("/tmp/a.oga"))
  #expect(hints["category"] == .string("im.received"))
}

@Test(
  "sounds are names or files, and silence is a hint of its own",
  arguments: [
    ("bell", "sound-name", BusValue.string("bell")), ("/a.oga", "sound-file", .string("/a.oga")),
    ("silent", "suppress-sound", .boolean(true)),
  ])
func sounds(sound: String, hint: String, value: BusValue) {
  #expect(notification { $0.sound = sound }.arguments(for: .unknown)[6][hint] == value)
}

@Test(
  "time-outs are milliseconds that fit",
  arguments: [
    (Duration?.none, Int32(-1)), (.seconds(10), 10_000), (.seconds(0), 0), (.days(400), .max),
  ])
func timeouts(timeout: Duration?, milliseconds: Int32) {
  #expect(notification { $0.timeout = timeout }.arguments(for: .unknown)[7] == .int32(milliseconds))
}

@Test("a note stands below the body")
func notes() {
  var late = notification()
  late.note = "was due 09:00"
  #expect(late.arguments(for: server(["body"]))[4] == .string("a < b & \"c\" > d\nwas due 09:00"))
}

@Test("an app is started by its bus name and the path made from it")
func activation() {
  let call = Application(id: "org.example.My-App").activation(action: "show", response: .vardict([]), token: "t")
  #expect(call.destination == "org.example.My-App")
  #expect(call.path == "/org/example/My_App")
  #expect(call.arguments.signature == "sava{sv}")
  #expect(call.arguments[2]["activation-token"] == .string("t"))
  let plain = Application(id: "org.example.App").activation(action: nil, response: .vardict([]), token: nil)
  #expect(plain.member == "Activate")
  #expect(plain.arguments.signature == "a{sv}")
}
