import LocalPushBus
import LocalPushLoop
import LocalPushTestSupport
import Testing

@MainActor
@Suite("localpush doctor", .serialized)
struct DoctorTests {
  /// What is found under one name, such as `fault`.
  private func finding(_ check: String, in output: String) -> String? {
    let line = output.split(separator: "\n").first { $0.dropFirst(8).hasPrefix(check + " ") }
    return line.flatMap { $0.split(separator: " ").first.map(String.init) }
  }

  @Test("without a server that is the fault, and it is said what to do")
  func noServer() throws {
    let session = try DaemonSession()
    let result = try session.localpush("doctor")
    #expect(result.status == 1)
    #expect(finding("bus", in: result.output) == "ok")
    #expect(finding("daemon", in: result.output) == "ok")
    #expect(finding("server", in: result.output) == "fault")
    #expect(result.output.contains("install one, such as dunst or mako"))
    #expect(finding("test message", in: result.output) == nil)
  }

  @Test("where all is well it shows a message, and its button is pressed")
  func allWell() throws {
    let session = try DaemonSession()
    for folder in ["data/applications", "config/autostart"] {
      session.home.makeDirectory(folder)
      session.home.write("\(folder)/org.localpush.LocalPush.desktop", "[Desktop Entry]\nExec=localpushd\n")
    }
    let server = try FakeNotificationServer(bus: session.bus)
    let user = Timeout(milliseconds: 20, repeats: true) {
      if server.shown[1] != nil { try? server.press("works", of: 1) }
    }
    let result = try session.localpush("doctor")
    user.cancel()
    #expect(result.status == 0, "\(result.output)")
    for check in ["bus", "daemon", "server", "config", "desktop file", "autostart", "test message"] {
      #expect(finding(check, in: result.output) == "ok", "\(check): \(result.output)")
    }
    #expect(result.output.contains("the press on its button came back"))
    #expect(finding("zone", in: result.output) == "note")  // the tests set TZ
  }

  @Test("what is switched off, hidden or faulty is found")
  func faults() throws {
    let session = try DaemonSession(config: "[settings]\nenabled=false\n[message m]\ntitel=typo\nat=09:00\n")
    session.home.makeDirectory("config/autostart")
    session.home.write("config/autostart/org.localpush.LocalPush.desktop", "[Desktop Entry]\nHidden=true\n")
    let server = try FakeNotificationServer(bus: session.bus)
    server.capabilities = ["body", "inhibitions"]
    server.isInhibited = true
    #expect(serveRepeatedly { (try? session.call("Status").first?["do-not-disturb"]) == .boolean(true) })
    let result = try session.localpush("doctor", "--no-message")
    #expect(result.status == 1)
    #expect(finding("switch", in: result.output) == "fault")
    #expect(finding("config", in: result.output) == "fault")
    #expect(finding("autostart", in: result.output) == "note")
    #expect(finding("buttons", in: result.output) == "note")
    #expect(finding("silence", in: result.output) == "note")
    #expect(server.received.isEmpty)
  }

  @Test("with --json it gives one object per check")
  func json() throws {
    let session = try DaemonSession()
    let result = try session.localpush("doctor", "--json", "--no-message")
    let lines = result.output.split(separator: "\n")
    #expect(lines.count >= 6)
    for line in lines { #expect(line.hasPrefix("{\"check\":") && line.hasSuffix("}"), "\(line)") }
  }
}
