import LocalPushModel
import LocalPushTime
import Testing

@Test(
  "handlers parse and print back",
  arguments: [
    "open:https://example.org/inbox?a=1&b=2", "open:{value}", "activate", "activate:show-inbox", "launch", "snooze:10m",
    "snooze:1h30m", "done", "dismiss",
  ])
func handlerRoundTrip(text: String) throws {
  let handler = try Handler(parsing: text)
  #expect(handler.description == text)
  #expect(try Handler(json: handler.json) == handler)
}

@Test(
  "wrong handlers are refused in words",
  arguments: [
    ("", "is not a handler"), ("open:", "is not a handler"), ("open:inbox", "has no scheme"),
    ("open:javascript:alert(1)", "is not opened"), ("open:https://a b", "has no scheme"), ("snooze:0s", "between"),
    ("snooze:soon", "snooze"), ("run:x", "is not a handler"), ("command:rm -rf /", "config file that you own"),
  ])
func badHandlers(text: String, words: String) {
  let fault = #expect(throws: MessageFault.self) { try Handler(parsing: text) }
  #expect(fault?.reason.contains(words) == true, "\(fault?.reason ?? "")")
}

@Test("a command keeps its arguments apart")
func commandArguments() throws {
  let handler = Handler.command(["printf", "%s\n", "two words", "{value}"])
  #expect(try Handler(json: handler.json) == handler)
}

@Test(
  "{key} stands for a value of userInfo, in its place",
  arguments: [
    ("{value}", "https://e.org"), ("a{n}b{flag}", "a1btrue"), ("{unknown}", "{unknown}"), ("{", "{"), ("x{y", "x{y"),
    ("{}", "{}"), ("{value}{value}", "https://e.orghttps://e.org"),
  ])
func placeholders(text: String, filled: String) throws {
  let userInfo = JSONObject([("value", .string("https://e.org")), ("n", .integer(1)), ("flag", .boolean(true))])
  #expect(text.filled(from: userInfo) == filled)
}

@Test("badges", arguments: [("3", Int64(5), Int64(3)), ("+1", 5, 6), ("-1", 5, 4), ("-9", 5, 0), ("0", 5, 0)])
func badgeChanges(text: String, before: Int64, after: Int64) throws {
  let change = try BadgeChange(parsing: text)
  #expect(change.applied(to: before) == after)
  #expect(change.description == text)
}

@Test(
  "what is no badge is refused",
  arguments: ["", "x", "1.5", "99999999999", "+", "-9223372036854775808", "9223372036854775807"])
func badBadges(text: String) {
  #expect(throws: MessageFault.self) { try BadgeChange(parsing: text) }
}
