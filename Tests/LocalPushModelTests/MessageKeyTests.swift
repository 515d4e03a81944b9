import LocalPushModel
import Testing

@Test("ids in two normal forms are two messages")
func idsAreBytes() {
  let composed = MessageKey(app: "a", id: "\u{E9}")
  let decomposed = MessageKey(app: "a", id: "e\u{301}")
  #expect(composed != decomposed)
  #expect(Set([composed, decomposed]).count == 2)
}

@Test(
  "what cannot be a desktop id is refused",
  arguments: ["", "a/b", "a b", "ä", ".hidden", String(repeating: "a", count: 256)])
func badApps(app: String) {
  #expect(throws: MessageFault.self) { try MessageKey(checkingApp: app, id: "x") }
}

@Test("what cannot be an id is refused", arguments: ["", "a\nb", "\u{7F}", String(repeating: "x", count: 257)])
func badIDs(id: String) {
  #expect(throws: MessageFault.self) { try MessageKey(checkingApp: "org.example.App", id: id) }
}
