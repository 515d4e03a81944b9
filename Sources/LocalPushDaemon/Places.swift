internal import Glibc
internal import LocalPushLoop

/// Where the daemon finds its config and keeps its state (XDG Base Directory Specification).
nonisolated struct Places: Sendable {
  /// `$XDG_CONFIG_HOME/localpush`
  let userConfig: String
  /// `localpush` in each of `$XDG_CONFIG_DIRS`, the most important first.
  let systemConfig: [String]
  /// `$XDG_STATE_HOME/localpush`
  let state: String
  let home: String
  /// What was fetched from the network, in `$XDG_CACHE_HOME/localpush/feeds`.
  let feedCache: FeedCache

  /// The places of the user who runs this process.
  init() throws(StartError) {
    guard let home = Environment.value("HOME"), home.hasPrefix("/") else {
      throw StartError("HOME is not set, so that there is no place for the schedule")
    }
    self.home = home
    userConfig = Self.base("XDG_CONFIG_HOME", else: home + "/.config") + "/localpush"
    state = Self.base("XDG_STATE_HOME", else: home + "/.local/state") + "/localpush"
    feedCache = FeedCache(folder: Self.base("XDG_CACHE_HOME", else: home + "/.cache") + "/localpush/feeds")
    let systemBases = Environment.value("XDG_CONFIG_DIRS") ?? "/etc/xdg"
    systemConfig = systemBases.split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/localpush" }
  }

  /// A relative path in one of these variables is to be ignored, says the specification.
  private static func base(_ variable: String, else standard: String) -> String {
    guard let value = Environment.value(variable), value.hasPrefix("/") else { return standard }
    return value
  }

  var configFolders: [String] { [userConfig] + systemConfig }
  var database: String { state + "/messages.db" }
  /// The copy of the database that ``BackupKeeper`` makes.
  var backup: String { state + "/messages.backup.db" }

  /// Makes the state folder and what it stands in, for this user's eyes only.
  func prepareState() throws(StartError) {
    umask(0o077)
    try Self.makeFolder(state)
    guard chmod(state, 0o700) == 0 else {
      throw StartError("\(state) cannot be made private: \(SystemError(rawValue: errno))")
    }
  }

  /// Makes a folder and what it stands in, where they are not there yet.
  static func makeFolder(_ folder: String) throws(StartError) {
    var path = ""
    for part in folder.split(separator: "/") {
      path += "/\(part)"
      guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
        throw StartError("\(path) cannot be made: \(SystemError(rawValue: errno))")
      }
    }
  }

  /// `~/` at the start of a path of the config stands for the home folder.
  func expanded(_ path: String) -> String {
    path.hasPrefix("~/") ? home + path.dropFirst() : path
  }
}

/// Why the daemon cannot run.
nonisolated struct StartError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
