import LocalPushBus
import LocalPushModel
import LocalPushWire
import Testing

@testable import LocalPush

@Suite("userInfo comes back value for value")
struct UserInfoTests {
  static let values: [UserInfo.Value] = [
    nil, true, false, 0, 1, -1, 1.0, 0.0, 1.5, 1e300, .integer(.max), .integer(.min), "", "true", "文 🙂 \" \\ \n",
    [], [1, 1.0, true, nil, "1"], [:], ["a": ["b": ["c": nil]], "": 0],
  ]

  @Test("over D-Bus and as JSON text", arguments: values)
  func roundTrip(value: UserInfo.Value) throws {
    let userInfo: UserInfo = ["before": 1, "value": value, "after": nil]
    #expect(UserInfo(wire: .variant(BusValue(userInfo.json))) == userInfo)
    let read = try UserInfo(json: userInfo.description)
    #expect(read == userInfo)
    #expect(read.members.map(\.name) == ["before", "value", "after"])
  }

  @Test("true is not 1, 1 is not 1.0, null is not absent")
  func kinds() throws {
    let userInfo = try UserInfo(json: #"{"t": true, "i": 1, "r": 1.0, "n": null, "big": 9223372036854775807}"#)
    #expect(userInfo["t"] == true && userInfo["t"] != 1)
    #expect(userInfo["i"]?.integer == 1 && userInfo["i"] != .real(1))
    #expect(userInfo["r"] == .real(1) && userInfo["r"]?.integer == nil && userInfo["r"]?.number == 1)
    #expect(userInfo["n"]?.isNull == true && userInfo["absent"] == nil)
    #expect(userInfo["big"]?.integer == .max)
  }

  @Test("a value is set, changed in its place and removed; equal objects may have another order")
  func editing() {
    var userInfo: UserInfo = ["a": 1, "b": 2]
    userInfo["a"] = "one"
    userInfo["c"] = nil
    #expect(userInfo.members.map(\.name) == ["a", "b"])
    #expect(userInfo == ["b": 2, "a": "one"])
    userInfo["a"] = nil
    #expect(userInfo == ["b": 2])
    userInfo["b"] = .null
    #expect(userInfo["b"] == .null && !userInfo.isEmpty)
  }

  @Test(
    "what is not a JSON object is refused in words", arguments: ["", "[1]", "{\"a\": 1, \"a\": 2}", "{\"a\": NaN}"])
  func refused(text: String) {
    #expect { try UserInfo(json: text) } throws: { error in
      (error as? NotificationError)?.code == .invalidArgument && "\(error)".hasPrefix("userInfo: ")
    }
  }
}
