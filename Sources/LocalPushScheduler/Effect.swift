public import LocalPushModel
public import LocalPushStore
public import LocalPushTime

/// What the daemon is to do; the facts that follow come back to the scheduler.
public enum Effect: Sendable {
  /// Show it; report `shown` or `refused`.
  case present(Presentation)
  /// Draw again what is on screen, in the place of that id; report `redrawn`.
  case redraw(StoredOccurrence, replaces: UInt32)
  /// Take it off the screen.
  case close(serverID: UInt32)
  /// Something waits to be shown and there is no server: let the session start one.
  case wantServer
  /// Tell the docks.
  case setBadge(app: String, count: Int64)
  /// Hand the response to its handler; report `handled`.
  case deliver(Response)
  /// Tell whoever listens.
  case announce(Event)
  /// Say once that nothing can be written; messages still come on time.
  case storeFailed(StoreError)
  /// Say that everything is written again.
  case storeRecovered
  /// Wake up at this moment and no other; nil lets the daemon sleep.
  case arm(Instant?)
}

/// One notification to be shown.
public struct Presentation: Sendable {
  /// What is reported back with `shown` or `refused`: one occurrence, or all those of a summary.
  public let numbers: [Int64]
  /// The occurrences that it stands for; of a summary only the newest few.
  public let occurrences: [StoredOccurrence]
  /// When it was due, if that has to be said because it is late.
  public let wasDue: Instant?
  /// The id of the notification whose place it takes, 0 for a new one.
  public let replaces: UInt32

  /// Several late messages in one notification.
  public var isSummary: Bool { numbers.count > 1 }
}

/// What happened to an occurrence, for `watch` and the subscribers on the bus.
public enum Event: Sendable {
  case presented(Occurrence, Content)
  case responded(Response)
  /// Left the screen without an answer: closed by the user, by its time-out, by a program, or cancelled.
  case dismissed(Occurrence)
  /// Will not be shown: missed, skipped or cancelled.
  case missed(Occurrence)

  public var key: MessageKey {
    switch self {
    case .presented(let occurrence, _), .dismissed(let occurrence), .missed(let occurrence): occurrence.key
    case .responded(let response): response.key
    }
  }
}
