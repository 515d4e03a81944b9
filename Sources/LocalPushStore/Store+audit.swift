package import LocalPushModel
package import LocalPushTime

/// A change of state as the log of steps holds it, for a proof that reads over the store's shoulder.
package struct LoggedStep: Sendable {
  package let row: Int64
  package let occurrence: Int64
  package let state: OccurrenceState
  package let reason: String
  package let at: Instant
}

/// A row of the schedule without its content.
package struct AuditedMessage: Hashable, Sendable {
  package let number: Int64
  package let key: MessageKey
  package let source: String
  package let definition: String
  package let trigger: String
  package let missed: MissedPolicy
  package let next: PlannedOccurrence?
  package let ended: String?
}

/// A row of the history without its content.
package struct AuditedOccurrence: Sendable {
  package let number: Int64
  package let message: Int64
  package let key: MessageKey
  package let slot: String
  package let due: Instant
  package let state: OccurrenceState
  package let wake: Instant?
}

extension Store {
  /// The steps that were logged after the row `last`.
  package func loggedSteps(after last: Int64) throws(StoreError) -> [LoggedStep] {
    try database.rows(
      "SELECT rowid, occurrence, state, reason, at FROM step WHERE rowid > ? ORDER BY rowid", last
    ) {
      LoggedStep(
        row: $0.integer(0), occurrence: $0.integer(1), state: OccurrenceState(rawValue: $0.text(2)) ?? .pending,
        reason: $0.text(3), at: Instant(microseconds: $0.integer(4)))
    }
  }

  private static let auditedColumns = """
    number, app, id, source, definition, trigger, missed, missed_limit, next_slot, next_due, ended
    """

  /// Every message.
  package func auditedMessages() throws(StoreError) -> [AuditedMessage] {
    try database.rows("SELECT \(Self.auditedColumns) FROM message", read: Self.readAudited)
  }

  /// The message of a number.
  package func auditedMessage(_ number: Int64) throws(StoreError) -> AuditedMessage? {
    try database.first(
      "SELECT \(Self.auditedColumns) FROM message WHERE number = ?", number, read: Self.readAudited)
  }

  private static func readAudited(_ row: Statement) throws(StoreError) -> AuditedMessage {
    let key = MessageKey(app: row.text(1), id: row.text(2))
    let slot = try row.optionalText(8).map { text throws(StoreError) in
      try UnreadableRow.reading(.message, row.integer(0), key) { try Slot(parsing: text) }
    }
    return AuditedMessage(
      number: row.integer(0), key: key, source: row.text(3), definition: row.text(4), trigger: row.text(5),
      missed: MissedPolicy(
        MissedPolicy.Choice(rawValue: row.text(6)) ?? .show,
        limit: row.optionalInteger(7).map(Duration.init(microseconds:))),
      next: slot.map {
        PlannedOccurrence(slot: $0, instant: Instant(microseconds: row.integer(9)), adjustment: .unique)
      },
      ended: row.optionalText(10))
  }

  /// The occurrence of a number, or with nil all of them.
  package func auditedOccurrences(_ number: Int64?) throws(StoreError) -> [AuditedOccurrence] {
    let columns = "number, message, app, id, slot, due, state, wake"
    let read = { (row: Statement) throws(StoreError) -> AuditedOccurrence in
      AuditedOccurrence(
        number: row.integer(0), message: row.integer(1), key: MessageKey(app: row.text(2), id: row.text(3)),
        slot: row.text(4), due: Instant(microseconds: row.integer(5)),
        state: OccurrenceState(rawValue: row.text(6)) ?? .pending,
        wake: row.optionalInteger(7).map(Instant.init(microseconds:)))
    }
    guard let number else { return try database.rows("SELECT \(columns) FROM occurrence", read: read) }
    return try database.rows("SELECT \(columns) FROM occurrence WHERE number = ?", number, read: read)
  }

  /// Ids of the messages that SQLite can read when each is looked up by its number, in a file that may be damaged; the
  /// whole row has to be there, with values of the table's types.
  package static func readableMessages(_ path: String, upTo last: Int64) -> Set<String> {
    guard let database = try? Database(path: path) else { return [] }
    let texts = ["app", "id", "source", "definition", "trigger", "missed"].map { "typeof(\($0)) = 'text'" }
    let integers = ["created", "changed"].map { "typeof(\($0)) = 'integer'" }
    let optionalTexts = ["last_slot", "next_slot", "ended"].map { "typeof(\($0)) IN ('text', 'null')" }
    let optionalIntegers = ["missed_limit", "next_due"].map { "typeof(\($0)) IN ('integer', 'null')" }
    let types = (texts + integers + optionalTexts + optionalIntegers).joined(separator: " AND ")
    let content = "length(app || source || definition || trigger || missed), length(last_slot || next_slot || ended)"
    let whole = "SELECT id, \(content) FROM message WHERE number = ? AND \(types)"
    return Set((1...last).compactMap { number in (try? database.first(whole, number) { $0.text(0) }) ?? nil })
  }

  /// How many rows all tables have together.
  package func rowCount() throws(StoreError) -> Int {
    var count: Int64 = 0
    for table in Self.tables { count += try database.first("SELECT count(*) FROM \(table)") { $0.integer(0) } ?? 0 }
    return Int(count)
  }

  /// Writes what no program of ours would write.
  package func overwrite(_ column: String, of id: String, with value: String) throws(StoreError) {
    try database.run("UPDATE message SET \(column) = ? WHERE id = ?", value, id)
  }

  /// Every statement that this store has used, each with the steps of its plan (`EXPLAIN QUERY PLAN`).
  package func plans() throws(StoreError) -> [(sql: String, steps: [String], makesTable: Bool)] {
    var plans: [(sql: String, steps: [String], makesTable: Bool)] = []
    for sql in database.statements.sorted() where !sql.hasPrefix("PRAGMA") {
      let makesTable = try database.instructions(of: sql).contains("OpenEphemeral")
      plans.append((sql, try database.plan(of: sql), makesTable))
    }
    return plans
  }

  /// Lets the file grow by `pages` from its present size and no more (`PRAGMA max_page_count`); nil lifts the limit.
  package func setRoom(pages: Int?) throws(StoreError) {
    let size = try database.first("PRAGMA page_count") { $0.integer(0) } ?? 0
    try database.execute("PRAGMA max_page_count = \(pages.map { Int64($0) + size } ?? 4_294_967_294)")
  }

  /// Called in place of each commit's first moment; what it throws undoes the transaction.
  package func interruptCommits(_ interruption: (() throws(StoreError) -> Void)?) {
    self.interruption = interruption
  }
}
