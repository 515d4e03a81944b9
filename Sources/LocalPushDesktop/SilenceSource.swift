/// Where a server or its desktop tells whether do-not-disturb is on.
public nonisolated enum SilenceSource: Hashable, Sendable {
  /// A property of the server's object.
  case property(interface: String, name: String)
  /// A setting of Xfce, kept by `org.xfce.Xfconf`.
  case xfconf(channel: String, property: String)
  /// A method of another object of the server's, and a signal that has the answer among its arguments.
  case method(path: String, interface: String, question: String, signal: String, argument: Int)
  /// A setting of GNOME's kind, kept in the user's dconf file; `isSilent` is the value that means silence.
  case dconf(key: String, isSilent: Bool)
}
