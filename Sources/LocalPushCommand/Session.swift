internal import CGLib
internal import LocalPushBus
internal import LocalPushIntake
internal import LocalPushModel
internal import LocalPushWire

/// One run of a subcommand: what was typed, and the way to the daemon.
final class Session {
  let options: Options
  private var connected: DaemonClient?

  init(options: Options) {
    self.options = options
  }

  var operands: [String] { options.operands }
  var wantsJSON: Bool { options.has("json") }

  /// The app of a change: the one that is named, else the command's own.
  var app: String { options.text("app") ?? MessageKey.ownApp }

  /// The app of a question: the one that is named, else all.
  var appOrAll: String { options.text("app") ?? "" }

  /// Checks how many operands there are, and names the one that is missing or too many.
  func requireOperands(_ names: String..., optional: Int = 0) throws(UsageError) {
    if operands.count < names.count - optional {
      throw UsageError(localized("\(names[operands.count]) is missing"))
    }
    if operands.count > names.count {
      throw UsageError(localized("'\(operands[names.count].forDisplay)' is one word too many"))
    }
  }

  /// Tells that something was done: as a JSON object where it is asked for, else as `line`, or not at all.
  func report(_ details: [(String, BusValue)], line: @autoclosure () -> String? = nil) {
    if wantsJSON {
      Output.json(.vardict(details))
    } else if let line = line() {
      Output.line(line)
    }
  }

  /// The clock on the wall, in microseconds since 1970: `g_get_real_time`.
  static func now() -> Int64 { Int64(g_get_real_time()) }

  func client() throws -> DaemonClient {
    if let connected { return connected }
    do {
      let client = try DaemonClient(now: Self.now)
      connected = client
      return client
    } catch {
      throw CommandError(.noDaemon, BusAdvice().words(for: error))
    }
  }

  /// Calls the daemon, which the bus starts if it does not run.
  func call(_ member: String, _ arguments: [BusValue]) throws -> [BusValue] {
    do {
      return try client().call(member, arguments)
    } catch let error as BusError {
      throw CommandError(error)
    }
  }

  /// Calls the daemon once for each of `parts` and hands over the answers in their order; see `DaemonClient`.
  func call(_ member: String, parts: some Sequence<[BusValue]>, answered: ([BusValue]) -> Void) throws {
    do {
      try client().call(member, parts: parts, answered: answered)
    } catch let error as BusError {
      throw CommandError(error)
    }
  }

  /// The entries of a list, however long it is, in order.
  func list(_ name: String, atMost limit: Int = .max) throws -> [BusValue] {
    var items: [BusValue] = []
    var next = BusValue.string("")
    repeat {
      let limit = BusValue.uint32(UInt32(min(1000, limit - items.count)))
      let page = try call("List", [.string(name), .string(appOrAll), .vardict([("limit", limit), ("after", next)])])
      items += page.first?.arrayValue ?? []
      next = page.last ?? ""
    } while next != "" && items.count < limit
    return items
  }

  /// Says on standard error that nobody would show a message now, where that is so.
  func noteMissingServer() {
    guard let client = try? client(), (try? client.isAvailable("org.freedesktop.Notifications")) == false else {
      return
    }
    Output.error(
      localized("nobody shows notifications in this session yet, so messages wait; localpush doctor says what to do"))
  }

  /// The message with this id, nil when there is none or it cannot be asked for.
  func message(_ id: String) -> BusValue? {
    try? call("Get", [.string(app), .string(id)]).first
  }
}

extension CommandError {
  /// Tells a refusal by the daemon from the absence of a daemon.
  init(_ error: BusError) {
    switch error.name {
    case BusError.Name.serviceUnknown, BusError.Name.nameHasNoOwner:
      self.init(
        .noDaemon,
        Phrase(
          """
          the daemon localpushd does not run and the bus cannot start it: make install puts it where the bus finds \
          it, or run localpushd
          """
        ))
    case _ where error.isRecipientGone:
      self.init(
        .noDaemon,
        Phrase("the daemon ended before it answered: localpush list and localpush history tell whether it was done"))
    case BusError.Name.disconnected, BusError.Name.noReply, BusError.Name.noServer:
      self.init(.noDaemon, Phrase("the daemon cannot be reached: \(error.message)"))
    case _ where error.name.hasPrefix("org.freedesktop.DBus.Error.Spawn."):
      self.init(
        .noDaemon,
        Phrase("the bus cannot start the daemon: \(error.message): run localpushd in a terminal to see why"))
    default: self.init(.refused, Phrase(untranslated: error.message))
    }
  }
}
