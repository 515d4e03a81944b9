import Glibc
import LocalPushDaemon

switch CommandLine.arguments.dropFirst().first {
case nil: exit(Daemon.run())
case "--version"?:
  print("localpushd \(Daemon.version)")
case "--help"?:
  print(
    "Usage: localpushd\n\nShows the messages of LocalPush at their time; started by the session. See localpushd(8).")
case let option?:
  Daemon.refuse(option: option)
  exit(2)
}
