import Foundation
import LocalPushModel
import LocalPushStore
import LocalPushTime
import Testing

private let now = try! Instant(parsing: "2026-12-01T08:00:00Z")

/// Statements that may look at more than they use, each with the reason.
private let exceptions: [(fragment: String, reason: String)] = [
  ("SELECT count(*) FROM message WHERE next_due IS NOT NULL", "Status counts them, which is a walk over an index"),
  ("FROM response ORDER BY sequence", "gives all of them"),
  ("FROM switched_off", "has a row for each app that is off"),
  ("SELECT app FROM badge UNION", "has a row for each app with a badge"),
  ("WHERE state = 'shown' AND (?1 IS NULL", "a page of what is on screen, sorted from the index of just that"),
  ("SELECT DISTINCT app FROM occurrence WHERE badge <> 0", "has a row for each message that counts in a badge"),
  ("DELETE FROM response WHERE at <", "once a day, and short where somebody takes the responses"),
  ("WHERE app = ? AND id = ? ORDER BY number DESC LIMIT 1", "sorts the history of one message"),
  ("WHERE state = 'due' ORDER BY due", "gives all that waits for the server, from an index of just that"),
  ("LIMIT 1 OFFSET", "once a day, and ends at the limit of the history"),
  ("ORDER BY changed DESC", "walks the history from its end, up to the limit that is asked for"),
  ("AS m WHERE app = ?", "sorts the messages of one app, which are all given"),
  ("SELECT count(*) FROM occurrence WHERE state = 'held'", "a walk over the index of what is held"),
]

@Suite("Plans of the statements")
struct PlanTests {
  private let store: Store
  private let key = MessageKey(app: MessageKey.ownApp, id: "m")

  init() throws {
    store = try Store(path: ":memory:")
  }

  /// Calls everything that the store can do, so that each of its statements is prepared.
  private func useAll() throws {
    var draft = MessageDraft()
    try draft.set("id", to: "m")
    try draft.set("title", to: "M")
    try draft.set("at", to: "2026-12-01 09:00")
    try draft.set("repeat", to: "day")
    try draft.set("group", to: "g")
    let message = try draft.message(source: "config:a", at: now, in: .utc)
    let next = try #require(message.trigger.next(after: now, in: .utc))
    try store.insert(message, next: next, at: now)
    let stored = try #require(try store.message(key))
    try useMessages(stored, message, next)
    try useOccurrences(stored, next)
    try useApps()
    try store.prune(.standard, at: now)
    try store.delete(stored.number)
  }

  private func useMessages(_ stored: StoredMessage, _ message: Message, _ next: PlannedOccurrence) throws {
    try store.update(stored.number, to: message, next: next, ended: nil, at: now)
    try store.advance(stored.number, past: nil, to: next, ended: nil, at: now)
    try store.setDefinition(of: stored.number, message.definition, at: now)
    _ = try store.standing(of: key, from: "config:a", saying: message.definition)
    _ = try (store.message(number: stored.number), store.dueMessages(at: now, atMost: 9))
    _ = try (store.pendingMessages(app: nil), store.pendingMessages(app: "a"), store.keys(source: "config:a"))
    _ = try (store.hasPending(source: "config:a"), store.hasPending(app: "a"), store.pendingApps(atMost: 9))
    _ = try (store.sources(prefix: "config:"), store.messages(app: "a", where: "k", is: "v"))
    _ = try (store.floatingMessages(after: 0, atMost: 9), store.comingMessages(after: 0, atMost: 9))
    _ = try (store.pendingCount(app: "a"), store.nextMoment(), store.nextMoment(after: now), store.counts())
  }

  private func useOccurrences(_ stored: StoredMessage, _ next: PlannedOccurrence) throws {
    let inserted = try store.insertOccurrence(of: stored, next, state: .held, reason: "", at: now)
    let number = try #require(inserted).number
    _ = try (store.isKnown(next.slot, of: stored.number), store.appWithHeld(after: ""), store.nextHeld(after: now))
    _ = try store.heldOccurrences(app: "a", after: (expected: now, number: 0), to: now, atMost: 9)
    try store.snooze(number, until: now, reason: "", at: now)
    _ = try (store.wakingOccurrences(at: now), store.snoozedOccurrences(message: stored.number))
    try store.setContentOfWaiting(message: stored.number, definition: stored.message.definition, group: nil)
    _ = try store.newerContent(of: number)
    try store.setContent(of: number, definition: stored.message.definition)
    try store.setState(number, to: .shown, reason: "", at: now)
    try store.setServer(number, "bus/:1.1", id: 7)
    try store.setExpiry(of: number, at: now)
    let shown = try #require(try store.occurrence(server: "bus/:1.1", id: 7))
    _ = try (store.occurrence(number), store.newestOccurrence(key), store.unansweredOccurrences())
    _ = try (store.liveOccurrences(message: stored.number), store.shownTogether(with: shown, on: "bus/:1.1"))
    _ = try (store.shownOccurrences(app: nil), store.shownOccurrences(app: "a"), store.steps(of: number))
    for (app, id) in [(nil, nil), ("a", nil), ("a", "m")] as [(String?, String?)] {
      _ = try store.history(app: app, id: id, atMost: 9)
    }
    let response = try store.insertResponse(
      to: shown, action: "view", text: nil, activationToken: nil, handler: nil, at: now)
    _ = try (store.responses(), store.responses(toTakeBy: "a", after: 0))
    _ = try (store.responseCount(app: "a"), store.hasResponse(1))
    try store.acknowledge(app: "a", upTo: 1)
    try store.forgetResponse(response.sequence)
    try store.countInBadge(shown.occurrence, .add(1))
    try store.countInBadge(shown.occurrence, .set(1))
    _ = try store.state(of: number)
    try store.setServer(nil, "bus/:1.1", id: 7)
  }

  private func useApps() throws {
    try store.addToBadge(app: "a", 1)
    try store.setBadge(app: "a", to: 2)
    _ = try (store.badge(app: "a"), store.badges(), store.urgentApps(), store.switchedOff())
    try store.setSwitch(app: "a", isOn: false)
    try store.setSwitch(app: "a", isOn: true)
    try store.remember("zone", "UTC")
    _ = try store.remembered("zone")
  }

  @Test("every statement finds its rows in an index, and sorts only what it gives")
  func plans() throws {
    try useAll()
    for (sql, steps, _) in try store.plans() {
      if exceptions.contains(where: { normalized(sql).contains($0.fragment) }) { continue }
      for step in steps {
        let isWalk = step.hasPrefix("SCAN") && step != "SCAN CONSTANT ROW"
        #expect(!isWalk && !step.contains("TEMP B-TREE"), "\(step) in \(normalized(sql))")
      }
    }
  }

  @Test("what is written for each message needs no table for the time of the statement")
  func writing() throws {
    try useAll()
    var found = 0
    for (sql, _, makesTable) in try store.plans().map({ (normalized($0.sql), $0.steps, $0.makesTable) })
    where sql.hasPrefix("INSERT") || sql.hasSuffix("WHERE number = ?") {
      found += 1
      #expect(!makesTable, "\(sql)")
    }
    #expect(found > 12)
  }

  @Test("the exceptions are statements that there are")
  func exceptionsAreUsed() throws {
    try useAll()
    let statements = try store.plans().map { normalized($0.sql) }
    for exception in exceptions {
      #expect(statements.contains { $0.contains(exception.fragment) }, "\(exception.fragment)")
    }
  }

  @Test("no statement of the store is left out of this")
  func complete() throws {
    try useAll()
    let statements = try store.plans().map { normalized($0.sql) }
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources/LocalPushStore")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.lastPathComponent.hasPrefix("Store+") }
      .filter { !["Store+audit.swift", "Store+rescue.swift"].contains($0.lastPathComponent) }
    var found = 0
    for file in files {
      for literal in try literals(in: String(contentsOf: file, encoding: .utf8)) {
        found += 1
        #expect(statements.contains { $0.contains(literal) }, "\(file.lastPathComponent): \(literal)")
      }
    }
    #expect(found > 60)
  }

  /// The longest piece without an interpolation of each literal that is a statement.
  private func literals(in source: String) throws -> [String] {
    let verbs = "SELECT|INSERT|UPDATE|DELETE|VACUUM"
    let literal = try Regex("\"\"\"\\s*((?:\(verbs))[\\s\\S]*?)\"\"\"|\"((?:\(verbs)) [^\"\\n]*)\"")
    return source.matches(of: literal).map { match in
      let text = String(match.output[1].substring ?? match.output[2].substring ?? "")
      let pieces = text.replacing(/\\\([^)]*\)/, with: "\u{0}").split(separator: "\u{0}")
      return normalized(String(pieces.max { $0.count < $1.count } ?? ""))
    }
  }

  private func normalized(_ sql: String) -> String {
    sql.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
