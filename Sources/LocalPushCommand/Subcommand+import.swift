internal import CGLib
internal import LocalPushBus
internal import LocalPushIntake
internal import LocalPushModel
internal import LocalPushWire

extension Subcommand {
  static let importing = Subcommand(
    name: "import", usage: "FILE|-", summary: "Take over the messages of a feed or calendar, or show a push payload",
    options: [
      .text("format", "FORMAT", "json (the default), ics or apns; a file that ends in .ics or .apns is one"),
      .text("source", "NAME", "Name of the feed; the path of the file without it"),
      .flag("sync", "Cancel messages of this source that are not in the file any more"),
      .texts("allow-open", "SCHEME", "Let a press open URLs of this scheme, such as https"),
    ]
  ) { session in
    try session.requireOperands(1...1, "the FILE")
    let file = session.operands[0]
    let name = session.options.text("format") ?? ["apns", "ics"].first { file.hasSuffix(".\($0)") } ?? "json"
    guard let format = ImportFormat(rawValue: name) else {
      throw UsageError("--format: '\(name.forDisplay)' is not json, ics or apns")
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

  private static func schedule(_ items: ImportedItems, source: String, _ session: Session) throws -> [BusValue] {
    let messages = items.messages.map { message in
      BusValue.vardict(message.draft.wire.filter { $0.0 != "app" })
    }
    let options = BusValue.vardict([
      ("source", .string(source)), ("mode", session.options.has("sync") && items.isWhole ? "source" : "list"),
      ("keep", .strings(items.faulty)), ("withdraw", .strings(items.withdrawn)),
    ])
    return try session.call("Schedule", [.string(items.app), .vardicts(messages), options]).first?.arrayValue ?? []
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
    if session.wantsJSON {
      Output.json(.vardict(names.map { ($0, .int64(Int64(counts[$0] ?? 0))) }))
    } else {
      Output.line(names.map { "\(counts[$0] ?? 0) \($0)" }.joined(separator: ", "))
    }
    return counts["refused"] ?? 0 == 0 ? .done : .refused
  }
}
