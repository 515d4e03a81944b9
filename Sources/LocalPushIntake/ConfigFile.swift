public import LocalPushModel
public import LocalPushTime

/// What one config file says, with a fault for everything in it that cannot be taken.
public struct ConfigFile: Sendable {
  /// A `[feed NAME]` group: a feed or calendar that is kept in step with its source.
  public struct Feed: Hashable, Sendable {
    /// Where it is.
    public enum Place: Hashable, Sendable {
      /// As written: absolute, or below the home folder with `~/`.
      case path(String)
      case url(FeedURL, refresh: Duration)
    }

    public let name: String
    public let place: Place
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
  /// Names of feeds that are in the file with a fault; what was scheduled for them before stays.
  public private(set) var faultyFeeds: Set<String> = []

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

  /// How often a feed of the network is fetched, unless it says so itself.
  private static let standardRefresh = Duration.hours(1)
  private static let refreshRange = Duration.minutes(1)...Duration.days(30)

  private mutating func readFeed(_ group: KeyFileLayout.Group, name: String, of file: KeyFile) {
    var problems = note(group.problems, of: group)
    var path: String?
    var url: FeedURL?
    var refresh: Duration?
    var schemes: Set<String> = []
    for key in group.distinctKeys {
      do {
        switch key {
        case "path": path = try Self.checked(path: file.text(group.name, key))
        case "url": url = try FeedURL(parsing: file.text(group.name, key).trimmed)
        case "refresh": refresh = try Self.refresh(try file.text(group.name, key).trimmed)
        case "allow-open":
          schemes = Set(try file.list(group.name, key).map { $0.trimmed.lowercased() })
        default:
          throw MessageFault(key, "is not a key of a feed; the keys are path, url, refresh and allow-open")
        }
      } catch {
        problems.append(problem(error, key: key, of: group))
      }
    }
    do throws(MessageFault) {
      let place = try Self.place(path: path, url: url, refresh: refresh, isFaulty: !problems.isEmpty)
      if problems.isEmpty, let place { feeds.append(Feed(name: name, place: place, allowedSchemes: schemes)) }
    } catch {
      problems.append(problem(error, key: nil, of: group))
    }
    if !problems.isEmpty { faultyFeeds.insert(name) }
    faults += problems
  }

  private static func checked(path: String) throws(MessageFault) -> String {
    guard path.hasPrefix("/") || path.hasPrefix("~/") else { throw MessageFault("path", "must begin with / or ~/") }
    return path
  }

  private static func refresh(_ text: String) throws -> Duration {
    let refresh = try Duration(parsing: text)
    guard refreshRange.contains(refresh) else {
      throw MessageFault(
        "refresh", "'\(text.forDisplay)' must be between \(refreshRange.lowerBound) and \(refreshRange.upperBound)")
    }
    return refresh
  }

  /// Where the feed is; nil where a fault has been found that may hide it.
  private static func place(
    path: String?, url: FeedURL?, refresh: Duration?, isFaulty: Bool
  ) throws(MessageFault) -> Feed.Place? {
    switch (path, url) {
    case (let path?, nil):
      if refresh != nil { throw MessageFault("refresh", "is for url=; a file is read again when it is saved") }
      return .path(path)
    case (nil, let url?): return .url(url, refresh: refresh ?? standardRefresh)
    case (_?, _?): throw MessageFault("url", "stands beside path=; only one of them can say where the feed is")
    case (nil, nil):
      if !isFaulty { throw MessageFault("path", "is missing: path= or url= says where the feed is") }
      return nil
    }
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
