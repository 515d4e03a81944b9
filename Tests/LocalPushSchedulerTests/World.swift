import LocalPushModel
import LocalPushScheduler
import LocalPushStore
import LocalPushTime
import Testing

/// A scripted world around a real scheduler and store: its own clock, and a server that answers at once.
struct World {
  let store: Store
  var scheduler: Scheduler
  var now: Instant
  /// What the server shows, by id: the numbers of its occurrences.
  private(set) var screen: [UInt32: Presentation] = [:]
  /// Every presentation so far.
  private(set) var presented: [Presentation] = []
  /// What was drawn again: the title, and the id whose place it took.
  private(set) var redrawn: [(title: String, replaces: UInt32)] = []
  private(set) var events: [Event] = []
  private(set) var delivered: [Response] = []
  /// Ids that were closed.
  private(set) var closed: [UInt32] = []
  private(set) var badges: [String: Int64] = [:]
  private(set) var isUrgent: [String: Bool] = [:]
  private(set) var armed: Instant?
  private(set) var wantsServer = false
  var serverAnswers = true
  private var lastID: UInt32 = 0

  static let berlin = try! Zone(identifier: "Europe/Berlin")
  static let tokyo = try! Zone(identifier: "Asia/Tokyo")

  init(at text: String = "2026-12-01T08:00:00+01:00", zone: Zone = World.berlin, hasServer: Bool = true) throws {
    store = try Store(path: ":memory:")
    scheduler = try Scheduler(store: store, zone: zone, settings: Settings())
    now = try Instant(parsing: text)
    try perform(scheduler.started(at: now))
    if hasServer { try serverAppears() }
  }

  // MARK: - What happens

  mutating func serverAppears(_ name: String = "bus/:1.1") throws {
    screen = [:]
    lastID = 0
    try perform(scheduler.serverAppeared(name, at: now))
  }

  mutating func serverVanishes() throws {
    screen = [:]
    try perform(scheduler.serverVanished(at: now))
  }

  /// Lets time pass, and wakes the scheduler at each moment that it armed.
  mutating func pass(_ text: String) throws {
    let end = now + (try Duration(parsing: text))
    while let armed, armed <= end {
      now = max(now, armed)
      try perform(scheduler.timeCame(at: now))
    }
    now = end
  }

  /// Sets the clock without letting time pass, as after suspend.
  mutating func setClock(to text: String) throws {
    now = try Instant(parsing: text)
    try perform(scheduler.clockStepped(at: now))
  }

  @discardableResult
  mutating func add(
    _ fields: [String: String], source: String = "test", as handover: Handover = .request
  ) throws -> Verdict {
    try add([fields], source: source, as: handover)[0]
  }

  @discardableResult
  mutating func add(
    _ messages: [[String: String]], source: String = "test", as handover: Handover = .request
  ) throws -> [Verdict] {
    let drafts = try messages.map { fields in
      var draft = MessageDraft()
      if fields["title"] == nil { try draft.set("title", to: fields["id"] ?? "untitled") }
      for (name, text) in fields.sorted(by: { $0.key < $1.key }) { try draft.set(name, to: text) }
      return draft
    }
    let outcome = try scheduler.scheduled(drafts, source: source, as: handover, at: now)
    try perform(outcome.effects)
    return outcome.verdicts
  }

  mutating func press(_ id: UInt32, _ key: String) throws {
    try perform(scheduler.actionInvoked(serverID: id, key: key, at: now))
  }

  mutating func perform(_ effects: [Effect]) throws {
    var shown: [Shown] = []
    var drawn: [(number: Int64, id: UInt32)] = []
    for effect in effects {
      switch effect {
      case .present(let presentation):
        presented.append(presentation)
        guard serverAnswers else { continue }
        if presentation.replaces == 0 { lastID += 1 }
        let id = presentation.replaces == 0 ? lastID : presentation.replaces
        screen[id] = presentation
        shown.append(Shown(numbers: presentation.numbers, serverID: id))
      case .redraw(let stored, let replaced):
        redrawn.append((stored.content.title, replaced))
        if replaced == 0 { lastID += 1 }
        drawn.append((stored.occurrence.number, replaced == 0 ? lastID : replaced))
      case .close(let id):
        closed.append(id)
        screen[id] = nil
      case .setBadge(let app, let badge): (badges[app], isUrgent[app]) = (badge.count, badge.isUrgent)
      case .deliver(let response): delivered.append(response)
      case .announce(let event): events.append(event)
      case .arm(let moment): armed = moment
      case .storeFailed, .storeRecovered: break
      case .wantServer: wantsServer = true
      }
    }
    for one in drawn { try perform(scheduler.redrawn(one.number, serverID: one.id, at: now)) }
    if !shown.isEmpty { try perform(scheduler.shown(shown, at: now)) }
  }

  // MARK: - What can be seen

  /// Titles of every presentation so far.
  var titles: [String] { presented.map { $0.occurrences[0].content.title } }

  /// States of the occurrences of a message, the oldest first.
  func states(of id: String, app: String = MessageKey.ownApp) throws -> [OccurrenceState] {
    try store.history(app: app, id: id, atMost: 1000).sorted { $0.occurrence.number < $1.occurrence.number }
      .map(\.occurrence.state)
  }

  func key(_ id: String) -> MessageKey { MessageKey(app: MessageKey.ownApp, id: id) }
}
