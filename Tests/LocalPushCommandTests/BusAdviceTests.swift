import LocalPushBus
import LocalPushIntake
import Testing

@testable import LocalPushCommand

/// Where the command is run, and words of the next step.
private struct Place: CustomTestStringConvertible {
  let testDescription: String
  var variables: [String: String] = [:]
  var userID: UInt32 = 1000
  var hasBus = false
  let words: [String]
}

private let places = [
  Place(
    testDescription: "a crontab", hasBus: true,
    words: ["set XDG_RUNTIME_DIR=/run/user/1000", "in a crontab, this is a line of its own"]),
  Place(testDescription: "a crontab without a session", words: ["logged in at the desktop", "/run/user/1000"]),
  Place(
    testDescription: "ssh without a session", variables: ["SSH_CONNECTION": "a", "XDG_RUNTIME_DIR": "/run/user/1000"],
    words: ["log in at its desktop first"]),
  Place(
    testDescription: "ssh with a session, without its variables", variables: ["SSH_CONNECTION": "a"], hasBus: true,
    words: ["set XDG_RUNTIME_DIR=/run/user/1000"]),
  Place(
    testDescription: "sudo", variables: ["SUDO_USER": "ann"], userID: 0, words: ["without sudo, as ann"]),
  Place(
    testDescription: "a terminal of a session that has ended",
    variables: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/gone"], hasBus: true,
    words: ["unix:path=/gone", "open a new terminal"]),
]

@MainActor
@Suite("Without a session bus")
struct BusAdviceTests {
  @Test("the next step is told, wherever one is", arguments: places)
  fileprivate func nextStep(place: Place) {
    let advice = BusAdvice(
      variable: { place.variables[$0] }, userID: place.userID,
      hasSocket: { place.hasBus && $0 == "/run/user/\(place.userID)/bus" })
    let text = advice.words(for: BusError(name: BusError.Name.noServer, message: "none")).english
    for words in place.words { #expect(text.contains(words), "\(text)") }
  }
}
