import LocalPushBus
import LocalPushLoop
import LocalPushTestSupport
import LocalPushWire
import Testing

/// A daemon that takes one call and dies over it.
@MainActor
private final class DyingDaemon: @MainActor BusObject {
  private(set) var calls: [String] = []
  private var connection: BusConnection?
  private var export: Export?
  private var kept: Invocation?

  init(on bus: PrivateBus) throws {
    let connection = try bus.connect()
    export = try connection.export(InterfaceDescription(xml: Contract.xml), at: Contract.path, object: self)
    #expect(try connection.requestName(Contract.busName) == .primaryOwner)
    self.connection = connection
  }

  func handle(method: String, arguments: [BusValue], invocation: Invocation) {
    calls.append(method)
    kept = invocation
    later { [weak self] in
      self?.export = nil
      self?.connection = nil
      self?.kept = nil
    }
  }
}

@Suite("Answers that are lost", .serialized)
@MainActor
struct LostAnswerTests {
  @Test(
    "what would be done twice is not asked for twice, and the user is told where to look",
    arguments: [["skip", "m"], ["add", "T", "--in", "10m"], ["badge", "+1", "--app", "org.example.App"]])
  func notAgain(arguments: [String]) throws {
    let session = try DaemonSession(starts: false)
    let daemon = try DyingDaemon(on: session.bus)
    let result = try session.localpush(arguments)
    #expect(daemon.calls.count == 1)
    #expect(result.status == 3)
    #expect(result.errors.contains("the daemon ended before it answered"), "\(result.errors)")
    #expect(result.errors.contains("localpush list and localpush history"))
    #expect(result.output.isEmpty)
  }

  @Test("what changes nothing is asked for once more")
  func again() throws {
    let session = try DaemonSession(starts: false)
    let daemon = try DyingDaemon(on: session.bus)
    let result = try session.localpush("status")
    #expect(daemon.calls == ["Status"])
    // the second call finds nobody, and no bus that could start one
    #expect(result.errors.contains("localpushd does not run"), "\(result.errors)")
  }

  @Test("a list may be handed over twice, a request not")
  func schedules() {
    func call(_ mode: String?) -> [BusValue] {
      ["org.example.App", .vardicts([]), .vardict(mode.map { [("mode", .string($0))] } ?? [])]
    }
    #expect(Contract.bearsRepetition("Schedule", call("list")))
    #expect(Contract.bearsRepetition("Schedule", call("source")))
    #expect(!Contract.bearsRepetition("Schedule", call("request")))
    #expect(!Contract.bearsRepetition("Schedule", call(nil)))
    #expect(!Contract.bearsRepetition("Cancel", []))
  }
}
