import LocalPushBus
import LocalPushTestSupport
import LocalPushWire

/// A daemon that does what a test tells it.
@MainActor
final class FakeService {
  /// The members that were called and are not answered yet.
  private(set) var waiting: [Invocation] = []
  private(set) var called: [String] = []
  /// The arguments of each of them.
  private(set) var arguments: [[BusValue]] = []
  /// What calls of a member are answered with at once; the others wait.
  var answers: [String: [BusValue]] = [:]

  private var connection: BusConnection?
  private var export: Export?

  /// Takes the name, or waits for it in line behind its owner.
  init(on bus: PrivateBus) throws {
    let connection = try bus.connect()
    self.connection = connection
    export = try connection.export(
      InterfaceDescription(xml: Contract.xml), at: Contract.path, object: Front(service: self))
    _ = try connection.requestName(Contract.busName, [])
  }

  /// Vanishes from the bus without a word.
  func crash() {
    connection = nil
    (export, waiting) = (nil, [])
  }

  func answerWaiting(_ values: [BusValue]) {
    let answered = waiting
    waiting = []
    for invocation in answered { invocation.reply(values) }
  }

  func emit(_ signal: String, _ arguments: [BusValue]) throws {
    try export?.emit(signal, arguments)
  }

  /// An export keeps its object, which shall not keep the service.
  @MainActor
  private final class Front: @MainActor BusObject {
    private weak let service: FakeService?

    init(service: FakeService) {
      self.service = service
    }

    func handle(method: String, arguments: [BusValue], invocation: Invocation) {
      service?.handle(method, arguments, invocation)
    }
  }

  private func handle(_ method: String, _ arguments: [BusValue], _ invocation: Invocation) {
    called.append(method)
    self.arguments.append(arguments)
    if let answer = answers[method] {
      invocation.reply(answer)
    } else {
      waiting.append(invocation)
    }
  }
}
