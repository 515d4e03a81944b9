import CLinux
import Foundation
import LocalPushBus
import LocalPushTestSupport
import LocalPushWire
import Testing

/// A bus of its own that starts the built daemon when it is called.
@MainActor
final class ServiceSession {
  let bus: PrivateBus
  private let home = TemporaryDirectory()

  /// The daemon that `swift test` built.
  private static let program = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: ".build/debug/localpushd").path

  /// Starts the bus alone.
  init() throws {
    home.makeDirectory("services")
    let settings = [
      "HOME": home.path, "XDG_CONFIG_HOME": home.path("config"), "XDG_STATE_HOME": home.path("state"),
      "XDG_CONFIG_DIRS": home.path("etc"), "LANGUAGE": "en", "TZ": "Asia/Tokyo",
    ]
    let environment = settings.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: " ")
    // The bus is not the parent of what it starts, so that a daemon whose test has crashed must end by its own clock.
    let script = "'echo $$ >>\(home.path)/daemons; exec \"$0\"'"
    home.write(
      "services/\(Contract.busName).service",
      """
      [D-BUS Service]
      Name=\(Contract.busName)
      Exec=/usr/bin/env \(environment) timeout -s KILL 300 sh -c \(script) \(Self.program)

      """)
    bus = try PrivateBus(serviceDirectory: home.path("services"))
  }

  isolated deinit {
    for text in (home.read("daemons") ?? "").split(separator: "\n") {
      guard let process = Int32(text), Self.isDaemon(process) else { continue }
      kill(process, SIGKILL)
    }
  }

  private static func isDaemon(_ process: Int32) -> Bool {
    (try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)) == "localpushd\n"
  }

  /// The daemon's process, if it runs.
  func daemon(as seenBy: BusConnection) -> Int32? {
    let call = MethodCall(
      destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
      member: "GetConnectionUnixProcessID", arguments: [.string(Contract.busName)])
    return (try? seenBy.ask(call))?.first?.uintValue.map { Int32($0) }
  }

  /// Ends the daemon without warning and waits until the bus knows.
  func kill9() throws {
    let connection = try bus.connect()
    let process = try #require(daemon(as: connection))
    kill(process, SIGKILL)
    #expect(serveRepeatedly { self.daemon(as: connection) != process })
  }
}
