public import LocalPushModel
internal import LocalPushTime

/// What one config file says, with a fault for everything in it that cannot be taken.
public struct ConfigFile: Sendable {
  /// A `[feed NAME]` group: a JSON feed that is kept in step with its source.
  public struct Feed: Hashable, Sendable {
    public let name: String
    /// As written: absolute, or below the home folder with `~/`.
    public let path: String
    /// URL schemes that its messages may open.
    public let allowedSchemes: Set<String>
  }

  public let path: String
  public private(set) var settings: Settings?
  /// The sound messages with the line of each one's group.
  public private(set) var messages: [(draft: MessageDraft, line: Int)] = []
  public private(set) var feeds: [Feed] = []
  public private(set) var faults: [Fault] = []
  /// False when a part of the file could not be understood at all, so that messages may be missing here.
  public private(set) var isWhole = true
  /// Messages that are in the file with a fault; what was scheduled for them before stays.
  public private(set) var faulty: Set<MessageKey> = []

  /// Reads the text of a config file; `path` is only its name.
  public init(_ text: FileText, path: String) {
    self.path = path
    let layout = KeyFileLayout(text.bytes)
    faults = layout.problems.map { Fault(file: path, line: $0.line, reason: $0.reason) }
    isWhole = layout.problems.isEmpty
    let file: KeyFile
    do {
      file = try KeyFile(layout.soundText)
    } catch {
      faults.append(Fault(file: path, reason: error.reason))
      isWhole = false
      return
    }
    for group in layout.groups { read(group, of: file, isOwn: text.isOwn) }
    faults.sort { $0.line < $1.line }
  }

  private mutating func read(_ group: KeyFileLayout.Group, of file: KeyFile, isOwn: Bool) {
    let words = group.name.split(separator: " ", maxSplits: 1).map(String.init)
    switch (words.first, words.count > 1 ? words[1].trimmed : nil) {
    case ("settings", nil): readSettings(group, of: file)
    case ("message", let id?): readMessage(group, id: id, of: file, isOwn: isOwn)
    case ("feed", let name?): readFeed(group, name: name, of: file)
    default:
      isWhole = false
      faults.append(
        Fault(
          file: path, line: group.line, item: "[\(group.name.forDisplay)]",
          reason: "is not [settings], [message ID] or [feed NAME]"))
    }
  }

  // MARK: - [message ID]

  private mutating func readMessage(_ group: KeyFileLayout.Group, id: String, of file: KeyFile, isOwn: Bool) {
    var draft = MessageDraft()
    var faults = note(group.problems, of: group)
    func attempt(_ key: String, _ change: () throws(MessageFault) -> Void) {
      do {
        try change()
      } catch {
        faults.append(Fault(error, file: path, line: group.line(of: key), item: "[\(group.name)]"))
      }
    }
    attempt("id") { () throws(MessageFault) in try draft.set("id", to: id) }
    for key in group.distinctKeys {
      attempt(key) { () throws(MessageFault) in
        guard key != "id" else { throw MessageFault("id", "the id is the one in [message \(id)]") }
        try set(key, of: group, in: file, isOwn: isOwn, to: &draft)
      }
    }
    if faults.isEmpty {
      attempt("title") { () throws(MessageFault) in _ = try draft.content() }
      attempt("at") { () throws(MessageFault) in try draft.checkTrigger() }
    }
    if faults.isEmpty {
      messages.append((draft, group.line))
    } else {
      faulty.insert(MessageKey(app: draft[.app] ?? MessageKey.ownApp, id: id))
      self.faults += faults
    }
  }

  private func set(
    _ key: String, of group: KeyFileLayout.Group, in file: KeyFile, isOwn: Bool, to draft: inout MessageDraft
  ) throws(MessageFault) {
    do {
      for entry in group.entries where entry.key == key { try file.check(group.name, entry.name) }
      if ["actions", "rdate", "exdate"].contains(key) {
        let values = try file.list(group.name, key).map(\.trimmed).filter { !$0.isEmpty }
        try key == "actions" ? draft.setOrder(values) : draft.set(key, to: values.joined(separator: ";"))
        return
      }
      let text = try file.text(group.name, key)
      guard key.hasPrefix("on."), Handler.split(text).kind == "command" else { return try draft.set(key, to: text) }
      try draft.setHandler(try command(text, isOwn: isOwn), of: String(key.dropFirst("on.".count)))
    } catch let fault as MessageFault {
      throw MessageFault(key, fault.reason)
    } catch let error as KeyFileError {
      throw MessageFault(key, error.reason)
    } catch {
      throw MessageFault(key, "\(error)")
    }
  }

  private func command(_ text: String, isOwn: Bool) throws -> Handler {
    guard isOwn else {
      throw MessageFault(
        nil, "a command is only taken from a file that is yours and that nobody else may write (chmod go-w)")
    }
    let arguments = try CommandLine.split(Handler.split(text).argument ?? "")
    guard let program = arguments.first, !program.isEmpty else { throw MessageFault(nil, "names no program") }
    return .command(arguments)
  }

  // MARK: - [feed NAME]

  private mutating func readFeed(_ group: KeyFileLayout.Group, name: String, of file: KeyFile) {
    var problems = note(group.problems, of: group)
    var path: String?
    var schemes: Set<String> = []
    for key in group.distinctKeys {
      do {
        switch key {
        case "path": path = try file.text(group.name, key)
        case "allow-open":
          schemes = Set(try file.list(group.name, key).map { $0.trimmed.lowercased() })
        case "url", "refresh":
          throw MessageFault(
            key, "feeds from the network are not read yet; save the feed to a file and name it with path=")
        default: throw MessageFault(key, "is not a key of a feed; the keys are path and allow-open")
        }
      } catch {
        problems.append(problem(error, key: key, of: group))
      }
    }
    if let path, !path.hasPrefix("/"), !path.hasPrefix("~/") {
      problems.append(problem(MessageFault("path", "must begin with / or ~/"), key: "path", of: group))
    }
    if path == nil, problems.isEmpty {
      problems.append(problem(MessageFault("path", "is missing"), key: nil, of: group))
    }
    faults += problems
    if problems.isEmpty, let path { feeds.append(Feed(name: name, path: path, allowedSchemes: schemes)) }
  }

  // MARK: - [settings]

  private mutating func readSettings(_ group: KeyFileLayout.Group, of file: KeyFile) {
    faults += note(group.problems, of: group)
    var settings = Settings()
    for key in group.distinctKeys {
      do {
        try Self.set(key, to: try file.text(group.name, key).trimmed, in: &settings)
      } catch {
        faults.append(problem(error, key: key, of: group))
      }
    }
    self.settings = settings
  }

  private static func set(_ key: String, to text: String, in settings: inout Settings) throws {
    switch key {
    case "enabled":
      guard text == "true" || text == "false" else {
        throw MessageFault(key, "'\(text.forDisplay)' is neither true nor false")
      }
      settings.isEnabled = text == "true"
    case "missed-limit": settings.missedLimit = try Duration(parsing: text)
    case "summary-above":
      guard let count = Int(text), (0...Limits.messagesPerCall).contains(count) else {
        throw MessageFault(key, "'\(text.forDisplay)' is not a number from 0 to \(Limits.messagesPerCall)")
      }
      settings.summaryAbove = count
    case "quiet-catch-up": settings.quietCatchUp = try QuietHours(parsing: text)
    default:
      throw MessageFault(
        key, "is not a setting; the settings are enabled, missed-limit, summary-above and quiet-catch-up")
    }
  }

  // MARK: - Faults

  private func note(_ problems: [(line: Int, key: String?, reason: String)], of group: KeyFileLayout.Group) -> [Fault] {
    problems.map {
      Fault(file: path, line: $0.line, item: "[\(group.name.forDisplay)]", key: $0.key, reason: $0.reason)
    }
  }

  private func problem(_ error: any Error, key: String?, of group: KeyFileLayout.Group) -> Fault {
    let reason =
      switch error {
      case let fault as MessageFault: fault.reason
      case let failure as KeyFileError: failure.reason
      default: "\(error)"
      }
    return Fault(
      file: path, line: group.line(of: key), item: "[\(group.name.forDisplay)]",
      key: (error as? MessageFault)?.key ?? key, reason: reason)
  }
}

extension KeyFileLayout.Group {
  /// The keys of the group in their order, each once, without locales.
  var distinctKeys: [String] {
    var seen: Set<[UInt8]> = []
    return entries.map(\.key).filter { seen.insert(Array($0.utf8)).inserted }
  }
}
