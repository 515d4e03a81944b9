import LocalPushBus
import Testing

struct BusValueTests {
  @Test func `A dictionary is looked up`() {
    #expect(BusValue.vardict([("a", "b")])["a"] == "b")
  }
}
