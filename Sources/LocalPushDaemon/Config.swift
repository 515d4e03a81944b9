internal import LocalPushIntake
internal import LocalPushLoop
internal import LocalPushModel

/// What all config files and the feeds they name say at one moment.
struct Config {
  /// Messages of one source, as the scheduler takes them.
  struct Batch {
    let source: String
    let file: String
    let messages: [(draft: MessageDraft, line: Int)]
    /// Nil when a part of the file could not be understood: then nothing of the source is cancelled.
    let keeping: Set<MessageKey>?
  }

  private(set) var settings: Settings?
  private(set) var batches: [Batch] = []
  private(set) var files: [String] = []
  /// Sources that are there but could not be read; what they said before stays.
  private(set) var unreadable: Set<String> = []
  private(set) var faults: [Fault] = []
  /// Of all files together.
  private(set) var bytes = 0
  /// The feeds of the network that it names.
  private(set) var subscriptions: [FeedKeeper.Subscription] = []
  /// Folders in which a change means that the config must be read again.
  private(set) var folders: [String] = []

  /// Reads everything once.
  init(_ places: Places, userID: UInt32) {
    folders = places.configFolders.flatMap { [$0, $0 + "/messages.d"] }
    for file in places.configFolders.flatMap({ ConfigFolder.files(in: $0) }) {
      files.append(file)
      do {
        let text = try FileText(path: file, userID: userID)
        bytes += text.bytes.count
        take(ConfigFile(text, path: file), places)
      } catch {
        unreadable.insert(Self.source(of: file))
        faults.append(error)
      }
    }
  }

  static let sourcePrefix = "config:"
  static let feedPrefix = "feed:config:"

  static func source(of file: String) -> String { sourcePrefix + file }

  /// Tells whether the folder of a config source is there: a file in it that is gone was deleted, one in a folder that
  /// is not there may only not be mounted yet.
  static func hasFolder(_ source: String) -> Bool {
    guard source.hasPrefix(sourcePrefix) else { return true }
    return ConfigFolder.exists(String(source.dropFirst(sourcePrefix.count)).folder)
  }

  /// Tells whether a source may still be there although nothing names it: its file could not be read, or not whole.
  func mayHave(_ source: String) -> Bool {
    let files = unreadable.union(batches.filter { $0.keeping == nil }.map(\.source))
    return files.contains { source == $0 || source.hasPrefix("feed:\($0):") }
  }

  private mutating func take(_ file: ConfigFile, _ places: Places) {
    if settings == nil { settings = file.settings }
    faults += file.faults
    batches.append(
      Batch(
        source: Self.source(of: file.path), file: file.path, messages: file.messages,
        keeping: file.isWhole ? file.faulty : nil))
    for feed in file.feeds { read(feed, of: file.path, places) }
    unreadable.formUnion(file.faultyFeeds.map { Self.source(ofFeed: $0, in: file.path) })
  }

  private static func source(ofFeed name: String, in file: String) -> String { "\(feedPrefix)\(file):\(name)" }

  private mutating func read(_ feed: ConfigFile.Feed, of file: String, _ places: Places) {
    let source = Self.source(ofFeed: feed.name, in: file)
    switch feed.place {
    case .path(let path):
      let path = places.expanded(path)
      folders.append(path.folder)
      read(feed, from: path, named: path, source: source)
    case .url(let url, let refresh):
      subscriptions.append(FeedKeeper.Subscription(file: file, name: feed.name, url: url, refresh: refresh))
      let path = places.feedCache.body(of: url)
      guard FileText.exists(path) else {
        unreadable.insert(source)  // it has not been fetched yet
        return
      }
      read(feed, from: path, named: "feed \(feed.name)", source: source)
    }
  }

  private mutating func read(_ feed: ConfigFile.Feed, from path: String, named file: String, source: String) {
    do {
      let text = try FileText(path: path, userID: 0)
      bytes += text.bytes.count
      let read = try Feed(text.bytes, file: file, allowedSchemes: feed.allowedSchemes)
      faults += read.faults
      batches.append(
        Batch(source: source, file: file, messages: read.messages, keeping: read.isWhole ? read.faulty : nil))
    } catch {
      unreadable.insert(source)
      faults.append(error)
    }
  }
}

extension String {
  /// The folder part of an absolute path.
  nonisolated var folder: String {
    lastIndex(of: "/").map { String(self[..<$0]) } ?? "."
  }
}
