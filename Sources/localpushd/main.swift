import Glibc
import LocalPushDaemon

switch CommandLine.arguments.dropFirst().first {
case nil: exit(Daemon.run())
case Daemon.rescueOption?: exit(Daemon.run(rescues: true))
case Daemon.finishBackupOption? where CommandLine.arguments.count == 3:
  exit(Daemon.finishBackup(CommandLine.arguments[2]))
case "--version"?:
  print("localpushd \(Daemon.version)")
case "--help"?:
  print(
    """
    Usage: localpushd [--rescue]

    Shows the messages of LocalPush at their time; started by the session. See localpushd(8).

      --rescue   begin with a new schedule made of what can be read of a damaged one
    """)
case let option?:
  Daemon.refuse(option: option)
  exit(2)
}
