public import LocalPushModel
public import LocalPushTime

/// An occurrence with what is needed to show it and to answer a press.
public struct StoredOccurrence: Sendable {
  public let occurrence: Occurrence
  /// Number of the message's life that it belongs to.
  public let message: Int64
  /// The content as it was when the occurrence became due.
  public let content: Content
  /// The server that shows it (bus and unique name) and the id there; ids live as long as that owner.
  public let server: String?
  public let serverID: UInt32?
  /// When it is to be shown: when it was due, or when its snooze ends.
  public let expected: Instant
}

extension StoredOccurrence {
  /// An occurrence of `stored` that has no row.
  public init(_ occurrence: Occurrence, of stored: StoredMessage) {
    self.init(
      occurrence: occurrence, message: stored.number, content: stored.message.content, server: nil, serverID: nil,
      expected: occurrence.due)
  }
}

/// An occurrence that waits to be shown, with what decides whether it still is.
public struct HeldOccurrence: Sendable {
  public let occurrence: Occurrence
  /// Number of the message's life that it belongs to.
  public let message: Int64
  /// When it is to be shown: when it was due, or when its snooze ended.
  public let expected: Instant
  public let missed: MissedPolicy
  /// Until when it is worth showing; nil sets no end.
  public let expires: Expiry?
  /// It is not shown while the user is not to be disturbed.
  public let waitsForQuiet: Bool
  /// A newer occurrence of the same message waits as well.
  public let isOvertaken: Bool
}

/// One change of state of an occurrence.
public struct Step: Hashable, Sendable {
  public let at: Instant
  public let state: OccurrenceState
  public let reason: String
}

extension Store {
  private static let columns = """
    number, message, app, id, slot, due, definition, state, reason, changed, server, server_id,
    expected
    """

  /// Adds an occurrence of `stored`, unless that slot is known already.
  ///
  /// - Returns: what was added, nil when the slot is known: no slot happens twice.
  public func insertOccurrence(
    of stored: StoredMessage, _ planned: PlannedOccurrence, state: OccurrenceState, reason: String, at now: Instant
  ) throws(StoreError) -> Occurrence? {
    let key = stored.message.key
    try database.run(
      """
      INSERT INTO occurrence (message, app, id, slot, due, definition, state, reason, changed, expected, band)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (message, slot) DO NOTHING
      """,
      stored.number, key.app, key.id, planned.slot.description, planned.instant.stored, stored.message.definition,
      state.rawValue, reason, now.stored, planned.instant.stored, stored.message.content.group)
    guard database.changedRows > 0 else { return nil }
    let number = database.lastInsertedRow
    try recordStep(number, state, reason, at: now)
    return Occurrence(
      number: number, key: key, slot: planned.slot, due: planned.instant, state: state, reason: reason, changed: now)
  }

  /// Tells whether a slot of one life of a message has an occurrence already.
  public func isKnown(_ slot: Slot, of message: Int64) throws(StoreError) -> Bool {
    try occurrenceNumber(slot, of: message) != nil
  }

  /// The number of the occurrence of a slot, nil when there is none yet.
  public func occurrenceNumber(_ slot: Slot, of message: Int64) throws(StoreError) -> Int64? {
    try database.first("SELECT number FROM occurrence WHERE message = ? AND slot = ?", message, slot.description) {
      $0.integer(0)
    }
  }

  /// Changes the state of an occurrence and keeps the reason and the time.
  public func setState(
    _ number: Int64, to state: OccurrenceState, reason: String, at now: Instant
  ) throws(StoreError) {
    try database.run(
      "UPDATE occurrence SET state = ?, reason = ?, changed = ?, wake = NULL WHERE number = ?",
      state.rawValue, reason, now.stored, number)
    // what timed out unseen still counts in the badge; what was answered or is gone does not
    if state != .shown, state != .expired { try leaveBadge(number) }
    try recordStep(number, state, reason, at: now)
  }

  /// Lets an occurrence come again at `wake`.
  public func snooze(_ number: Int64, until wake: Instant, reason: String, at now: Instant) throws(StoreError) {
    try setState(number, to: .pending, reason: reason, at: now)
    try database.run(
      "UPDATE occurrence SET wake = ?1, expected = ?1, server = NULL, server_id = NULL WHERE number = ?2", wake.stored,
      number)
  }

  /// Records which server shows an occurrence, and under which id; an older bearer of that id loses it, also to nobody.
  public func setServer(_ number: Int64?, _ server: String?, id: UInt32) throws(StoreError) {
    guard let server else { return }
    let bearers = try database.rows(
      "SELECT number FROM occurrence WHERE server = ? AND server_id = ?", server, Int64(id)
    ) { $0.integer(0) }
    for bearer in bearers where bearer != number {
      try database.run("UPDATE occurrence SET server = NULL, server_id = NULL WHERE number = ?", bearer)
    }
    guard let number else { return }
    try database.run(
      "UPDATE occurrence SET server = ?, server_id = ? WHERE number = ?", server, Int64(id), number)
  }

  /// Gives the occurrences of a message that wait to be shown the content of an edit.
  public func setContentOfWaiting(message: Int64, definition: String, group: String?) throws(StoreError) {
    try database.run(
      """
      UPDATE occurrence SET definition = ?, band = ? WHERE message = ?
        AND \(Self.isLive) AND state IN ('pending', 'held')
      """, definition, group, message)
  }

  private func recordStep(
    _ number: Int64, _ state: OccurrenceState, _ reason: String, at now: Instant
  ) throws(StoreError) {
    try database.run(
      "INSERT INTO step (occurrence, at, state, reason) VALUES (?, ?, ?, ?)", number, now.stored, state.rawValue, reason
    )
  }

  /// The state of an occurrence, without the rest of it.
  public func state(of number: Int64) throws(StoreError) -> OccurrenceState? {
    try database.first("SELECT state FROM occurrence WHERE number = ?", number) {
      OccurrenceState(rawValue: $0.text(0))
    } ?? nil
  }

  public func occurrence(_ number: Int64) throws(StoreError) -> StoredOccurrence? {
    try database.first(
      "SELECT \(Self.columns) FROM occurrence WHERE number = ?", number, read: Self.readOccurrence)
  }

  /// The occurrence that `server` shows under `id`.
  public func occurrence(server: String, id: UInt32) throws(StoreError) -> StoredOccurrence? {
    try database.first(
      "SELECT \(Self.columns) FROM occurrence WHERE server = ? AND server_id = ?", server, Int64(id),
      read: Self.readOccurrence)
  }

  /// The next app after `app` of which something is held.
  public func appWithHeld(after app: String) throws(StoreError) -> String? {
    try database.first("SELECT min(app) FROM occurrence WHERE state = 'held' AND app > ?", app) { $0.optionalText(0) }
      ?? nil
  }

  /// Occurrences of `app` whose time came by `last`, from behind `cursor` on, and that have not been shown, the earliest first.
  public func heldOccurrences(
    app: String, after cursor: (expected: Instant, number: Int64), to last: Instant, atMost limit: Int
  ) throws(StoreError) -> [HeldOccurrence] {
    try database.rows(
      """
      SELECT o.number, o.message, o.due, o.expected, o.id, o.slot, o.reason, o.changed, m.missed, m.missed_limit,
        EXISTS (
        SELECT 1 FROM occurrence AS n WHERE n.message = o.message AND n.due > o.due AND n.state = 'held'
          AND \(Self.isLive)),
        CASE WHEN json_valid(o.definition) THEN json_extract(o.definition, '$.expires') END,
        CASE WHEN json_valid(o.definition) THEN json_extract(o.definition, '$.zone') END,
        CASE WHEN json_valid(o.definition) THEN json_extract(o.definition, '$.at') END,
        CASE WHEN json_valid(o.definition) THEN json_extract(o.definition, '$."do-not-disturb"') IS 'hold' END
      FROM occurrence AS o LEFT JOIN message AS m ON m.number = o.message
      WHERE o.state = 'held' AND o.app = ? AND (o.expected, o.number) > (?, ?) AND o.expected <= ? ORDER BY o.expected, o.number LIMIT ?
      """, app, cursor.expected.stored, cursor.number, last.stored, Int64(limit)
    ) {
      row throws(StoreError) in
      try UnreadableRow.reading(.occurrence, row.integer(0), MessageKey(app: app, id: row.text(4))) {
        HeldOccurrence(
          occurrence: try Self.heldOccurrence(row, app: app), message: row.integer(1),
          expected: Instant(microseconds: row.integer(3)),
          missed: MissedPolicy(
            MissedPolicy.Choice(rawValue: row.text(8)) ?? .show,
            limit: row.optionalInteger(9).map(Duration.init(microseconds:))),
          expires: Self.expiry(row.optionalText(11), zone: row.optionalText(12), start: row.optionalText(13)),
          waitsForQuiet: row.integer(14) != 0, isOvertaken: row.integer(10) != 0)
      }
    }
  }

  private static func heldOccurrence(_ row: Statement, app: String) throws -> Occurrence {
    Occurrence(
      number: row.integer(0), key: MessageKey(app: app, id: row.text(4)), slot: try Slot(parsing: row.text(5)),
      due: Instant(microseconds: row.integer(2)), state: .held, reason: row.text(6),
      changed: Instant(microseconds: row.integer(7)))
  }

  private static func expiry(_ text: String?, zone: String?, start: String?) -> Expiry? {
    text.flatMap { try? Expiry(parsing: $0, zone: zone, start: start) }
  }

  /// The next moment after `now` at which something that is held may be shown: clocks go back.
  public func nextHeld(after now: Instant) throws(StoreError) -> Instant? {
    let moment = try database.first(
      "SELECT min(expected) FROM occurrence WHERE state = 'held' AND expected > ?", now.stored
    ) { $0.optionalInteger(0) }
    return (moment ?? nil).map(Instant.init(microseconds:))
  }

  /// What `server` shows of the message or the group of `stored` beside it: numbers and ids, the newest last.
  public func shownTogether(
    with stored: StoredOccurrence, on server: String
  ) throws(StoreError) -> [(number: Int64, serverID: UInt32)] {
    var found = try shown(on: server, "message = ?", stored.message)
    if let group = stored.content.group {
      found += try shown(on: server, "app = ? AND band = ?", stored.occurrence.key.app, group)
    }
    var met: Set = [stored.occurrence.number]
    return found.sorted { ($0.changed, $0.number) < ($1.changed, $1.number) }
      .filter { met.insert($0.number).inserted }.map { ($0.number, $0.serverID) }
  }

  private func shown(
    on server: String, _ condition: String, _ values: any SQLValue...
  ) throws(StoreError) -> [(number: Int64, serverID: UInt32, changed: Int64)] {
    try database.rows(
      "SELECT number, server_id, changed FROM occurrence WHERE \(condition) AND server = ? AND state = 'shown'",
      values: values + [server]
    ) { ($0.integer(0), UInt32(truncatingIfNeeded: $0.integer(1)), $0.integer(2)) }
  }

  /// Numbers of the occurrences of a message that were snoozed.
  public func snoozedOccurrences(message: Int64) throws(StoreError) -> [Int64] {
    try database.rows("SELECT number FROM occurrence WHERE message = ? AND state = 'pending'", message) {
      $0.integer(0)
    }
  }

  /// Occurrences that were handed to a server which has not answered.
  public func unansweredOccurrences() throws(StoreError) -> [StoredOccurrence] {
    try database.rows(
      "SELECT \(Self.columns) FROM occurrence WHERE state = 'due' ORDER BY due, number", read: Self.readOccurrence)
  }

  /// Snoozed occurrences whose time came at `now`.
  public func wakingOccurrences(at now: Instant) throws(StoreError) -> [StoredOccurrence] {
    try database.rows(
      "SELECT \(Self.columns) FROM occurrence WHERE wake <= ? ORDER BY wake, number", now.stored,
      read: Self.readOccurrence)
  }

  /// Occurrences of one life of a message that are still open or on screen.
  public func liveOccurrences(message: Int64) throws(StoreError) -> [StoredOccurrence] {
    try database.rows(
      """
      SELECT \(Self.columns) FROM occurrence
      WHERE message = ? AND \(Self.isLive) ORDER BY due, number
      """, message, read: Self.readOccurrence)
  }

  /// What is on screen, as far as is known, from behind a page on; of one app or of all.
  public func shownOccurrences(
    app: String?, after end: PageEnd? = nil, atMost limit: Int = .max
  ) throws(StoreError) -> [StoredOccurrence] {
    let end = end ?? .start(.min)
    return try database.rows(
      """
      SELECT \(Self.columns) FROM occurrence
      WHERE state = 'shown' AND (?1 IS NULL OR app = ?1) AND (due, number) > (?2, ?3) ORDER BY due, number LIMIT ?4
      """, app, end.key, end.number, Int64(limit), read: Self.readOccurrence)
  }

  /// The newest occurrence of an identity, whatever became of it.
  public func newestOccurrence(_ key: MessageKey) throws(StoreError) -> StoredOccurrence? {
    try database.first(
      "SELECT \(Self.columns) FROM occurrence WHERE app = ? AND id = ? ORDER BY number DESC LIMIT 1", key.app, key.id,
      read: Self.readOccurrence)
  }

  /// The occurrences of an identity, or of an app, or all; the newest first, from behind a page on.
  public func history(
    app: String?, id: String? = nil, after end: PageEnd? = nil, atMost limit: Int
  ) throws(StoreError) -> [StoredOccurrence] {
    let end = end ?? .start(.max)
    return try database.rows(
      """
      SELECT \(Self.columns) FROM occurrence
      WHERE (?1 IS NULL OR app = ?1) AND (?2 IS NULL OR id = ?2) AND (changed, number) < (?4, ?5)
      ORDER BY changed DESC, number DESC LIMIT ?3
      """, app, id, Int64(limit), end.key, end.number, read: Self.readOccurrence)
  }

  /// Every change of state of an occurrence, the first one first.
  public func steps(of number: Int64) throws(StoreError) -> [Step] {
    try database.rows("SELECT at, state, reason FROM step WHERE occurrence = ? ORDER BY rowid", number) {
      row throws(StoreError) in
      Step(
        at: Instant(microseconds: row.integer(0)), state: OccurrenceState(rawValue: row.text(1)) ?? .pending,
        reason: row.text(2))
    }
  }

  private static func readOccurrence(_ row: Statement) throws(StoreError) -> StoredOccurrence {
    let key = MessageKey(app: row.text(2), id: row.text(3))
    return try UnreadableRow.reading(.occurrence, row.integer(0), key) { try readOccurrence(row, key) }
  }

  private static func readOccurrence(_ row: Statement, _ key: MessageKey) throws -> StoredOccurrence {
    guard let state = OccurrenceState(rawValue: row.text(7)) else {
      throw JSONError(reason: "'\(row.text(7))' is no state")
    }
    return StoredOccurrence(
      occurrence: Occurrence(
        number: row.integer(0), key: key, slot: try Slot(parsing: row.text(4)),
        due: Instant(microseconds: row.integer(5)), state: state, reason: row.text(8),
        changed: Instant(microseconds: row.integer(9))),
      message: row.integer(1), content: try content(of: row.text(6)), server: row.optionalText(10),
      serverID: row.optionalInteger(11).map { UInt32(truncatingIfNeeded: $0) },
      expected: Instant(microseconds: row.integer(12)))
  }
}
