internal import FoundationEssentials
internal import LocalPushBus
internal import LocalPushModel
internal import Synchronization

/// Schedules notifications of one app, and gives it what the user does with them.
///
/// What is added is kept on disk by the daemon, `localpushd`, and shown at its time whether or not the app runs. Every
/// method may be called from any task; nothing needs a main loop, and nothing blocks a thread of the caller. While the
/// daemon or the bus is started or restarted, calls wait for it; one that is not answered within 25 seconds fails.
public final class UserNotificationCenter: Sendable {
  /// Desktop id of the app: the name of its desktop file without `.desktop`.
  public let app: String
  let service: any NotificationService
  let queue: ResponseQueue
  let broadcasts: Broadcasts
  let environment: [String: String]
  private let state = Mutex(State())

  struct State {
    var categories: [String: NotificationCategory] = [:]
    var listener: Task<Void, Never>?
    weak var delegate: (any UserNotificationCenterDelegate)?
    var delegateTasks: [Task<Void, Never>] = []
  }

  /// Makes a center for an app; a program has one, or one for each app that it speaks for.
  ///
  /// - Parameters:
  ///   - app: desktop id, such as `org.example.Todo`; anything that cannot be one is a mistake of the caller.
  ///   - busAddress: address of the message bus, as `DBUS_SESSION_BUS_ADDRESS` has it; nil for the session's.
  public convenience init(app: String, busAddress: String? = nil) {
    self.init(
      app: app, service: ServiceConnection(address: busAddress), environment: ProcessInfo.processInfo.environment)
  }

  init(app: String, service: any NotificationService, environment: [String: String]) {
    do throws(MessageFault) {
      try MessageKey.check(app: app)
    } catch {
      preconditionFailure("\(error)")
    }
    self.app = app
    self.service = service
    self.environment = environment
    queue = ResponseQueue(app: app, service: service)
    broadcasts = Broadcasts()
  }

  deinit {
    let (listener, delegateTasks) = state.withLock { ($0.listener, $0.delegateTasks) }
    listener?.cancel()
    for task in delegateTasks { task.cancel() }
    queue.finish()
    broadcasts.finish()
    let service = service
    Task { await service.close() }
  }

  func withState<Value: Sendable>(_ body: (inout sending State) -> sending Value) -> Value {
    state.withLock(body)
  }

  /// Calls a method of `org.localpush.LocalPush1`.
  func call(_ member: String, _ arguments: [BusValue]) async throws(NotificationError) -> [BusValue] {
    do {
      return try await service.call(member, arguments)
    } catch {
      throw NotificationError(error)
    }
  }
}

// MARK: - Which app

extension UserNotificationCenter {
  private static let shared = Result { () throws(NotificationError) in
    let environment = ProcessInfo.processInfo.environment
    return UserNotificationCenter(app: try appID(environment, process: ProcessInfo.processInfo.processIdentifier))
  }

  /// The center of the app that this program is; the same one each time.
  ///
  /// Which app that is, is told by whoever started the program: the desktop (`GIO_LAUNCHED_DESKTOP_FILE`), Flatpak
  /// (`FLATPAK_ID`) or the daemon (`LOCALPUSH_APP`, which may be set by hand as well). A program that is also started
  /// from a terminal says it itself: ``init(app:busAddress:)``.
  ///
  /// - Throws: an error of code ``NotificationError/Code/unknownApp`` if nobody told.
  public static func current() throws(NotificationError) -> UserNotificationCenter {
    try shared.get()
  }

  static func appID(_ environment: [String: String], process: Int32) throws(NotificationError) -> String {
    let candidates = [
      launchedDesktopFile(environment, process: process), environment["FLATPAK_ID"], environment["LOCALPUSH_APP"],
    ]
    for case let app? in candidates where (try? MessageKey.check(app: app)) != nil { return app }
    throw NotificationError(
      .unknownApp,
      "it is not known which app this program is: name its desktop id, UserNotificationCenter(app: \"org.example.App\")"
    )
  }

  /// The desktop file that this very process was started from; its children inherit the variables.
  private static func launchedDesktopFile(_ environment: [String: String], process: Int32) -> String? {
    guard environment["GIO_LAUNCHED_DESKTOP_FILE_PID"] == String(process),
      let name = environment["GIO_LAUNCHED_DESKTOP_FILE"]?.split(separator: "/").last, name.hasSuffix(".desktop")
    else { return nil }
    return String(name.dropLast(".desktop".count))
  }
}
