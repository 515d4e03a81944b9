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

  /// Hands over a response; `taken` is called once a handler has it.
  func deliver(_ response: Response, taken: @escaping () -> Void) {
    switch response.handler {
    case .open(let url): open(url.filled(from: response.userInfo), for: response, taken: taken)
    case .command(let arguments):
      start(arguments.map { $0.filled(from: response.userInfo) }, for: response, taken: taken)
    case .activate(let action): activate(action, for: response, taken: taken)
    case .launch: launch(for: response)
    case .snooze, .done, .dismiss, nil: break  // the scheduler has dealt with these
    }
  }

  /// Opens a URL through the portal where one runs, else with `xdg-open`.
  private func open(_ url: String, for response: Response, taken: @escaping () -> Void) {
    do {
      _ = try Handler(parsing: "open:\(url)")  // a URL that came from userInfo is known only now
    } catch {
      Journal.warning("\(response.key): \(error.reason), ignoring")
      return taken()
    }
    guard let connection, URLPortal.opens(scheme: URLText.scheme(of: url) ?? "") else {
      return start(["xdg-open", url], for: response, taken: taken)
    }
    URLPortal(on: connection).open(url, token: response.activationToken, accepted: taken) { _ in
      self.start(["xdg-open", url], for: response, taken: taken)
    }
  }

  private func start(
    _ arguments: [String], in directory: String? = nil, for response: Response, taken: @escaping () -> Void
  ) {
    do {
      let program = arguments.first ?? ""
      try ChildProcess.start(
        arguments: arguments, environment: Self.environment(of: response),
        standardInput: Array("\(response.json)\n".utf8), directory: directory
      ) { status in
        if !status.isSuccess { Journal.warning("\(response.key): \(program) \(status)") }
      }
      taken()
    } catch {
      Journal.warning("\(response.key): its handler cannot be started: \(error); the response is kept")
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
  private func activate(_ action: String?, for response: Response, taken: @escaping () -> Void) {
    guard let connection else { return }
    let call = Application(id: response.key.app).activation(
      action: action, response: BusValue(response.json), token: response.activationToken)
    connection.call(call, timeoutMilliseconds: 30_000) { result in
      switch result {
      case .success: taken()
      case .failure(let error) where error.name == BusError.Name.serviceUnknown:
        self.startFromDesktopFile(action, for: response, taken: taken)
      case .failure(let error):
        Journal.warning("\(response.key): the app cannot be started: \(error); the response is kept")
      }
    }
  }

  /// Starts an app that is not there to take its response; it asks for the response when it is.
  private func launch(for response: Response) {
    guard let connection, !isHeardByApp else { return }
    let call = Application(id: response.key.app).activation(
      action: nil, response: BusValue(response.json), token: response.activationToken)
    connection.call(call, timeoutMilliseconds: 30_000) { result in
      guard case .failure(let error) = result, !error.isFromRecipientWithoutMethod else { return }
      guard error.name == BusError.Name.serviceUnknown else {
        return Journal.warning("\(response.key): the app cannot be started: \(error); the response is kept")
      }
      self.startFromDesktopFile(nil, for: response) {}
    }
  }

  private func startFromDesktopFile(_ action: String?, for response: Response, taken: @escaping () -> Void) {
    do {
      guard let entry = try DesktopEntry(id: response.key.app, action: action) else {
        return Journal.warning("\(response.key): \(response.key.app).desktop is not installed; the response is kept")
      }
      start(entry.arguments, in: entry.directory, for: response, taken: taken)
    } catch {
      Journal.warning("\(response.key): the app cannot be started: \(error); the response is kept")
    }
  }
}
