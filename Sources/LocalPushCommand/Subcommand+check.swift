internal import CGLib
internal import LocalPushBus
internal import LocalPushIntake
internal import LocalPushModel
internal import LocalPushTime

extension Subcommand {
  static let check = Subcommand(
    name: "check", usage: "[FILE]", summary: localized("Name every fault of a config or feed file, with its line"),
    examples: ["check", "check feed.json"]
  ) { session in
    try session.requireOperands("FILE", optional: 1)
    let files = session.operands.isEmpty ? configFiles() : session.operands
    guard !files.isEmpty else {
      let file = userConfigFolder() + "/messages.conf"
      session.report(
        [("missing", .string(file))],
        line: localized(
          """
          there is no config yet, and none is needed for localpush add; to begin one, write \(file): man 5 \
          localpush.conf has an example
          """
        ))
      return .done
    }
    var isSound = true
    for file in files where !check(file, session) { isSound = false }
    return isSound ? .done : .refused
  }

  /// `localpush` below the folder of `g_get_user_config_dir`.
  private static func userConfigFolder() -> String {
    String(cString: g_get_user_config_dir()) + "/localpush"
  }

  /// The files that the daemon reads: the user's, then those of `g_get_system_config_dirs`.
  private static func configFiles() -> [String] {
    var folders = [userConfigFolder()]
    var place = 0
    while let folder = g_get_system_config_dirs()?[place] {
      folders.append(String(cString: folder) + "/localpush")
      place += 1
    }
    return folders.flatMap { ConfigFolder.files(in: $0) }
  }

  /// Prints what is wrong in one file and how many messages are right; true when nothing is wrong.
  private static func check(_ file: String, _ session: Session) -> Bool {
    do {
      let text = try FileText(path: file, userID: getuid())
      let (messages, faults) =
        try [".json", ".ics"].contains(where: file.hasSuffix) ? readFeed(text, file) : readConfig(text, file)
      let (planned, late) = plan(messages, in: file)
      let all = (faults + late).sorted { $0.line < $1.line }
      for fault in all { report(fault, session) }
      let wrong = all.filter { !$0.isExpired }
      if !session.wantsJSON {
        Output.line("\(file): \(Self.messages(messages.count)), \(Self.faults(wrong.count))")
        Output.table(planned)
      }
      return wrong.isEmpty
    } catch {
      report(error as? Fault ?? Fault(file: file, reason: "\(error)"), session)
      return false
    }
  }

  private static func messages(_ count: Int) -> String {
    localized("\(count) message", "\(count) messages", count: count)
  }

  private static func faults(_ count: Int) -> String {
    localized("\(count) fault", "\(count) faults", count: count)
  }

  private typealias Contents = (messages: [(draft: MessageDraft, line: Int)], faults: [Fault])

  private static func readFeed(_ text: FileText, _ file: String) throws -> Contents {
    let feed =
      try file.hasSuffix(".ics") ? Feed(CalendarFeed(text.bytes, file: file)) : Feed(JSONFeed(text.bytes, file: file))
    return (feed.messages, feed.faults)
  }

  private static func readConfig(_ text: FileText, _ file: String) -> Contents {
    let config = ConfigFile(text, path: file)
    return (config.messages, config.faults + config.feeds.flatMap(faults))
  }

  /// What is wrong in a feed that a config file names.
  private static func faults(of feed: ConfigFile.Feed) -> [Fault] {
    guard case .path(let written) = feed.place else { return [] }
    let isInHome = written.hasPrefix("~/")
    let path = isInHome ? String(cString: g_get_home_dir()) + written.dropFirst() : written
    do throws(Fault) {
      let text = try FileText(path: path, userID: getuid())
      return try Feed(text.bytes, file: path, allowedSchemes: feed.allowedSchemes).faults
    } catch {
      return [error]
    }
  }

  private static let shownMoments = 3

  /// Reads the times against the clock and the zone of this moment: the first moments of each message, or its fault.
  private static func plan(
    _ messages: [(draft: MessageDraft, line: Int)], in file: String
  ) -> (planned: [[String]], faults: [Fault]) {
    let now = Instant(microseconds: Session.now())
    let zone = Zone.system()
    var planned: [[String]] = []
    var faults: [Fault] = []
    for (draft, line) in messages {
      do throws(MessageFault) {
        let trigger = try draft.message(source: "check", at: now, in: zone).trigger
        let moments = trigger.first(shownMoments, after: now, in: zone).map { $0.instant.text(in: zone) }
        planned.append(["  \(draft.key)", moments.joined(separator: ", ")])
        planned += trigger.warnings.map { ["", localized("note: \($0)")] }
      } catch {
        faults.append(
          Fault(
            file: file, line: line, item: draft.key.description, key: error.key, reason: error.reason,
            isExpired: error.isExpired))
      }
    }
    return (planned, faults)
  }

  private static func report(_ fault: Fault, _ session: Session) {
    guard session.wantsJSON else { return Output.line(fault.description) }
    Output.json(
      .vardict([
        ("file", .string(fault.file)), ("line", .int64(Int64(fault.line))), ("item", .string(fault.item ?? "")),
        ("key", .string(fault.key ?? "")), ("reason", .string(fault.reason)),
      ]))
  }
}
