/// How one server departs from the specification; without any change it is the specification itself.
///
/// Seen on the bus with the real servers: data/doc/servers.md, made by `make test-servers`.
public nonisolated struct ServerQuirks: Hashable, Sendable {
  /// What a program that was started anew has to do so that the buttons of what it showed before work again.
  public enum Reunion: Sendable {
    /// Nothing: the server tells presses to everyone, and its ids stay what they were.
    case none
    /// Show it again in its own place: the server tells presses only to whoever showed it last.
    case replace
    /// Show it as something new: the server lets nobody replace what another connection showed.
    case anew
  }

  /// The action `default` is drawn as a button of its own, which would stand there twice.
  public var drawsDefaultAsButton = false
  /// The button after `default` is not drawn.
  public var losesButtonAfterDefault = false
  /// Actions are asked for in a dialog that takes the keyboard, and told without the id of the notification.
  public var misusesActions = false
  /// What takes the place of something gets its text, and keeps the buttons of what was there.
  public var keepsOldButtons = false
  /// `default` is told as well after a press of another button, and after a dismissal.
  public var echoesDefault = false
  /// What it can do changes while it runs, so it is asked again before each burst.
  public var capabilitiesVary = false
  /// How many calls of `Notify` may wait for their answers at the same time.
  public var callsAtOnce = 8
  /// How many bytes of a body, as sent, it is known to survive.
  public var bodyBytes = 2 * 1024
  /// How many characters of a title it shows; a longer one is cut, and stands whole above the body.
  public var titleCharacters = Int.max
  public var reunion = Reunion.none
  /// Where it, or its desktop, tells whether do-not-disturb is on.
  public var silenceSource: SilenceSource?
  /// Pictures are shown in the place of the icon only.
  public var showsImageAsIcon = false
  /// An icon that is a file is found by its URI, and not by its path as everywhere.
  public var takesIconsByURI = false

  public init() {}
}

nonisolated extension ServerQuirks {
  /// What is known of the server that calls itself `name` in `GetServerInformation`.
  public static func of(_ name: String, capabilities: Set<String>) -> ServerQuirks {
    var quirks = ServerQuirks()
    table[name]?(&quirks)
    if quirks.silenceSource == nil, capabilities.contains("inhibitions") {
      quirks.silenceSource = .property(interface: "org.freedesktop.Notifications", name: "Inhibited")
    }
    return quirks
  }

  /// Names of the servers that the table knows.
  public static var knownServers: [String] { table.keys.sorted() }

  private static let table: [String: @Sendable (inout ServerQuirks) -> Void] = [
    "dunst": {
      $0.callsAtOnce = 1  // a burst in flight hangs 1.9 for good
      $0.reunion = .replace
      $0.silenceSource = .property(interface: "org.dunstproject.cmd0", name: "paused")
    },
    "Xfce Notify Daemon": {
      $0.drawsDefaultAsButton = true
      $0.capabilitiesVary = true  // no "actions" while do-not-disturb is on
      $0.silenceSource = .xfconf(channel: "xfce4-notifyd", property: "/do-not-disturb")
      $0.callsAtOnce = 1
    },
    "lxqt-notificationd": {
      $0.keepsOldButtons = true
      $0.drawsDefaultAsButton = true
      $0.showsImageAsIcon = true
      $0.callsAtOnce = 4
    },
    "notify-osd": {
      $0.misusesActions = true
      $0.callsAtOnce = 1  // more than 50 are refused
    },
    // the same name for the one of MATE and for the old one of GNOME
    "Notification Daemon": {
      $0.callsAtOnce = 1  // more than 20 are refused
      $0.silenceSource = .dconf(key: "/org/mate/notification-daemon/do-not-disturb", isSilent: true)
      $0.titleCharacters = 40  // MATE's does not wrap titles, and puts a window that is too wide off the screen
    },
    "gnome-shell": {
      $0.reunion = .anew
      $0.silenceSource = .dconf(key: "/org/gnome/desktop/notifications/show-banners", isSilent: false)
    },
    "Plasma": { $0.reunion = .replace },  // takes away the buttons when their sender leaves the bus
    "Budgie Notification Server": {
      $0.echoesDefault = true
      $0.losesButtonAfterDefault = true
      $0.takesIconsByURI = true
      $0.silenceSource = .method(
        path: "/org/budgie_desktop/Notifications", interface: "org.buddiesofbudgie.budgie.Dispatcher",
        question: "GetDoNotDisturb", signal: "DoNotDisturbChanged", argument: 0)
    },
    "SwayNotificationCenter": {
      $0.callsAtOnce = 1
      $0.silenceSource = .method(
        path: "/org/erikreider/swaync/cc", interface: "org.erikreider.swaync.cc", question: "GetDnd",
        signal: "Subscribe", argument: 1)
    },
    "naughty": {
      $0.callsAtOnce = 1
      $0.showsImageAsIcon = true
    },
    "cinnamon": {
      $0.callsAtOnce = 1
      $0.silenceSource = .dconf(key: "/org/cinnamon/desktop/notifications/display-notifications", isSilent: false)
    },
  ]
}
