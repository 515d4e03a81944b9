internal import LocalPushBus

/// Why a call to the daemon has no result.
struct ServiceError: Error, Hashable, Sendable {
  enum Code: Hashable, Sendable {
    /// There is no message bus to connect to.
    case noBus
    /// The daemon does not run and cannot be started.
    case noService
    /// The time was over before the answer came.
    case timedOut
    /// The call was refused, with the name of a D-Bus error.
    case refused(String)
    /// The daemon or the bus went away before the answer; the call may or may not have had its effect.
    case interrupted
    /// The task that made the call was cancelled; the call may or may not have had its effect.
    case cancelled
    /// The connection was closed by this program.
    case closed
  }

  let code: Code
  /// The D-Bus error that it comes from, if it comes from one.
  let name: String?
  /// A sentence for a person.
  let message: String

  init(_ code: Code, name: String? = nil, _ message: String) {
    self.code = code
    self.name = name
    self.message = message
  }
}

extension ServiceError {
  /// The bus cannot be reached.
  static func noBus(_ error: BusError) -> ServiceError {
    ServiceError(.noBus, name: error.name, "LocalPush cannot be reached: \(error.message)")
  }

  /// Sorts an answer of the daemon, or of the bus in its place.
  init(answer error: BusError) {
    switch error.name {
    case BusError.Name.disconnected: self = .noBus(error)
    case BusError.Name.noReply: self.init(.timedOut, name: error.name, error.message)
    case _ where error.isAboutStarting:
      self.init(
        .noService, name: error.name, "LocalPush does not run and cannot be started: \(error.message) Is it installed?")
    default: self.init(.refused(error.name), name: error.name, error.message)
    }
  }

  static func interrupted(_ member: String) -> ServiceError {
    ServiceError(.interrupted, "LocalPush went away before it answered \(member), which it may or may not have done.")
  }

  static func timedOut(_ member: String, wasSent: Bool, milliseconds: Int) -> ServiceError {
    let time = milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
    return ServiceError(
      .timedOut,
      wasSent
        ? "LocalPush did not answer \(member) within \(time)."
        : "\(member) was not sent: LocalPush or the message bus was gone and did not come back within \(time).")
  }

  static let cancelled = ServiceError(.cancelled, "The task was cancelled.")
  static let closed = ServiceError(.closed, "The connection to LocalPush is closed.")
}

extension BusError {
  /// The bus answers so, for itself or for systemd, when nobody has the name of the service and it cannot be started.
  var isAboutStarting: Bool {
    let names = [Name.serviceUnknown, Name.nameHasNoOwner, "org.freedesktop.DBus.Error.TimedOut"]
    return names.contains(name) || name.hasPrefix("org.freedesktop.DBus.Error.Spawn.")
      || name.hasPrefix("org.freedesktop.systemd1.")
  }
}
