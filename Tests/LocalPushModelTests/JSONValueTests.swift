import LocalPushModel
import Testing

@Test(
  "a JSON text comes back value for value",
  arguments: [
    #"{"flag":true,"n":1,"f":1.0,"big":9007199254740993,"x":null}"#, #"[1,1.0,-0.0,true,false,null,"1"]"#,
    #"{"文":"喝水","e":{"a":[]}}"#, #""tab\tand\nline \"quoted\" \\ \u0001""#, "-9223372036854775808", "1e+300",
  ])
func jsonRoundTrip(text: String) throws {
  let value = try JSONValue(parsing: text)
  #expect(value.description == text)
  #expect(try JSONValue(parsing: value.description) == value)
}

@Test("true is not 1, 1 is not 1.0, null is not absent")
func kindsStayApart() throws {
  #expect(try JSONValue(parsing: "true") != JSONValue(parsing: "1"))
  #expect(try JSONValue(parsing: "1") != JSONValue(parsing: "1.0"))
  let object = try #require(try JSONValue(parsing: #"{"x":null}"#).object)
  #expect(object["x"] == .null)
  #expect(object["y"] == nil)
}

@Test("names in two normal forms are two names")
func namesAreBytes() throws {
  let object = try #require(try JSONValue(parsing: "{\"\u{E9}\":1,\"e\u{301}\":2}").object)
  #expect(object.members.count == 2)
  #expect(object["e\u{301}"] == .integer(2))
}

@Test(
  "what is not JSON is refused with its line",
  arguments: [
    "", "{", "{\"a\":1,}", "{\"a\":1,\"a\":2}", "\"\\ud800\"", "1e400", "\"\u{1}\"", "[1,\n2,\nx]",
    String(repeating: "[", count: 40) + String(repeating: "]", count: 40),
  ])
func notJSON(text: String) {
  #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
}

@Test("bytes that are not UTF-8 are refused")
func badBytes() {
  #expect(throws: JSONError.self) { try JSONValue(parsing: [0x22, 0x4E, 0xFF, 0x22] as [UInt8]) }
}

@Test("members are equal in any order")
func orderDoesNotMatter() throws {
  #expect(try JSONValue(parsing: #"{"a":1,"b":2}"#) == JSONValue(parsing: #"{"b":2,"a":1}"#))
}
