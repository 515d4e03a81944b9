internal import LocalPushBus
internal import LocalPushTime

/// What a trial asked for and what it saw of it, kept outside of the daemon that is killed.
struct KillLedger {
  /// How far a request got before its daemon died.
  enum Answer { case waiting, yes, no, lost }

  /// One message that was handed over.
  struct Entry {
    let kind: Kind
    /// The `a{sv}` of `Schedule`.
    var message: [(String, BusValue)] = []
    var answer = Answer.waiting
    /// When the server was asked to show it, and in which life of the daemon.
    var notifies: [(life: Int, at: Instant)] = []
    /// The daemon said that an occurrence was shown, which it says after the commit.
    var isPresented = false
    /// Life in which its cancellation was confirmed.
    var cancelled: Int?
    /// Its cancellation, its end or a snooze was asked for, whatever became of that.
    var isMeddledWith = false
    var presses: [Press] = []
  }

  enum Kind: Equatable {
    case single
    /// So many occurrences, a second apart.
    case series(Int)
    /// Not due as long as the trial runs.
    case far
  }

  /// One press or dismissal that the server told of.
  struct Press {
    let action: String
    let life: Int
    /// The banner was known to the daemon by all that could be seen.
    let isExpected: Bool
    /// The daemon answered a call that the server made after the press.
    var isHandled = false
  }

  var entries: [String: Entry] = [:]
  /// Responses that were taken: by sequence number, what they say.
  var responses: [UInt64: String] = [:]
  /// The last sequence number whose acknowledgement was confirmed.
  var acknowledged: UInt64 = 0
  /// Banners by the server's id.
  var banners: [UInt32: String] = [:]

  var accepted: [String: Entry] { entries.filter { $0.value.answer == .yes } }
}
