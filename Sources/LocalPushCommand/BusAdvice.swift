internal import CGLib
internal import Glibc
internal import LocalPushBus
internal import LocalPushIntake

/// What to do where there is no session bus: in a crontab, over ssh, as root.
struct BusAdvice {
  private let variable: (String) -> String?
  private let userID: uid_t
  private let hasSocket: (String) -> Bool

  init(
    variable: @escaping (String) -> String? = { name in g_getenv(name).map { String(cString: $0) } },
    userID: uid_t = getuid(), hasSocket: @escaping (String) -> Bool = { access($0, F_OK) == 0 }
  ) {
    self.variable = variable
    self.userID = userID
    self.hasSocket = hasSocket
  }

  /// Why there is no bus, and the next step.
  func words(for error: BusError) -> Phrase {
    if let address = variable("DBUS_SESSION_BUS_ADDRESS") {
      return Phrase(
        """
        no session bus answers at DBUS_SESSION_BUS_ADDRESS=\(address), which may be of a session that has ended: open \
        a new terminal
        """
      )
    }
    let folder = "/run/user/\(userID)"
    if variable("XDG_RUNTIME_DIR") == nil, hasSocket("\(folder)/bus") {
      return Phrase(
        """
        no session bus is named in the environment, and yours is there: set XDG_RUNTIME_DIR=\(folder); in a crontab, \
        this is a line of its own
        """
      )
    }
    if let user = variable("SUDO_USER"), userID == 0 {
      return Phrase("root has no session bus: run this without sudo, as \(user)")
    }
    if variable("SSH_CONNECTION") != nil {
      return Phrase(
        """
        there is no session bus on this machine: log in at its desktop first; over ssh you then reach that session, \
        and its messages show there
        """
      )
    }
    return Phrase(
      """
      there is no session bus: run this inside your desktop session; a crontab or a service needs you to be logged \
      in at the desktop, and the line XDG_RUNTIME_DIR=\(folder)
      """
    )
  }
}
