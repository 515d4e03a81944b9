import LocalPushIntake
import LocalPushModel
import LocalPushTime
import Testing

private func read(_ text: String, isOwn: Bool = true) -> ConfigFile {
  read(Array(text.utf8), isOwn: isOwn)
}

private func read(_ bytes: [UInt8], isOwn: Bool = true) -> ConfigFile {
  ConfigFile(FileText(bytes: bytes, isOwn: isOwn), path: "messages.conf")
}

@Test("every key of a message is read")
func everyKey() throws {
  let file = read(
    """
    # reminders
    [settings]
    enabled=true
    missed-limit=24h
    summary-above=3
    quiet-catch-up=22:00-07:00

    [message drink-water]
    title=Drink water
    body=A glass\\nis enough.
    at=2026-12-01 09:00:00
    repeat=hour
    zone=Asia/Shanghai
    until=2027-01-01
    missed=latest
    missed-limit=2h
    app=org.example.Feed
    icon=clock
    image=/tmp/a.png
    sound=bell
    urgency=low
    category=im.received
    group=water
    timeout=10s
    badge=+1
    actions=view;later
    action.view=View
    action.later=Later
    on.view=open:https://example.org/inbox
    on.later=snooze:10m
    on.default=command:/usr/bin/printf '%s two words' {value}
    user-info.type=3
    user-info={"any": ["json", 1, true, null]}
    exdate=2026-12-01 10:00;2026-12-01 11:00
    """)
  #expect(file.faults == [])
  #expect(file.settings?.missedLimit == .hours(24))
  #expect(file.settings?.summaryAbove == 3)
  let draft = try #require(file.messages.first?.draft)
  #expect(draft.key == MessageKey(app: "org.example.Feed", id: "drink-water"))
  let content = try draft.content()
  #expect(content.body == "A glass\nis enough.")
  #expect(content.actions.map(\.key) == ["view", "later"])
  #expect(content.handler(for: "default") == .command(["/usr/bin/printf", "%s two words", "{value}"]))
  #expect(content.userInfo.description == #"{"type":"3","any":["json",1,true,null]}"#)
  #expect(content.timeout == .seconds(10))
}

@Test(
  "faults are named with line, item and key, and cost only their own message",
  arguments: [
    ("[message bad]\ntitle=Bad\nat=2026-02-30 09:00\n", 6, "at"),
    ("[message bad]\ntitle=Bad\nat=09:00\nzone=Europe/Atlantis\n", 7, "zone"),
    ("[message bad]\ntitle=Bad\nat=09:00\ncolour=red\n", 7, "colour"),
    ("[message bad]\nat=09:00\n", 4, "title"),
    ("[message bad]\ntitle=Bad\n", 4, "at"),
    ("[message bad]\ntitle=Bad\ntitle=Worse\nat=09:00\n", 6, "title"),
    ("[message bad]\ntitle=Bad\nthis is no line\nat=09:00\n", 6, nil),
    ("[message bad]\ntitle=Bad\nat=09:00\nbadge=lots\n", 7, "badge"),
    ("[message bad]\ntitle=Bad \\q escape\nat=09:00\n", 5, "title"),
  ])
func faultsAreNamed(text: String, line: Int, key: String?) {
  let file = read("[message good]\ntitle=Good\nat=09:00\n" + text)
  #expect(file.messages.map(\.draft.key.id) == ["good"])
  #expect(file.faults.map(\.line) == [line], "\(file.faults)")
  #expect(file.faults.first?.key == key)
  #expect(file.faulty == [MessageKey(app: MessageKey.ownApp, id: "bad")])
  #expect(file.isWhole)
}

@Test(
  "what cannot be told to be a message keeps the file from being whole",
  arguments: [
    "[mesage tea]\ntitle=Tea\n", "title=before any group\n", "[message tea\ntitle=Tea\n",
    "[message good]\ntitle=Again\n",
    "[settings extra]\nenabled=true\n",
  ])
func notWhole(text: String) {
  let file = read(text + "[message good]\ntitle=Good\nat=09:00\n")
  #expect(!file.isWhole)
  #expect(!file.faults.isEmpty)
}

@Test("bytes that are not UTF-8 and NUL cost their own message")
func badBytes() {
  for bad in [[0x4E, 0xFF], [0x00], [0xED, 0xA0, 0x80], [0xC0, 0x80]] as [[UInt8]] {
    let bytes =
      Array("[message bad]\nat=09:00\ntitle=".utf8) + bad + Array("\n[message good]\ntitle=G\nat=09:00\n".utf8)
    let file = read(bytes)
    #expect(file.messages.map(\.draft.key.id) == ["good"])
    #expect(file.faults.map(\.line) == [3])
  }
}

@Test("a body of a megabyte is refused by name")
func hugeBody() {
  let file = read("[message bad]\ntitle=T\nat=09:00\nbody=\(String(repeating: "x", count: 1_000_000))\n")
  #expect(file.faults.map(\.key) == ["body"])
}

@Test("line ends of DOS and a byte order mark are understood")
func lineEnds() {
  let file = read(Array("\u{FEFF}[message m]\r\ntitle=T\r\nat=09:00\r\n".utf8))
  #expect(file.faults == [])
  #expect(file.messages.first?.draft[.title] == "T")
}

@Test("commands are taken only from a file of one's own", arguments: [true, false])
func commands(isOwn: Bool) {
  let file = read("[message m]\ntitle=T\nat=09:00\non.default=command:true\n", isOwn: isOwn)
  #expect(file.messages.count == (isOwn ? 1 : 0))
  #expect(file.faults.map(\.key) == (isOwn ? [] : ["on.default"]))
}

@Test(
  "commands with broken quoting or no program are refused", arguments: ["command:echo 'a", "command:", "command:''"])
func brokenCommands(handler: String) {
  let file = read("[message m]\ntitle=T\nat=09:00\non.default=\(handler)\n")
  #expect(file.faults.map(\.key) == ["on.default"])
}

@Test(
  "settings are checked key by key",
  arguments: [
    "enabled=maybe", "missed-limit=x", "summary-above=-1", "quiet-catch-up=22:00", "volume=11",
  ])
func settings(line: String) {
  let file = read("[settings]\n\(line)\n")
  #expect(file.faults.map(\.line) == [2])
}

@Test("a feed group names its file and what its messages may open")
func feeds() {
  let file = read("[feed work]\npath=~/feeds/work.json\nallow-open=https;mailto\n")
  #expect(file.faults == [])
  #expect(file.feeds.map(\.name) == ["work"])
  #expect(file.feeds.first?.place == .path("~/feeds/work.json"))
  #expect(file.feeds.first?.allowedSchemes == ["https", "mailto"])
}

@Test("a feed group may name an address, and how often it is asked for")
func networkFeeds() throws {
  let url = try FeedURL(parsing: "https://e.org/f.json")
  let file = read("[feed a]\nurl=https://e.org/f.json\n[feed b]\nurl=https://e.org/f.json\nrefresh=15m\n")
  #expect(file.faults == [])
  #expect(file.feeds.map(\.place) == [.url(url, refresh: .hours(1)), .url(url, refresh: .minutes(15))])
}

@Test(
  "what is wrong with a feed is named, and the feed is known to be there",
  arguments: [
    ("path=relative.json", "path"), ("url=http://e.org/f.json", "url"), ("refresh=15m", "path"),
    ("path=/a\nrefresh=15m", "refresh"), ("path=/a\nurl=https://e.org/", "url"),
    ("url=https://e.org/\nrefresh=1s", "refresh"),
    ("url=https://e.org/\nrefresh=often", "refresh"), ("allow-open=https", "path"), ("path=/a\ncolour=red", "colour"),
  ])
func wrongFeeds(lines: String, key: String) {
  let file = read("[feed work]\n\(lines)\n")
  #expect(file.faults.map(\.key) == [key])
  #expect(file.feeds == [])
  #expect(file.faultyFeeds == ["work"])
}

@Test("an empty file is whole and says nothing")
func empty() {
  let file = read("")
  #expect(file.faults == [] && file.messages.isEmpty && file.isWhole)
}
