import LocalPushBus
import LocalPushTestSupport
import Testing

struct RoundTripTests {
  nonisolated static let values: [BusValue] = [
    .byte(0), .byte(255), .boolean(false), .boolean(true), .int16(.min), .int16(.max), .uint16(.max), .int32(.min),
    .int32(.max), .uint32(.max), .int64(.min), .int64(.max), .uint64(.max), .double(0.1), .double(-.infinity),
    .double(.leastNonzeroMagnitude), .double(-0.0), .string(""), .string("查看 👩‍👩‍👧 e\u{301}\r\n\u{1}\u{FFFE}"),
    .objectPath("/"), .objectPath("/org/example/Test_1"), .signature(""), .signature("a{s(iv)}v"), .bytes([]),
    .bytes([0, 1, 255]), .array(element: "s", []), .strings(["a", "", "c"]), .array(element: "ay", [.bytes([1])]),
    .array(element: "aa{sv}", [.vardicts([.vardict([("a", "b")])]), .vardicts([])]),
    .array(element: "(xs)", [.structure([.int64(1), "a"]), .structure([.int64(2), ""])]),
    .array(element: "d", [.double(1), .double(2)]), .array(element: "b", [.boolean(true), .boolean(false)]),
    .vardict([]), .vardict([("a", "b"), ("查看", .vardict([("deep", .variant(.byte(1)))])), ("", .null)]),
    .dictionary(key: "u", value: "as", [.init(.uint32(1), .strings(["a"])), .init(.uint32(1), .strings([]))]),
    .dictionary(key: "o", value: "a{sa{sv}}", []),
    .dictionary(key: "y", value: "(yv)", [.init(.byte(1), .structure([.byte(2), .variant("x")]))]),
    .structure([.byte(1), .structure(["a", .double(1.5)]), .strings(["x"])]), .variant("v"),
    .variant(.variant(.variant(.int32(1)))), .null,
  ]

  @Test func `Every value comes back as it was sent`() throws {
    let fixture = try Fixture()
    for value in Self.values { #expect(try fixture.echo(value) == value) }
  }

  @Test func `Not a number comes back as not a number`() throws {
    #expect(try Fixture().echo(.double(.nan))?.doubleValue?.isNaN == true)
  }

  @Test func `Arguments of several types travel together`() throws {
    let fixture = try Fixture()
    #expect(try fixture.ask("Sum", [.int32(40), .int32(2)]) == [.int64(42)])
  }

  @Test func `A megabyte of text and of bytes comes back`() throws {
    let fixture = try Fixture()
    let text = BusValue.string(String(repeating: "查", count: 400_000))
    #expect(try fixture.echo(text) == text)
    let bytes = BusValue.bytes([UInt8](repeating: 7, count: 1 << 20))
    #expect(try fixture.echo(bytes) == bytes)
  }

  @Test func `Values nested as deep as the bus allows come back`() throws {
    let fixture = try Fixture()
    // Echo's own variant is the first of the 64.
    let deep = (0..<63).reduce(BusValue.byte(1)) { value, _ in .variant(value) }
    #expect(try fixture.echo(deep) == deep)
    let arrays = (0..<31).reduce(BusValue.array(element: "s", ["x"])) { value, _ in
      .array(element: value.signature, [value])
    }
    #expect(arrays.signature == String(repeating: "a", count: 32) + "s")
    #expect(try fixture.echo(arrays) == arrays)
    let structures = (0..<31).reduce(BusValue.structure(["x"])) { value, _ in .structure([value]) }
    #expect(try fixture.echo(structures) == structures)
  }
}
