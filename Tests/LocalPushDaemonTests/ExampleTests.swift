import Foundation
import LocalPushBus
import LocalPushTestSupport
import Testing

@MainActor
@Suite("The examples in other languages", .serialized)
struct ExampleTests {
  @Test("gdbus schedules a message and lists it")
  func gdbus() throws {
    let session = try DaemonSession()
    let example = try session.run(DaemonSession.root.appending(path: "data/examples/schedule-with-gdbus.sh").path)
    #expect(example.status == 0, "\(example.errors)")
    let lines = example.output.split(separator: "\n")
    #expect(lines.first?.contains("'status': <'added'>") == true)
    #expect(lines.last?.contains("'user-info': <{'pot': <int64 2>, 'soft': <true>}>") == true, "\(example.output)")
    #expect(try session.pending() == ["eggs"])
  }

  private nonisolated static let hasBusctl = FileManager.default.isExecutableFile(atPath: "/usr/bin/busctl")

  @Test(
    "busctl schedules a message and lists it",
    .enabled(if: hasBusctl, "busctl is part of systemd, which this machine does not have"))
  func busctl() throws {
    let session = try DaemonSession()
    let example = try session.run(DaemonSession.root.appending(path: "data/examples/schedule-with-busctl.sh").path)
    #expect(example.status == 0, "\(example.errors)")
    let lines = example.output.split(separator: "\n")
    #expect(lines.first?.contains(#""status" s "added""#) == true)
    #expect(
      lines.last?.contains(
        #""user-info":{"type":"a{sv}","data":{"pot":{"type":"x","data":2},"soft":{"type":"b","data":true}}}"#) == true,
      "\(example.output)")
    #expect(try session.pending() == ["eggs"])
  }

  @Test("Python schedules a message, hears of the press and acknowledges it")
  func python() throws {
    let session = try DaemonSession()
    let server = try FakeNotificationServer(bus: session.bus)
    let path = DaemonSession.root.appending(path: "data/examples/schedule-with-python.py").path
    let example = try session.startProgram("/usr/bin/python3", path, output: "example")
    #expect(serve { !server.shown.isEmpty })
    #expect(serveRepeatedly { session.home.read("example")?.contains("Presented eggs") == true })
    try server.press("view", of: 1)
    #expect(serveRepeatedly { !example.isRunning })
    #expect(session.home.read("example")?.contains("Responded eggs view {'pot': 2, 'soft': True}") == true)
    #expect(try session.call("TakeResponses", ["org.example.Kitchen", .uint64(0)]) == [.vardicts([])])
  }
}
