public import LocalPushModel
public import LocalPushTime

/// A message with what the store knows of its progress.
public struct StoredMessage: Sendable {
  /// Number of this life of the message; a message that is cancelled and scheduled again gets a new one.
  public let number: Int64
  public let message: Message
  public let created: Instant
  /// When it was last handed over with something new, or something of it came.
  public let changed: Instant
  /// The newest slot that has been decided; no slot up to it comes again.
  public let lastSlot: Slot?
  /// The slot that comes next and its moment, nil when there is none.
  public let next: PlannedOccurrence?
  /// Why nothing more comes, nil while something does.
  public let ended: String?
}

extension Store {
  private static let columns = """
    number, app, id, source, definition, trigger, missed, missed_limit, created, last_slot, next_slot, next_due, ended,
    changed
    """

  /// The message of an identity, also when it has ended.
  public func message(_ key: MessageKey) throws(StoreError) -> StoredMessage? {
    try database.first(
      "SELECT \(Self.columns) FROM message WHERE app = ? AND id = ?", key.app, key.id, read: Self.readMessage)
  }

  /// What there is of a message when a source says something of it.
  public enum Standing: Sendable {
    /// No message has this identity.
    case absent
    /// The same source said the very same before, and something of it is still to come.
    case same
    case other
  }

  /// Compares what a source says of a message with what is there, of which nothing is read.
  public func standing(
    of key: MessageKey, from source: String, saying definition: String
  ) throws(StoreError) -> Standing {
    let isSame = try database.first(
      "SELECT source = ? AND definition = ? AND next_due IS NOT NULL FROM message WHERE app = ? AND id = ?",
      source, definition, key.app, key.id
    ) { $0.integer(0) != 0 }
    return isSame.map { $0 ? .same : .other } ?? .absent
  }

  /// The message of a number.
  public func message(number: Int64) throws(StoreError) -> StoredMessage? {
    try database.first("SELECT \(Self.columns) FROM message WHERE number = ?", number, read: Self.readMessage)
  }

  /// Messages whose next occurrence is due at `now`, the earliest first.
  public func dueMessages(at now: Instant, atMost limit: Int) throws(StoreError) -> [StoredMessage] {
    try database.rows(
      "SELECT \(Self.columns) FROM message WHERE next_due <= ? ORDER BY next_due, number LIMIT ?",
      now.stored, Int64(limit), read: Self.readMessage)
  }

  /// Messages with an occurrence to come, the next first, from behind a page on; of one app or of all.
  public func pendingMessages(
    app: String?, after end: PageEnd? = nil, atMost limit: Int = .max
  ) throws(StoreError) -> [StoredMessage] {
    let end = end ?? .start(.min)
    guard let app else {
      return try database.rows(
        """
        SELECT \(Self.columns) FROM message
        WHERE next_due IS NOT NULL AND (next_due, number) > (?, ?) ORDER BY next_due, number LIMIT ?
        """, end.key, end.number, Int64(limit), read: Self.readMessage)
    }
    return try database.rows(
      """
      SELECT \(Self.columns) FROM message
      WHERE app = ? AND next_due IS NOT NULL AND (next_due, number) > (?, ?) ORDER BY next_due, number LIMIT ?
      """, app, end.key, end.number, Int64(limit), read: Self.readMessage)
  }

  /// The messages of one source, also ended ones, by their numbers; what they say is not read.
  public func keys(source: String) throws(StoreError) -> [(number: Int64, key: MessageKey)] {
    try database.rows("SELECT number, app, id FROM message WHERE source = ?", source) {
      (number: $0.integer(0), key: MessageKey(app: $0.text(1), id: $0.text(2)))
    }
  }

  /// Tells whether a message of a source has an occurrence to come.
  public func hasPending(source: String) throws(StoreError) -> Bool {
    try database.first("SELECT 1 FROM message WHERE source = ? AND next_due IS NOT NULL LIMIT 1", source) {
      $0.integer(0)
    } != nil
  }

  /// How many apps have something to come, counted up to `limit`.
  public func pendingApps(atMost limit: Int) throws(StoreError) -> Int {
    var count = 0
    var last = ""
    // from one app to the next, however many messages each has
    while count < limit,
      let app = try database.first(
        "SELECT min(app) FROM message WHERE next_due IS NOT NULL AND app > ?", last, read: { $0.optionalText(0) })
        ?? nil
    {
      count += 1
      last = app
    }
    return count
  }

  /// Sources whose name begins with `prefix`.
  public func sources(prefix: String) throws(StoreError) -> [String] {
    var found: [String] = []
    var last = prefix
    // from one source to the next, however many messages each has
    while let source = try database.first(
      found.isEmpty
        ? "SELECT min(source) FROM message WHERE source >= ?" : "SELECT min(source) FROM message WHERE source > ?",
      last, read: { $0.optionalText(0) }) ?? nil, source.hasPrefix(prefix)
    {
      found.append(source)
      last = source
    }
    return found
  }

  /// Messages of `app` that still have something to come and whose `userInfo` has `value` under `key`.
  ///
  /// `value` is compared with the plain text of the member: `3` finds both the number and the text.
  public func messages(app: String, where key: String, is value: String) throws(StoreError) -> [StoredMessage] {
    try activeMessages(app: app).filter { stored in
      stored.message.content.userInfo[key]?.plainText.isSameBytes(as: value) ?? false
    }
  }

  /// Messages of `app` with an occurrence to come or one that is not finished.
  public func activeMessages(app: String) throws(StoreError) -> [StoredMessage] {
    try database.rows(
      """
      SELECT \(Self.columns) FROM message AS m WHERE app = ? AND (next_due IS NOT NULL OR EXISTS (
        SELECT 1 FROM occurrence WHERE message = m.number AND \(Self.isLive)))
      ORDER BY number
      """, app, read: Self.readMessage)
  }

  /// Messages whose moments depend on where the user is, in the order of their numbers from above `last` on.
  public func floatingMessages(after last: Int64, atMost limit: Int) throws(StoreError) -> [StoredMessage] {
    try database.rows(
      """
      SELECT \(Self.columns) FROM message
      WHERE next_due IS NOT NULL AND instr(trigger, '"zone":"floating"') > 0 AND number > ? ORDER BY number LIMIT ?
      """, last, Int64(limit), read: Self.readMessage)
  }

  /// Messages that repeat or not and have something to come, in the order of their numbers from above `last` on.
  public func comingMessages(after last: Int64, atMost limit: Int) throws(StoreError) -> [StoredMessage] {
    try database.rows(
      "SELECT \(Self.columns) FROM message WHERE number > ? AND next_due IS NOT NULL ORDER BY number LIMIT ?", last,
      Int64(limit), read: Self.readMessage)
  }

  /// Tells whether a message of `app` has something to come.
  public func hasPending(app: String) throws(StoreError) -> Bool {
    try database.first("SELECT 1 FROM message WHERE app = ? AND next_due IS NOT NULL LIMIT 1", app) {
      $0.integer(0)
    } != nil
  }

  /// How many messages of `app` have something to come.
  public func pendingCount(app: String) throws(StoreError) -> Int {
    let count = try database.first(
      "SELECT count(*) FROM message WHERE app = ? AND next_due IS NOT NULL", app
    ) { $0.integer(0) }
    return Int(count ?? 0)
  }

  /// The next moment at which anything is due: an occurrence or the end of a snooze.
  public func nextMoment() throws(StoreError) -> Instant? {
    let moments = try database.rows(
      """
      SELECT min(next_due) FROM message WHERE next_due IS NOT NULL
      UNION ALL SELECT min(wake) FROM occurrence WHERE wake IS NOT NULL
      """
    ) { $0.optionalInteger(0) }
    return moments.compactMap(\.self).min().map(Instant.init(microseconds:))
  }

  /// The next moment after `now` at which anything is due.
  public func nextMoment(after now: Instant) throws(StoreError) -> Instant? {
    let moments = try database.rows(
      """
      SELECT min(next_due) FROM message WHERE next_due > ?1
      UNION ALL SELECT min(wake) FROM occurrence WHERE wake > ?1
      """, now.stored
    ) { $0.optionalInteger(0) }
    return moments.compactMap(\.self).min().map(Instant.init(microseconds:))
  }

  /// Adds a message that has no row yet.
  public func insert(_ message: Message, next: PlannedOccurrence?, at now: Instant) throws(StoreError) {
    try makeRoom(for: message.key)
    try database.run(
      """
      INSERT INTO message (app, id, source, definition, trigger, missed, missed_limit, created, changed,
        next_slot, next_due) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      message.key.app, message.key.id, message.source, message.definition, message.trigger.json.description,
      message.missed.choice.rawValue, message.missed.limit?.microseconds, now.stored, now.stored,
      next?.slot.description, next?.instant.stored)
  }

  /// Gives an existing message new content and a new trigger; its number and its decided slots stay.
  public func update(
    _ number: Int64, to message: Message, next: PlannedOccurrence?, ended: String?, at now: Instant
  ) throws(StoreError) {
    try database.run(
      """
      UPDATE message SET source = ?, definition = ?, trigger = ?, missed = ?, missed_limit = ?, changed = ?,
        next_slot = ?, next_due = ?, ended = ? WHERE number = ?
      """,
      message.source, message.definition, message.trigger.json.description, message.missed.choice.rawValue,
      message.missed.limit?.microseconds, now.stored, next?.slot.description, next?.instant.stored,
      next == nil ? ended : String?.none, number)
  }

  /// Records that every slot up to `last` is decided and which one comes next.
  public func advance(
    _ number: Int64, past last: Slot?, to next: PlannedOccurrence?, ended: String?, at now: Instant
  ) throws(StoreError) {
    try database.run(
      """
      UPDATE message SET last_slot = coalesce(?, last_slot), next_slot = ?, next_due = ?, ended = ?, changed = ?
      WHERE number = ?
      """,
      last?.description, next?.slot.description, next?.instant.stored, next == nil ? ended : String?.none, now.stored,
      number)
  }

  /// Removes a message; its occurrences stay in the history.
  public func delete(_ number: Int64) throws(StoreError) {
    try database.run("DELETE FROM message WHERE number = ?", number)
  }

  private static func readMessage(_ row: Statement) throws(StoreError) -> StoredMessage {
    let key = MessageKey(app: row.text(1), id: row.text(2))
    return try UnreadableRow.reading(.message, row.integer(0), key) { try readMessage(row, key) }
  }

  private static func readMessage(_ row: Statement, _ key: MessageKey) throws -> StoredMessage {
    let definition = row.text(4)
    let missed = MissedPolicy(
      MissedPolicy.Choice(rawValue: row.text(6)) ?? .show,
      limit: row.optionalInteger(7).map(Duration.init(microseconds:)))
    let message = Message(
      key: key, source: row.text(3), content: try content(of: definition),
      trigger: try Trigger(json: JSONValue(parsing: row.text(5))), missed: missed, definition: definition)
    let next = try row.optionalText(10).map { text in
      PlannedOccurrence(
        slot: try Slot(parsing: text), instant: Instant(microseconds: row.integer(11)), adjustment: .unique)
    }
    return StoredMessage(
      number: row.integer(0), message: message, created: Instant(microseconds: row.integer(8)),
      changed: Instant(microseconds: row.integer(13)),
      lastSlot: try row.optionalText(9).map { try Slot(parsing: $0) }, next: next, ended: row.optionalText(12))
  }

  /// Reads the content back from a definition that this program wrote.
  static func content(of definition: String) throws -> Content {
    guard let object = try JSONValue(parsing: definition).object else { throw JSONError(reason: "not an object") }
    return try MessageDraft(json: object).content()
  }
}
