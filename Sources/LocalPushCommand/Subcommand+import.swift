internal import CGLib
internal import LocalPushBus
internal import LocalPushIntake
internal import LocalPushModel
internal import LocalPushWire

extension Subcommand {
  static let importing = Subcommand(
    name: "import", usage: "FILE|-",
    summary: localized("Take over the messages of a feed or calendar, or show a push payload"),
    options: [
      .text("format", "FORMAT", localized("json (the default), ics or apns; a file that ends in .ics or .apns is one")),
      .text("source", "NAME", localized("Name of the feed; the path of the file without it")),
      .flag("sync", localized("Cancel messages of this source that are not in the file any more")),
      .texts("allow-open", "SCHEME", localized("Let a press open URLs of this scheme, such as https")),
    ],
    examples: [
      "import feed.json --sync", "import calendar.ics", "import push.apns",
      "import - --source work --allow-open https < feed.json",
    ]
  ) { session in
    try session.requireOperands("FILE")
    let file = session.operands[0]
    let name = session.options.text("format") ?? ["apns", "ics"].first { file.hasSuffix(".\($0)") } ?? "json"
    guard let format = ImportFormat(rawValue: name) else {
      throw UsageError(localized("--format: '\(name.forDisplay)' is not json, ics or apns"))
    }
    let text = try file == "-" ? FileText.standardInput() : FileText(path: file, userID: getuid())
    let items = try ImportedItems(reading: text.bytes, as: format, file: file, session)
    return try ImportReport(items, of: file, session).finish()
  }
}

/// What `--format` may say.
private enum ImportFormat: String {
  case json
  case ics
  case apns
}

/// What a file holds for the daemon, whatever its format.
private struct ImportedItems {
  let app: String
  let messages: [(draft: MessageDraft, line: Int)]
  let faults: [Fault]
  /// Ids of messages whose item could not be read.
  let faulty: [String]
  /// Ids of messages that the file calls off.
  let withdrawn: [String]
  /// False when messages may be missing although the file has them.
  let isWhole: Bool

  init(reading bytes: [UInt8], as format: ImportFormat, file: String, _ session: Session) throws {
    let app = session.options.text("app")
    let schemes = Set(session.options.texts("allow-open").map { $0.lowercased() })
    switch format {
    case .json:
      self.init(Feed(try JSONFeed(bytes, file: file, app: app, allowedSchemes: schemes)), app: session.app)
    case .ics:
      self.init(Feed(try CalendarFeed(bytes, file: file, app: app, allowedSchemes: schemes)), app: session.app)
    case .apns:
      self.init(try APNsPayload(bytes, file: file, id: Contract.newID(), app: app))
    }
  }

  private init(_ feed: Feed, app: String) {
    self.app = app
    messages = feed.messages
    faults = feed.faults
    faulty = feed.faulty.map(\.id)
    withdrawn = feed.withdrawn.map(\.id)
    isWhole = feed.isWhole
  }

  private init(_ payload: APNsPayload) {
    app = payload.draft.key.app
    messages = [(payload.draft, 0)]
    (faults, faulty, withdrawn, isWhole) = ([], [], [], true)
  }
}

/// Hands what was read to the daemon and tells what became of it.
private struct ImportReport {
  private var counts: [String: Int] = [:]
  private let session: Session

  init(_ items: ImportedItems, of file: String, _ session: Session) throws {
    self.session = session
    let results = try Self.schedule(items, source: Self.source(of: file, session), session)
    counts["refused"] = items.faults.count
    for fault in items.faults {
      Output.error("import: \(fault)")
      if session.wantsJSON { Output.json(.vardict([("status", "refused"), ("reason", .string(fault.description))])) }
    }
    for result in results { take(result, of: items, file: file) }
  }

  private static func source(of file: String, _ session: Session) -> String {
    if let name = session.options.text("source") { return "feed:\(name)" }
    guard file != "-", let path = g_canonicalize_filename(file, nil) else { return "feed:-" }
    defer { g_free(path) }
    return "feed:\(String(cString: path))"
  }

  /// A list is handed over in parts, so that one can see it go on; a whole source only as a whole.
  private static let partOfList = 1000

  private static func schedule(_ items: ImportedItems, source: String, _ session: Session) throws -> [BusValue] {
    let isWhole = session.options.has("sync") && items.isWhole
    let options = BusValue.vardict([
      ("source", .string(source)), ("mode", isWhole ? "source" : "list"), ("keep", .strings(items.faulty)),
      ("withdraw", .strings(items.withdrawn)),
    ])
    let messages = items.messages.map { message in BusValue.vardict(message.draft.wire.filter { $0.0 != "app" }) }
    let progress = ProgressLine()
    defer { progress.end() }
    var results: [BusValue] = []
    var rest = messages[...]
    repeat {
      if messages.count > partOfList {
        progress.show(localized("import: \(messages.count - rest.count) of \(messages.count) messages"))
      }
      let part = isWhole ? rest : rest.prefix(partOfList)
      let call: [BusValue] = [.string(items.app), .vardicts(Array(part)), options]
      results += try session.call("Schedule", call).first?.arrayValue ?? []
      rest = rest.dropFirst(part.count)
    } while !rest.isEmpty
    return results
  }

  private mutating func take(_ result: BusValue, of items: ImportedItems, file: String) {
    let status = result["status"]?.stringValue ?? ""
    let ids = result["ids"]?.stringsValue
    counts[status, default: 0] += ids?.count ?? 1
    if session.wantsJSON { return Output.json(result) }
    guard status == "refused" || status == "expired", let id = result["id"]?.stringValue else { return }
    let line = items.messages.first { $0.draft[.id]?.isSameBytes(as: id) ?? false }?.line ?? 0
    Output.error("import: \(file):\(line): \(id.forDisplay): \(result["reason"]?.stringValue ?? status)")
  }

  func finish() -> ExitStatus {
    let names = ["added", "updated", "unchanged", "expired", "removed", "refused"]
    let numbers = names.map { counts[$0] ?? 0 }
    if session.wantsJSON {
      Output.json(.vardict(zip(names, numbers).map { ($0, .int64(Int64($1))) }))
    } else {
      Output.line(
        localized(
          """
          \(numbers[0]) added, \(numbers[1]) updated, \(numbers[2]) unchanged, \(numbers[3]) expired, \(numbers[4]) \
          removed, \(numbers[5]) refused
          """
        ))
    }
    return counts["refused"] ?? 0 == 0 ? .done : .refused
  }
}
