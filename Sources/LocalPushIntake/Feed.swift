public import LocalPushModel

/// What a feed says, whatever it is written in: JSON, iCalendar, or a push payload that stands for a feed of one.
public struct Feed: Sendable {
  public let messages: [(draft: MessageDraft, line: Int)]
  public let faults: [Fault]
  /// Messages that are in the feed with a fault.
  public let faulty: Set<MessageKey>
  /// Messages that the feed itself calls off.
  public let withdrawn: Set<MessageKey>
  /// False when messages may be missing although the feed has them.
  public let isWhole: Bool

  /// Reads the text of a feed; `file` is only its name.
  ///
  /// - Parameter allowedSchemes: URL schemes that its items may open.
  /// - Throws: a fault when the text as a whole is no feed; an item at fault is in ``faults``.
  public init(
    _ bytes: [UInt8], file: String, app: String? = nil, allowedSchemes: Set<String> = []
  ) throws(Fault) {
    if CalendarFeed.isCalendar(bytes) {
      self.init(try CalendarFeed(bytes, file: file, app: app, allowedSchemes: allowedSchemes))
    } else {
      self.init(try JSONFeed(bytes, file: file, app: app, allowedSchemes: allowedSchemes))
    }
  }

  /// What an iCalendar file says.
  public init(_ calendar: CalendarFeed) {
    messages = calendar.messages
    faults = calendar.faults
    faulty = calendar.faulty
    withdrawn = calendar.withdrawn
    isWhole = calendar.isWhole
  }

  /// What a push payload says, which is one message.
  public init(_ payload: APNsPayload) {
    messages = [(payload.draft, 1)]
    (faults, faulty, withdrawn, isWhole) = ([], [], [], true)
  }

  /// What a JSON feed says.
  public init(_ feed: JSONFeed) {
    messages = feed.messages
    faults = feed.faults
    faulty = feed.faulty
    withdrawn = []
    isWhole = true
  }
}
