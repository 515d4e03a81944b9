internal import LocalPushBus
internal import LocalPushDesktop
internal import LocalPushIntake
internal import LocalPushLoop
internal import LocalPushModel
internal import LocalPushWire

/// Hands responses to the handlers that the daemon itself starts: URLs, commands and apps.
final class HandlerRunner {
  private let connection: BusConnection?
  /// The app of the response hears of it, and takes it by itself.
  private let isHeardByApp: Bool

  init(connection: BusConnection?, isHeardByApp: Bool) {
    self.connection = connection
    self.isHeardByApp = isHeardByApp
  }

  /// Hands over a response; `ended` is called once a handler has it, or could not be started.
  func deliver(_ response: Response, ended: @escaping (_ isTaken: Bool) -> Void) {
    switch response.handler {
    case .open(let url): open(url.filled(from: response.userInfo), for: response, ended: ended)
    case .command(let arguments):
      start(arguments.map { $0.filled(from: response.userInfo) }, for: response, ended: ended)
    case .activate(let action): activate(action, for: response, ended: ended)
    case .launch: launch(for: response, ended: ended)
    case .snooze, .done, .dismiss, nil: break  // the scheduler has dealt with these
    }
  }

  /// Opens a URL through the portal where one runs, else with `xdg-open`.
  private func open(_ url: String, for response: Response, ended: @escaping (_ isTaken: Bool) -> Void) {
    do {
      _ = try Handler(parsing: "open:\(url)")  // a URL that came from userInfo is known only now
    } catch {
      Journal.warning("\(response.key): \(error.reason), ignoring")
      return ended(true)
    }
    guard let connection, URLPortal.opens(scheme: URLText.scheme(of: url) ?? "") else {
      return start(["xdg-open", url], for: response, ended: ended)
    }
    let refused = { (_: String) in self.start(["xdg-open", url], for: response, ended: ended) }
    URLPortal(on: connection).open(
      url, token: response.activationToken, accepted: { ended(true) }, failed: refused)
  }

  private func start(
    _ arguments: [String], in directory: String? = nil, for response: Response,
    ended: @escaping (_ isTaken: Bool) -> Void
  ) {
    do {
      let program = arguments.first ?? ""
      try ChildProcess.start(
        arguments: arguments, environment: Self.environment(of: response),
        standardInput: Array("\(response.json)\n".utf8), directory: directory
      ) { status in
        if !status.isSuccess { Journal.warning("\(response.key): \(program) \(status)") }
      }
      ended(true)
    } catch {
      Journal.warning("\(response.key): its handler cannot be started: \(error); the response is kept")
      ended(false)
    }
  }

  /// What a handler finds in its environment, beside the response on its standard input.
  private static func environment(of response: Response) -> [String: String] {
    var environment = [
      "LOCALPUSH_APP": response.key.app, "LOCALPUSH_ID": response.key.id, "LOCALPUSH_ACTION": response.action,
      "LOCALPUSH_SEQUENCE": String(response.sequence), "LOCALPUSH_USER_INFO": response.userInfo.description,
    ]
    if let text = response.text { environment["LOCALPUSH_TEXT"] = text }
    if let token = response.activationToken {
      environment["XDG_ACTIVATION_TOKEN"] = token
      environment["DESKTOP_STARTUP_ID"] = token
    }
    return environment
  }

  /// Hands the response to the app over the bus, which starts it; else starts it as its desktop file says.
  private func activate(_ action: String?, for response: Response, ended: @escaping (_ isTaken: Bool) -> Void) {
    guard let connection else { return ended(false) }
    let call = Application(id: response.key.app).activation(
      action: action, response: BusValue(response.json), token: response.activationToken)
    connection.call(call, timeoutMilliseconds: 30_000) { result in
      switch result {
      case .success: ended(true)
      case .failure(let error) where error.name == BusError.Name.serviceUnknown:
        self.startFromDesktopFile(action, for: response, ended: ended)
      case .failure(let error) where response.handler == .launch && error.isFromRecipientWithoutMethod:
        ended(true)  // it runs already
      case .failure(let error):
        Journal.warning("\(response.key): the app cannot be started: \(error); the response is kept")
        ended(false)
      }
    }
  }

  /// Starts an app that is not there to take its response; it asks for the response when it is, so it is not taken yet.
  private func launch(for response: Response, ended: @escaping (_ isTaken: Bool) -> Void) {
    guard !isHeardByApp else { return }
    activate(nil, for: response) { isStarted in if !isStarted { ended(false) } }
  }

  private func startFromDesktopFile(
    _ action: String?, for response: Response, ended: @escaping (_ isTaken: Bool) -> Void
  ) {
    do {
      guard let entry = try DesktopEntry(id: response.key.app, action: action) else {
        Journal.warning("\(response.key): \(response.key.app).desktop is not installed; the response is kept")
        return ended(false)
      }
      start(entry.arguments, in: entry.directory, for: response, ended: ended)
    } catch {
      Journal.warning("\(response.key): the app cannot be started: \(error); the response is kept")
      ended(false)
    }
  }
}
