import Glibc
import LocalPushCommand

exit(Command.run(CommandLine.unsafeArgv, count: Int(CommandLine.argc)))
