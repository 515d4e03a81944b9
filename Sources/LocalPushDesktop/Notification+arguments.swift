public import LocalPushBus
internal import LocalPushModel
internal import LocalPushTime

nonisolated extension Notification {
  /// The arguments of `org.freedesktop.Notifications.Notify` (signature `susssasa{sv}i`) for a server like this.
  public func arguments(for server: ServerProfile) -> [BusValue] {
    [
      .string(appName), .uint32(replaces), .string(icon), .string(content.title), .string(body(for: server)),
      .strings(actions(for: server)), .vardict(hints), .int32(timeoutMilliseconds),
    ]
  }

  private var appName: String { app == MessageKey.ownApp ? "LocalPush" : app }

  private var icon: String { content.icon ?? (app == MessageKey.ownApp ? MessageKey.ownApp : "") }

  /// The body with its note; escaped where the server reads markup, as it stands where it does not.
  ///
  /// The summary is never escaped: the specification has markup in the body only.
  private func body(for server: ServerProfile) -> String {
    let text = [content.body, note ?? ""].filter { !$0.isEmpty }.joined(separator: "\n")
    return server.readsMarkup ? text.escapedAsMarkup : text
  }

  /// Keys and labels in turn; `default`, the click on the body, carries the label of the first button.
  private func actions(for server: ServerProfile) -> [String] {
    guard server.hasActions else { return [] }
    let buttons = content.actions.flatMap { [$0.key, $0.label] }
    guard answersClick, !(server.drawsDefaultAsButton && !buttons.isEmpty) else { return buttons }
    return [Action.defaultKey, content.actions.first?.label ?? "Open"] + buttons
  }

  /// Somebody is there to take a click on the body: a button's handler, one of its own, or the app.
  private var answersClick: Bool {
    !content.actions.isEmpty || content.defaultHandler != nil || app != MessageKey.ownApp
  }

  private var hints: [(String, BusValue)] {
    var hints: [(String, BusValue)] = [
      ("urgency", .byte(content.urgency.level)), ("desktop-entry", .string(app)),
    ]
    if let category = content.category { hints.append(("category", .string(category))) }
    if let image = content.image { hints.append(("image-path", .string(image))) }
    if let sound = content.sound {
      if sound == "silent" {
        hints.append(("suppress-sound", .boolean(true)))
      } else {
        hints.append((sound.hasPrefix("/") ? "sound-file" : "sound-name", .string(sound)))
      }
    }
    return hints
  }

  /// Milliseconds on screen: -1 leaves it to the server, 0 keeps it until it is closed.
  private var timeoutMilliseconds: Int32 {
    guard let timeout = content.timeout else { return -1 }
    return Int32(clamping: max(0, timeout.microseconds / 1000))
  }
}

nonisolated extension String {
  /// The text as Pango-like markup that shows it letter for letter (notification specification, "Markup").
  var escapedAsMarkup: String {
    var escaped = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
