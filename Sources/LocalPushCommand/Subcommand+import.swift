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

/// What a file holds for the daemon, whatever its format; the items of a JSON feed are read as they are asked for.
private final class ImportedItems {
  let app: String
  /// A feed whose items are read one after the other.
  private var json: JSONFeed?
  /// What a file of another format says.
  private let other: Feed?
  private var handedOver = 0

  init(reading bytes: [UInt8], as format: ImportFormat, file: String, _ session: Session) throws {
    let app = session.options.text("app")
    let schemes = Set(session.options.texts("allow-open").map { $0.lowercased() })
    switch format {
    case .json:
      json = try JSONFeed(findingItemsIn: bytes, file: file, app: app, allowedSchemes: schemes)
      (self.app, other) = (session.app, nil)
    case .ics:
      other = Feed(try CalendarFeed(bytes, file: file, app: app, allowedSchemes: schemes))
      self.app = session.app
    case .apns:
      let payload = try APNsPayload(bytes, file: file, id: Contract.newID(), app: app)
      (self.app, other) = (payload.draft.key.app, Feed(payload))
    }
  }

  /// How many items there are, read or not; of a feed also those at fault.
  var count: Int { json?.itemCount ?? other?.messages.count ?? 0 }
  /// The messages that were read so far.
  var messages: [(draft: MessageDraft, line: Int)] { json?.messages ?? other?.messages ?? [] }
  var faults: [Fault] { json?.faults ?? other?.faults ?? [] }
  /// Ids of messages whose item could not be read.
  var faulty: [String] { (json?.faulty ?? other?.faulty ?? []).map(\.id) }
  /// Ids of messages that the file calls off.
  var withdrawn: [String] { other?.withdrawn.map(\.id) ?? [] }
  /// False when messages may be missing although the file has them.
  var isWhole: Bool { other?.isWhole ?? true }
  /// Whether all of it was handed over.
  var isAtEnd: Bool { handedOver == messages.count && json?.isRead ?? true }

  /// Reads and hands over the next messages.
  func next(atMost limit: Int) -> [MessageDraft] {
    json?.readItems(atMost: limit)
    let part = messages[handedOver...].prefix(limit)
    handedOver += part.count
    return part.map(\.draft)
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
  private static let partOfList = 500

  private static func schedule(_ items: ImportedItems, source: String, _ session: Session) throws -> [BusValue] {
    let isWhole = session.options.has("sync") && items.isWhole
    var isFirst = true
    // also without a message there is something to say: what the file calls off
    let parts = AnyIterator { () -> [BusValue]? in
      guard isFirst || !items.isAtEnd else { return nil }
      isFirst = false
      let messages = items.next(atMost: isWhole ? .max : partOfList).map(wire)
      return [.string(items.app), .vardicts(messages), options(items, source: source, isWhole: isWhole)]
    }
    let progress = ProgressLine()
    defer { progress.end() }
    var results: [BusValue] = []
    func tell() {
      guard items.count > partOfList, results.count < items.count else { return }
      progress.show(localized("import: \(results.count) of \(items.count) messages"))
    }
    tell()
    try session.call("Schedule", parts: parts) { answer in
      results += answer.first?.arrayValue ?? []
      tell()
    }
    return results
  }

  private static func options(_ items: ImportedItems, source: String, isWhole: Bool) -> BusValue {
    .vardict([
      ("source", .string(source)), ("mode", isWhole ? "source" : "list"),
      ("keep", .strings(isWhole ? items.faulty : [])), ("withdraw", .strings(items.withdrawn)),
    ])
  }

  /// The message as `Schedule` takes it: the app is an argument of its own.
  private static func wire(_ draft: MessageDraft) -> BusValue { .vardict(draft.wire.filter { $0.0 != "app" }) }

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
