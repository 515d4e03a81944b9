import LocalPushIntake
import LocalPushModel
import Testing

private func read(_ text: String, app: String? = nil) throws(Fault) -> MessageDraft {
  try APNsPayload(Array(text.utf8), file: "push.apns", id: "m", app: app).draft
}

@Test("a payload is a message that is due at once, and what stands beside aps is its userInfo")
func payload() throws {
  let draft = try read(
    #"""
    {"Simulator Target Bundle": "org.example.App",
     "aps": {"alert": {"title": "T", "subtitle": "S", "body": "B"}, "badge": 3, "sound": "bell", "thread-id": "g",
             "interruption-level": "time-sensitive", "content-available": 1},
     "type": 3, "value": "https://example.org", "nothing": null}
    """#)
  let content = try draft.content()
  #expect(draft.key == MessageKey(app: "org.example.App", id: "m"))
  #expect(draft[.in] == "0s")
  #expect(content.title == "T" && content.body == "S\nB")
  #expect(content.badge == .set(3) && content.sound == "bell" && content.group == "g" && content.urgency == .critical)
  #expect(content.userInfo.description == #"{"type":3,"value":"https://example.org","nothing":null}"#)
}

@Test("an alert may be a text, and the app that is asked for wins")
func plainAlert() throws {
  let draft = try read(
    #"{"aps":{"alert":"Hello"},"Simulator Target Bundle":"org.example.App"}"#, app: "org.example.Other")
  #expect(draft.key.app == "org.example.Other")
  #expect(try draft.content().title == "Hello")
}

@Test(
  "what is no payload is refused by name",
  arguments: [
    ("{}", "aps"), (#"{"aps":[]}"#, "aps"), (#"{"aps":{}}"#, "title"), (#"{"aps":{"alert":5}}"#, "aps.alert"),
    (#"{"aps":{"alert":"x","badge":"3"}}"#, "aps.badge"), (#"{"aps":{"alert":{"loc-key":"K"}}}"#, "aps.alert.loc-key"),
    (#"{"aps":{"alert":"x","interruption-level":"loud"}}"#, "aps.interruption-level"), ("[1]", nil), ("{", nil),
    ("{\"aps\":{\"alert\":\"" + String(repeating: "x", count: 5000) + "\"}}", nil),
  ])
func notAPayload(text: String, key: String?) {
  let fault = #expect(throws: Fault.self) { try read(text) }
  #expect(fault?.key == key, "\(String(describing: fault))")
}
