public import LocalPushBus
internal import LocalPushModel

/// An installed app that can be started over the bus (Desktop Entry Specification, "D-Bus Activation").
public nonisolated struct Application: Sendable {
  /// Desktop id, which is also the bus name.
  public let id: String

  public init(id: String) {
    self.id = id
  }

  /// The call that hands a response to the app: `ActivateAction` with the response as an `a{sv}`, or `Activate`.
  ///
  /// - Parameter action: name of the app's own action; nil only brings the app up.
  public func activation(action: String?, response: BusValue, token: String?) -> MethodCall {
    var platformData: [(String, BusValue)] = []
    if let token {
      platformData = [("activation-token", .string(token)), ("desktop-startup-id", .string(token))]
    }
    let arguments: [BusValue] =
      if let action {
        [.string(action), .array(element: "v", [.variant(response)]), .vardict(platformData)]
      } else {
        [.vardict(platformData)]
      }
    return MethodCall(
      destination: id, path: path, interface: "org.freedesktop.Application",
      member: action == nil ? "Activate" : "ActivateAction", arguments: arguments, autoStart: true)
  }

  /// `/` and the id with `/` for `.` and `_` for `-`.
  private var path: String {
    "/" + String(id.map { $0 == "." ? "/" : $0 == "-" ? "_" : $0 })
  }
}
