public import LocalPushBus
internal import LocalPushModel
internal import LocalPushTime

nonisolated extension Notification {
  /// The arguments of `org.freedesktop.Notifications.Notify` (signature `susssasa{sv}i`) for a server like this.
  public func arguments(for server: ServerProfile) -> [BusValue] {
    [
      .string(appName), .uint32(replaces), .string(icon(for: server)), .string(summary(for: server)),
      .string(body(for: server)),
      .strings(actions(for: server)), .vardict(hints(for: server)), .int32(timeoutMilliseconds),
    ]
  }

  private var appName: String { app == MessageKey.ownApp ? "LocalPush" : app }

  private func icon(for server: ServerProfile) -> String {
    if server.quirks.showsImageAsIcon, let image = content.image { return image }
    let icon = content.icon ?? (app == MessageKey.ownApp ? MessageKey.ownApp : "")
    return server.quirks.takesIconsByURI && icon.hasPrefix("/") ? icon.asFileURI : icon
  }

  /// The title on one line; with the text behind it where the server has no place for a body.
  ///
  /// The summary is never escaped: the specification has markup in the body only.
  private func summary(for server: ServerProfile) -> String {
    // long ones hang some servers
    guard server.hasBody else { return oneLine([content.title, text]).cut(toBytes: Limits.titleBytes) }
    guard isTooLong(content.title, for: server) else { return oneLine([content.title]) }
    return oneLine([String(content.title.prefix(server.quirks.titleCharacters - 1))]) + "…"
  }

  private func isTooLong(_ title: String, for server: ServerProfile) -> Bool {
    title.count > server.quirks.titleCharacters
  }

  private func oneLine(_ parts: [String]) -> String {
    parts.filter { !$0.isEmpty }.joined(separator: ": ").withoutControls(keepingLines: false)
  }

  private var text: String { [content.body, note ?? ""].filter { !$0.isEmpty }.joined(separator: "\n") }

  /// The body with its note: escaped where the server reads markup, as it stands where it does not, and cut to what
  /// the server survives.
  private func body(for server: ServerProfile) -> String {
    guard server.hasBody else { return "" }
    let whole = isTooLong(content.title, for: server) ? content.title + "\n" + text : text
    let clean = whole.withoutControls(keepingLines: true)
    return clean.cut(toBytes: server.quirks.bodyBytes, escaped: server.readsMarkup)
  }

  /// Keys and labels in turn; `default`, the click on the body, carries the label of the first button.
  private func actions(for server: ServerProfile) -> [String] {
    guard server.hasActions else { return [] }
    let buttons = content.actions.flatMap { [key(of: $0, for: server), $0.label] }
    guard answersClick, buttons.isEmpty || !buttonsSuffice(for: server) else { return buttons }
    let click = [Action.defaultKey, content.actions.first?.label ?? clickLabel]
    return server.quirks.losesButtonAfterDefault ? buttons + click : click + buttons
  }

  /// What the server is to tell a press by: the action's key, or the icon that is drawn in the place of its label.
  private func key(of action: Action, for server: ServerProfile) -> String {
    if action.key == replyKey(for: server) { return Action.replyKey }
    return showsIcons(on: server) ? action.icon ?? action.key : action.key
  }

  /// Either every button has an icon or none: the server takes each key for one.
  private func showsIcons(on server: ServerProfile) -> Bool {
    server.drawsActionIcons && !content.actions.isEmpty && content.actions.allSatisfy { $0.icon != nil }
  }

  /// A click on the body would be one button too many, or would answer without the text that is asked for: Plasma lets a
  /// click on the button beside its empty text field through to the body.
  private func buttonsSuffice(for server: ServerProfile) -> Bool {
    let isTextAsked = content.defaultHandler == nil && content.actions.first?.key == replyKey(for: server)
    return server.quirks.drawsDefaultAsButton || isTextAsked
  }

  /// The key of the action that the server draws as a text field; elsewhere it is a button like the others.
  private func replyKey(for server: ServerProfile) -> String? {
    server.takesReplies ? content.replyAction?.key : nil
  }

  /// Somebody is there to take a click on the body: a button's handler, one of its own, or the app.
  private var answersClick: Bool {
    !content.actions.isEmpty || content.defaultHandler != nil || app != MessageKey.ownApp
  }

  /// The sound that is none.
  private static let silence = "silent"

  /// What is to be heard, by name or absolute path; nil for silence.
  public var soundToPlay: String? { content.sound == Self.silence ? nil : content.sound }

  private func hints(for server: ServerProfile) -> [(String, BusValue)] {
    var hints: [(String, BusValue)] = [
      ("urgency", .byte(content.urgency.level)), ("desktop-entry", .string(app)),
    ]
    if let category = content.category { hints.append(("category", .string(category))) }
    if showsIcons(on: server) { hints.append(("action-icons", .boolean(true))) }
    // LXQt shows nothing at all for a picture that it is told of here
    if let image = content.image, !server.quirks.showsImageAsIcon { hints.append(("image-path", .string(image))) }
    if let sound = content.sound {
      if sound == Self.silence {
        hints.append(("suppress-sound", .boolean(true)))
      } else {
        hints.append((sound.hasPrefix("/") ? "sound-file" : "sound-name", .string(sound)))
      }
    }
    if server.takesReplies, let action = content.replyAction {
      hints.append(("x-kde-reply-submit-button-text", .string(action.label)))
      if let placeholder = action.placeholder, !placeholder.isEmpty {
        hints.append(("x-kde-reply-placeholder-text", .string(placeholder)))
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
  /// The text without control characters, which some servers refuse and none can show.
  func withoutControls(keepingLines: Bool) -> String {
    guard unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return self }
    var clean = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      let isControl = scalar.properties.generalCategory == .control
      let isKept = keepingLines && (scalar == "\n" || scalar == "\t")
      clean.append(isControl && !isKept ? " " : scalar)
    }
    return String(clean)
  }

  /// The URI of the file with this path.
  var asFileURI: String {
    let kept = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/-._~".utf8)
    return utf8.reduce(into: "file://") { uri, byte in
      let digits = String(byte, radix: 16, uppercase: true)
      uri += kept.contains(byte) ? String(UnicodeScalar(byte)) : "%" + (digits.count == 1 ? "0" : "") + digits
    }
  }

  /// As much of the text as fits into so many bytes, between characters, with `…` for the rest.
  ///
  /// - Parameter escaped: as Pango-like markup that shows it letter for letter (notification specification, "Markup").
  func cut(toBytes limit: Int, escaped: Bool = false) -> String {
    var result = ""
    var bytes = 0
    for character in self {
      let shown = escaped ? character.escapedAsMarkup : String(character)
      bytes += shown.utf8.count
      guard bytes <= limit - "…".utf8.count else { return result + "…" }
      result += shown
    }
    return result
  }
}

nonisolated extension Character {
  fileprivate var escapedAsMarkup: String {
    switch self {
    case "&": "&amp;"
    case "<": "&lt;"
    case ">": "&gt;"
    default: unicodeScalars.allSatisfy { $0.value > 0x3E } ? String(self) : escapedScalarByScalar
    }
  }

  /// A `<` with an accent is one character, and is markup all the same.
  private var escapedScalarByScalar: String {
    unicodeScalars.map { $0 == "&" ? "&amp;" : $0 == "<" ? "&lt;" : $0 == ">" ? "&gt;" : String($0) }.joined()
  }
}
