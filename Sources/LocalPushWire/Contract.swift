public import LocalPushBus

/// The names of the service on the session bus.
public enum Contract {
  public static let busName = "org.localpush.LocalPush"
  public static let path = "/org/localpush/LocalPush"
  public static let interface = "org.localpush.LocalPush1"

  /// The interface as `data/org.localpush.LocalPush1.xml` describes it.
  public static let xml = String(decoding: PackageResources.org_localpush_LocalPush1_xml, as: UTF8.self)

  /// Error names of the service.
  public enum ErrorName {
    public static let notFound = "org.localpush.Error.NotFound"
    public static let invalidArgument = "org.localpush.Error.InvalidArgument"
    public static let limitExceeded = "org.localpush.Error.LimitExceeded"
    public static let storage = "org.localpush.Error.Storage"
  }

  /// Tells whether a call can be made once more when its answer was lost: it changes nothing, or nothing more the second
  /// time.
  ///
  /// Asked for twice, a message in ten minutes is two messages, and what is skipped is two occurrences.
  public static func bearsRepetition(_ member: String, _ arguments: [BusValue]) -> Bool {
    if member == "Schedule" { return ["list", "source"].contains(arguments.last?["mode"]?.stringValue) }
    return repeatable.contains(member)
  }

  private static let repeatable: Set = [
    "List", "Pending", "Delivered", "History", "Get", "Explain", "Status", "TakeResponses", "Acknowledge", "Subscribe",
    "SetEnabled",
  ]

  /// Makes up an id for a message that came without one: six letters and digits, short enough to type.
  public static func newID() -> String {
    let letters = Array("abcdefghijkmnpqrstuvwxyz23456789")
    return String((0..<6).map { _ in letters[Int.random(in: letters.indices)] })
  }

  /// Version of the programs.
  public static let version = "0.1.0"
}
