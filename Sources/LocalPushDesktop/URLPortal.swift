public import LocalPushBus
internal import LocalPushLoop

/// Opens URLs through the desktop's portal, which knows the user's choice of programs: `org.freedesktop.portal.OpenURI`.
public final class URLPortal {
  private let connection: BusConnection
  private var answers: Subscription?
  private var patience: Timeout?

  /// A portal asks the user which program to take; one that dies over that question never answers.
  private static let answerMilliseconds = 600_000

  private static let name = "org.freedesktop.portal.Desktop"
  private static let path = "/org/freedesktop/portal/desktop"

  public init(on connection: BusConnection) {
    self.connection = connection
  }

  /// The portal wants `file:` URLs as file descriptors, so they are none of its business here.
  public static func opens(scheme: String) -> Bool { scheme != "file" }

  /// Asks the portal, if one runs, to open `url`; `OpenURI` and its `Response`.
  ///
  /// - Parameters:
  ///   - token: activation token of the press.
  ///   - accepted: the portal has taken it.
  ///   - failed: there is no portal, or it could not; this may come after `accepted`.
  public func open(
    _ url: String, token: String?, accepted: @escaping () -> Void, failed: @escaping (String) -> Void
  ) {
    let handle = "localpush_\(UInt32.random(in: .min ... .max))"
    answers = try? connection.subscribe(
      sender: Self.name, interface: "org.freedesktop.portal.Request", member: "Response"
    ) { signal in
      guard signal.path.hasSuffix("/\(handle)") else { return }
      self.end()  // until here it keeps this object
      if signal.arguments.first?.uintValue == Self.otherError { failed("the portal could not open it") }
    }
    patience = Timeout(milliseconds: Self.answerMilliseconds) { [weak self] in self?.end() }
    connection.call(Self.call(url, handle: handle, token: token), timeoutMilliseconds: 30_000) { result in
      switch result {
      case .success: accepted()
      case .failure(let error):
        self.end()
        failed(error.description)
      }
    }
  }

  private func end() {
    answers = nil
    patience = nil
  }

  /// Response codes are 0 for done, 1 for cancelled by the user, 2 for any other end.
  private static let otherError: UInt64 = 2

  private static func call(_ url: String, handle: String, token: String?) -> MethodCall {
    var options: [(String, BusValue)] = [("handle_token", .string(handle))]
    if let token { options.append(("activation_token", .string(token))) }
    return MethodCall(
      destination: name, path: path, interface: "org.freedesktop.portal.OpenURI", member: "OpenURI",
      arguments: ["", .string(url), .vardict(options)])
  }
}
