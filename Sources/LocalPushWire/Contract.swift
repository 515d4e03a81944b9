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

  /// The arguments with which a call can be made once more when its answer was lost; nil when it cannot: it may have been
  /// done, and what is skipped twice is two occurrences.
  ///
  /// - Parameter firstMade: when the call was made first, in microseconds since 1970.
  public static func repetition(of member: String, _ arguments: [BusValue], firstMade: Int64) -> [BusValue]? {
    guard member == "Schedule" else { return repeatable.contains(member) ? arguments : nil }
    guard arguments.count == 3, let options = arguments[2].entries else { return nil }
    if ["list", "source"].contains(arguments[2]["mode"]?.stringValue) { return arguments }
    // the daemon would make up another id
    guard arguments[1].arrayValue?.allSatisfy({ $0["id"] != nil }) ?? false else { return nil }
    let others = options.map { ($0.key.stringValue ?? "", $0.value.unwrapped) }.filter { $0.0 != "first-made" }
    return [arguments[0], arguments[1], .vardict(others + [("first-made", .int64(firstMade))])]
  }

  /// What changes nothing, or nothing more the second time.
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
