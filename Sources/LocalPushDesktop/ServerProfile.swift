/// What the present notification server is and can do.
public nonisolated struct ServerProfile: Hashable, Sendable {
  /// As `GetServerInformation` says.
  public var name: String
  public var version: String
  /// As `GetCapabilities` says.
  public var capabilities: Set<String>

  public init(name: String, version: String, capabilities: Set<String>) {
    self.name = name
    self.version = version
    self.capabilities = capabilities
  }

  /// What is assumed of a server that does not tell: the capabilities that the specification expects of every one.
  public static let unknown = ServerProfile(name: "unknown", version: "", capabilities: ["body", "actions"])

  /// How it departs from the specification.
  public var quirks: ServerQuirks { .of(name, capabilities: capabilities) }

  /// There is a place for a body.
  var hasBody: Bool { capabilities.contains("body") }

  /// The body is read as markup, so that `&`, `<` and `>` of a text have to be escaped.
  var readsMarkup: Bool { capabilities.contains("body-markup") }

  /// Buttons can be shown.
  var hasActions: Bool { capabilities.contains("actions") && !quirks.misusesActions }

  /// Buttons can be icons, named by the keys of their actions.
  var drawsActionIcons: Bool { hasActions && capabilities.contains("action-icons") }

  /// It plays the sound of a message itself.
  public var playsSounds: Bool { capabilities.contains("sound") }

  /// An answer can be typed into the notification (Plasma and SwayNotificationCenter).
  var takesReplies: Bool { hasActions && capabilities.contains("inline-reply") }
}
