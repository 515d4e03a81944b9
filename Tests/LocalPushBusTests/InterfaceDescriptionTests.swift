import Testing

@testable import LocalPushBus

struct InterfaceDescriptionTests {
  @Test func `An interface is read with everything in it`() throws {
    let interface = try InterfaceDescription(xml: TestObject.xml)
    #expect(interface.name == TestObject.interface)
    #expect(interface.methods.map(\.name) == ["Echo", "Sum", "Fail", "Later"])
    let sum = try #require(interface.method("Sum"))
    #expect(sum.inputs == [.init(name: "a", type: "i"), .init(name: nil, type: "i")])
    #expect(sum.outputs == [.init(name: "sum", type: "x")])
    #expect(sum.annotations == ["org.freedesktop.DBus.Deprecated": "<true> & \"more\""])
    #expect(interface.signal("Changed")?.arguments == [.init(name: "what", type: "s")])
    #expect(interface.property("Level")?.access == .readWrite)
    #expect(interface.property("Name")?.annotations.count == 1)
    #expect(interface.property("Secret")?.access == .write)
    #expect(interface.method("Missing") == nil)
    #expect(interface.annotations.isEmpty)
  }

  @Test func `What is printed reads back as the same`() throws {
    let interface = try InterfaceDescription(xml: TestObject.xml)
    #expect(try InterfaceDescription(xml: "<node>\(interface.xml)</node>") == interface)
  }

  @Test func `A document may hold several interfaces, and nodes in nodes`() throws {
    let xml = "<node><interface name='a.b'/><node name='x'><interface name='a.c'/></node></node>"
    #expect(try InterfaceDescription.all(xml: xml).map(\.name) == ["a.b", "a.c"])
    #expect(throws: InterfaceError.self) { try InterfaceDescription(xml: xml) }
    #expect(throws: InterfaceError.self) { try InterfaceDescription(xml: "<node/>") }
  }

  @Test(arguments: [
    "", "<node>", "<node></nod>", "<node><interface/></node>", "<node><interface name='a'/></node>",
    "<interface name='a.b'><method name='a.b'/></interface>", "<interface name='a.b'><method/></interface>",
    "<interface name='a.b'><method name='M'><arg type='ii'/></method></interface>",
    "<interface name='a.b'><method name='M'><arg/></method></interface>",
    "<interface name='a.b'><method name='M'><arg type='i' direction='up'/></method></interface>",
    "<interface name='a.b'><property name='P' type='i'/></interface>",
    "<interface name='a.b'><property name='P' type='i' access='all'/></interface>",
    "<interface name='a.b'><property name='P' type='' access='read'/></interface>",
    "<interface name='a.b'><annotation name='x'/></interface>", "<interface name='a.b'>&nothing;</interface>",
    "<interface name='a.b\0'/>",
  ])
  func `What is no interface is refused in words`(_ xml: String) {
    #expect {
      try InterfaceDescription(xml: xml)
    } throws: {
      !"\($0)".isEmpty && $0 is InterfaceError
    }
  }
}
