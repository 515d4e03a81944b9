import LocalPushBus
import LocalPushModel
import LocalPushStore
import LocalPushTestSupport
import LocalPushTime
import LocalPushWire
import Testing

/// What a caller can make grow has an end, and is told it; what was there before goes on.
@MainActor
@Suite("Limits of callers", .serialized)
struct LimitTests {
  private func fill(_ session: DaemonSession, _ write: (Store) throws(StoreError) -> Void) throws {
    let store = try Store(path: session.home.path("state/localpush/messages.db"))
    try store.transaction { () throws(StoreError) in try write(store) }
  }

  /// Why a call is refused as one too many; nil when it is not.
  private func limit(_ session: DaemonSession, _ member: String, _ arguments: BusValue...) throws -> String? {
    do throws(BusError) {
      _ = try session.client.ask(
        MethodCall(
          destination: Contract.busName, path: Contract.path, interface: Contract.interface, member: member,
          arguments: arguments))
      return nil
    } catch {
      #expect(error.name == Contract.ErrorName.limitExceeded, "\(error)")
      return error.message
    }
  }

  @Test("one app more than may have a badge")
  func badges() throws {
    let session = try DaemonSession()
    session.end()
    try fill(session) { store throws(StoreError) in
      for number in 0..<Limits.apps { try store.setBadge(app: "org.example.App\(number)", to: 1) }
    }
    try session.start()
    #expect(try limit(session, "SetBadge", "org.example.Other", "1") == "1000 apps have a badge, which is the limit")
    #expect(try limit(session, "SetBadge", "org.example.App7", "+1") == nil)
    #expect(try limit(session, "SetBadge", "org.example.App8", "0") == nil)
    #expect(try limit(session, "SetBadge", "org.example.Other", "1") == nil)
  }

  @Test("one app more than may be switched off")
  func switches() throws {
    let session = try DaemonSession()
    session.end()
    try fill(session) { store throws(StoreError) in
      for number in 0..<Limits.apps { try store.setSwitch(app: "org.example.App\(number)", isOn: false) }
    }
    try session.start()
    let reason = try limit(session, "SetEnabled", "org.example.Other", .boolean(false))
    #expect(reason == "1000 apps are switched off, which is the limit")
    #expect(try limit(session, "SetEnabled", "org.example.App7", .boolean(true)) == nil)
    #expect(try limit(session, "SetEnabled", "org.example.Other", .boolean(false)) == nil)
  }

  @Test("one answer by a program more than an app leaves untaken, and users can still press")
  func responses() throws {
    let session = try DaemonSession()
    let server = try FakeNotificationServer(bus: session.bus)
    let buttons: [(String, BusValue)] = [("title", "M"), ("in", "0s"), ("action.view", "View")]
    try session.schedule([("id", "m")] + buttons)
    #expect(serve { server.received.count == 1 })
    #expect(serveRepeatedly { (try? session.states()["m"]) == "shown" })
    session.end()
    try fill(session) { store throws(StoreError) in
      let shown = try store.history(app: "org.example.App", id: "m", atMost: 1)[0]
      for _ in 0..<Limits.responsesPerApp {
        _ = try store.insertResponse(
          to: shown, action: "view", text: nil, activationToken: nil, handler: nil, at: shown.occurrence.due)
      }
    }
    try session.start()
    try session.schedule([("id", "n")] + buttons)
    #expect(serve { server.received.count == 2 })
    let reason = try limit(session, "Respond", "org.example.App", "n", "view", "")
    #expect(reason == "nobody has taken the last 10000 responses to this app")
    try server.press("view", of: 2)
    #expect(serveRepeatedly { (try? session.states()["n"]) == "answered" })

    try session.schedule([("id", "o")] + buttons)
    #expect(serveRepeatedly { (try? session.states()["o"]) == "shown" })
    #expect(try limit(session, "Acknowledge", "org.example.App", .uint64(2)) == nil)
    #expect(try limit(session, "Respond", "org.example.App", "o", "view", "") == nil)
    #expect(try session.states()["o"] == "answered")
  }

  @Test("one id more than a call may name")
  func ids() throws {
    let session = try DaemonSession()
    let ids = BusValue.strings((0...Limits.idsPerCall).map { "\($0)" })
    #expect(
      try limit(session, "Cancel", "org.example.App", ids) == "400001 ids are more than 400000 in one call")
  }
}
