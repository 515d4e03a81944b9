import LocalPushBus
import Testing

struct BusValueTests {
  @Test(
    arguments: [
      (.byte(1), "y"), (.boolean(true), "b"), (.int16(1), "n"), (.uint16(1), "q"), (.int32(1), "i"), (.uint32(1), "u"),
      (.int64(1), "x"), (.uint64(1), "t"), (.double(1), "d"), (.string(""), "s"), (.objectPath("/"), "o"),
      (.signature(""), "g"), (.bytes([]), "ay"), (.array(element: "a{sv}", []), "aa{sv}"),
      (.dictionary(key: "s", value: "(ii)", []), "a{s(ii)}"), (.structure([.byte(1), .variant("x")]), "(yv)"),
      (.variant(.int32(1)), "v"), (.vardict([]), "a{sv}"), (.strings([]), "as"), (.vardicts([]), "aa{sv}"),
    ] as [(BusValue, String)])
  func `Every value has the signature of its type`(_ value: BusValue, _ signature: String) {
    #expect(value.signature == signature)
  }

  @Test func `A dictionary is looked up by its string keys`() {
    let dictionary = BusValue.vardict([("a", "x"), ("b", true), ("c", 1.5), ("a", "second")])
    #expect(dictionary["a"] == "x")
    #expect(dictionary["b"]?.boolValue == true)
    #expect(dictionary["c"]?.doubleValue == 1.5)
    #expect(dictionary["d"] == nil)
    #expect(BusValue.string("x")["a"] == nil)
    #expect(BusValue.variant(dictionary)["a"] == "x")
    #expect(dictionary.entries?.count == 4)
  }

  @Test(
    arguments: [
      .byte(200), .int16(200), .uint16(200), .int32(200), .uint32(200), .int64(200), .uint64(200),
      .variant(.int32(200)),
    ] as [BusValue])
  func `Every integer type gives its number`(_ value: BusValue) {
    #expect(value.intValue == 200)
    #expect(value.uintValue == 200)
  }

  @Test func `A number that does not fit is none`() {
    #expect(BusValue.uint64(.max).intValue == nil)
    #expect(BusValue.uint64(.max).uintValue == .max)
    #expect(BusValue.int32(-1).uintValue == nil)
    #expect(BusValue.double(1).intValue == nil)
    #expect(BusValue.boolean(true).intValue == nil)
    #expect(BusValue.string("1").intValue == nil)
  }

  @Test func `Values give what is in them, in variants too`() {
    #expect(BusValue.variant(.variant("x")).stringValue == "x")
    #expect(BusValue.objectPath("/a").stringValue == "/a")
    #expect(BusValue.strings(["a", "b"]).stringsValue == ["a", "b"])
    #expect(BusValue.array(element: "i", [.int32(1)]).stringsValue == nil)
    #expect(BusValue.array(element: "i", [.int32(1)]).arrayValue == [.int32(1)])
    #expect(BusValue.bytes([1]).arrayValue == [.byte(1)])
    #expect(BusValue.structure(["a"]).fields == ["a"])
  }

  @Test func `Null is nothing but null`() {
    #expect(BusValue.null.isNull)
    #expect(BusValue.variant(.variant(.null)).isNull)
    #expect(BusValue.vardict([("x", .null)])["x"]?.isNull == true)
    for other: BusValue in ["", .objectPath("/"), .array(element: "v", []), .signature("s"), .boolean(false)] {
      #expect(!other.isNull)
    }
  }
}
