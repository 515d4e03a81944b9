internal import CGLib
internal import LocalPushBus
internal import LocalPushIntake
internal import LocalPushModel
internal import LocalPushWire

extension Subcommand {
  static let importing = Subcommand(
    name: "import", usage: "FILE|-", summary: "Take over the messages of a JSON feed",
    options: [
      .text("format", "FORMAT", "json (the default)"),
      .text("source", "NAME", "Name of the feed; the path of the file without it"),
      .flag("sync", "Cancel messages of this source that are not in the file any more"),
      .texts("allow-open", "SCHEME", "Let a press open URLs of this scheme, such as https"),
    ]
  ) { session in
    try session.requireOperands(1...1, "the FILE")
    if let format = session.options.text("format"), format != "json" {
      throw UsageError("--format: '\(format.forDisplay)' cannot be read yet; json can")
    }
    let file = session.operands[0]
    let text = try file == "-" ? FileText.standardInput() : FileText(path: file, userID: getuid())
    let schemes = Set(session.options.texts("allow-open").map { $0.lowercased() })
    let feed = try JSONFeed(text.bytes, file: file, app: session.options.text("app"), allowedSchemes: schemes)
    return try ImportReport(feed, of: file, session).finish()
  }
}

/// Hands a feed to the daemon and tells what became of it.
private struct ImportReport {
  private var counts: [String: Int] = [:]
  private let session: Session

  init(_ feed: JSONFeed, of file: String, _ session: Session) throws {
    self.session = session
    let results = try Self.schedule(feed, source: Self.source(of: file, session), session)
    counts["refused"] = feed.faults.count
    for fault in feed.faults {
      Output.error("import: \(fault)")
      if session.wantsJSON { Output.json(.vardict([("status", "refused"), ("reason", .string(fault.description))])) }
    }
    for result in results { take(result, feed: feed, file: file) }
  }

  private static func source(of file: String, _ session: Session) -> String {
    if let name = session.options.text("source") { return "feed:\(name)" }
    guard file != "-", let path = g_canonicalize_filename(file, nil) else { return "feed:-" }
    defer { g_free(path) }
    return "feed:\(String(cString: path))"
  }

  private static func schedule(_ feed: JSONFeed, source: String, _ session: Session) throws -> [BusValue] {
    let messages = feed.messages.map { message in
      BusValue.vardict(message.draft.wire.filter { $0.0 != "app" })
    }
    let options = BusValue.vardict([
      ("source", .string(source)), ("mode", session.options.has("sync") ? "source" : "list"),
      ("keep", .strings(feed.faulty.map(\.id))),
    ])
    return try session.call("Schedule", [.string(session.app), .vardicts(messages), options]).first?.arrayValue ?? []
  }

  private mutating func take(_ result: BusValue, feed: JSONFeed, file: String) {
    let status = result["status"]?.stringValue ?? ""
    let ids = result["ids"]?.stringsValue
    counts[status, default: 0] += ids?.count ?? 1
    if session.wantsJSON { return Output.json(result) }
    guard status == "refused" || status == "expired", let id = result["id"]?.stringValue else { return }
    let line = feed.messages.first { $0.draft[.id]?.isSameBytes(as: id) ?? false }?.line ?? 0
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
