import Foundation

/// A program that shows notifications at their times, to compare with.
struct Peer {
  let name: String
  /// The program, which reads the moments on standard input and takes the path of a database as its last argument.
  let command: [String]

  /// The peers whose Python modules are there.
  static func installed() -> [Peer] {
    let python = ProcessInfo.processInfo.environment["LOCALPUSH_PEER_PYTHON"] ?? "/usr/bin/python3"
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let script = folder.appending(path: "Peers/apscheduler_notify.py").path
    let ways = [
      ("APScheduler with dbus-fast", "dbus_fast", "memory"),
      ("APScheduler with desktop-notifier", "desktop_notifier", "memory"),
      ("the same, and its jobs kept in SQLite", "desktop_notifier,sqlalchemy", "sqlite"),
    ]
    return ways.compactMap { name, modules, store in
      let needed = "apscheduler,\(modules)"
      guard has(needed, python) else {
        print("\(name): \(python) does not have all of \(needed)")
        return nil
      }
      let shows = modules.hasPrefix("dbus_fast") ? "dbus-fast" : "desktop-notifier"
      return Peer(name: name, command: [python, script, shows, store])
    }
  }

  private static func has(_ modules: String, _ python: String) -> Bool {
    let process = Process()
    process.executableURL = URL(filePath: python)
    process.arguments = ["-c", "import \(modules)"]
    process.standardError = nil
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
