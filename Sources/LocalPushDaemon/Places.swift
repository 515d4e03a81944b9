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

  /// The places of the user who runs this process.
  init() throws(StartError) {
    guard let home = Environment.value("HOME"), home.hasPrefix("/") else {
      throw StartError("HOME is not set, so that there is no place for the schedule")
    }
    self.home = home
    userConfig = Self.base("XDG_CONFIG_HOME", else: home + "/.config") + "/localpush"
    state = Self.base("XDG_STATE_HOME", else: home + "/.local/state") + "/localpush"
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

  /// Makes the state folder and what it stands in, for this user's eyes only.
  func prepareState() throws(StartError) {
    umask(0o077)
    var path = ""
    for part in state.split(separator: "/") {
      path += "/\(part)"
      guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
        throw StartError("\(path) cannot be made: \(SystemError(rawValue: errno))")
      }
    }
    guard chmod(state, 0o700) == 0 else {
      throw StartError("\(state) cannot be made private: \(SystemError(rawValue: errno))")
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
