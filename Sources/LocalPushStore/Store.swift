internal import Glibc
internal import LocalPushTime

/// The schedule and its history on disk; the schedule lives in an index here, not in memory.
///
/// Only one process opens it. Every fact is one transaction.
public final class Store {
  let database: Database
  private(set) var isInTransaction = false
  private var commitsAreDurable = true
  /// Transactions are made durable together; whether one of them has to be.
  private var isTogether = false
  private var owesDurability = false
  /// How often something was made durable.
  package private(set) var durableCommits = 0
  /// Rows that were met and cannot be read, by table and number.
  var unreadable: [UnreadableRow.Place: UnreadableRow] = [:]
  /// Those of them whose end is not on the disk yet.
  var toRetire: [UnreadableRow] = []
  /// Set by whatever may change a badge, and taken back by who reads them again.
  public var badgesMayHaveChanged = false
  /// What a simulation does at the boundary of a commit.
  var interruption: (() throws(StoreError) -> Void)?

  /// Opens or creates the database at `path` and brings its schema up to date; `:memory:` makes one for a test.
  ///
  /// - Throws: `StoreError`, with `isBusy` when another process has it open, and with `isDamaged` when the file is not a
  ///   sound database.
  public init(path: String) throws(StoreError) {
    database = try Database(path: path)
    // exclusive: a second process is refused from the first statement on, and the lock ends with this process
    try database.execute("PRAGMA locking_mode = EXCLUSIVE")
    // both are SQLite's defaults in most places; a rescue relies on them: what was deleted must not be found again
    try database.execute("PRAGMA page_size = 4096; PRAGMA secure_delete = ON")
    do throws(StoreError) {
      try refuseNewer()
      if let damage = try firstDamage() { throw StoreError(code: 11, message: damage) }
      try database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 4194304")
      try database.execute("BEGIN IMMEDIATE; COMMIT")
      try migrate()
    } catch {
      // these statements are right: a file in which they make no sense is not what its header says
      throw error.isFaultOfValues ? StoreError(code: 11, message: error.message, sql: error.sql) : error
    }
    database.onUnreadableRows = { [unowned self] rows throws(StoreError) in try passedOver(rows) }
  }

  /// Looks for damage before anything is written: through the whole of a file of ordinary size; in a larger one at
  /// both ends of every table, and what lies between is found damaged when it is read.
  private func firstDamage() throws(StoreError) -> String? {
    let pages = try database.first("PRAGMA page_count") { $0.integer(0) } ?? 0
    if pages <= Self.pagesLookedThrough { return try damage() }
    for table in Self.tables {
      for direction in ["ASC", "DESC"] {
        _ = try database.first("SELECT * FROM \(table) ORDER BY rowid \(direction) LIMIT 1") { $0.isNull(0) }
      }
    }
    return nil
  }

  /// 2 MiB, about 3 000 messages: looked through within 30 ms.
  private static let pagesLookedThrough: Int64 = 512

  /// Every table, those first that others refer to.
  static let tables = ["message", "occurrence", "step", "response", "badge", "switched_off", "remembered"]

  /// Runs `body` as one transaction, which is undone when it throws.
  ///
  /// - Parameter isDurable: true when the commit must outlive a power cut; false where a repetition does no harm.
  public func transaction<Value>(
    isDurable: Bool = true, _ body: () throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    precondition(!isInTransaction, "one fact, one transaction")
    if isTogether, isDurable { owesDurability = true }
    let isSynced = isDurable && !isTogether
    if isSynced != commitsAreDurable {
      try database.execute("PRAGMA synchronous = \(isSynced ? "FULL" : "NORMAL")")
      commitsAreDurable = isSynced
    }
    try database.run("BEGIN IMMEDIATE")
    isInTransaction = true
    defer { isInTransaction = false }
    do {
      try retireUnreadable()
      let value = try body()
      try interruption?()
      try database.run("COMMIT")
      if isSynced { durableCommits += 1 }
      toRetire = []
      return value
    } catch {
      try? database.execute("ROLLBACK")
      throw error
    }
  }

  /// Runs `body`, whose transactions are committed one by one and become durable together at the end.
  ///
  /// In a log, what is synced last takes everything before it along.
  ///
  /// - Throws: why they could not be made durable; they stand, and may be undone by a power cut.
  public func together(_ body: () -> Void) throws(StoreError) {
    precondition(!isTogether && !isInTransaction, "one after the other")
    isTogether = true
    owesDurability = false
    body()
    isTogether = false
    guard owesDurability else { return }
    try transaction { () throws(StoreError) in try remember("together", "\(durableCommits)") }
  }

  /// Looks through the whole file for damage and holds every index against its rows (`PRAGMA integrity_check`); the
  /// answer is nil when it is sound.
  public func damage() throws(StoreError) -> String? {
    let found = try database.first("PRAGMA integrity_check(1)") { $0.text(0) }
    return found == "ok" ? nil : found
  }

  /// Moves a damaged database and what belongs to it out of the way, and gives its new path.
  static func setAside(_ path: String) throws(StoreError) -> String {
    var aside = "\(path).damaged"
    var copy = 1
    while access(aside, F_OK) == 0 {
      copy += 1
      aside = "\(path).damaged-\(copy)"
    }
    for suffix in ["", "-wal", "-shm"] {
      guard access(path + suffix, F_OK) == 0 else { continue }
      try FileMove.rename(path + suffix, to: aside + suffix)
    }
    return aside
  }

  // MARK: - Schema

  /// The steps from one version of the schema to the next; a step that has been released never changes.
  private static let migrations = [
    """
    CREATE TABLE message (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      app TEXT NOT NULL,
      id TEXT NOT NULL,
      source TEXT NOT NULL,
      definition TEXT NOT NULL,
      trigger TEXT NOT NULL,
      missed TEXT NOT NULL,
      missed_limit INTEGER,
      created INTEGER NOT NULL,
      changed INTEGER NOT NULL,
      last_slot TEXT,
      next_slot TEXT,
      next_due INTEGER,
      ended TEXT,
      UNIQUE (app, id)
    ) STRICT;
    CREATE INDEX message_due ON message (next_due) WHERE next_due IS NOT NULL;
    CREATE INDEX message_source ON message (source);

    CREATE TABLE occurrence (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      message INTEGER NOT NULL,
      app TEXT NOT NULL,
      id TEXT NOT NULL,
      slot TEXT NOT NULL,
      due INTEGER NOT NULL,
      definition TEXT NOT NULL,
      state TEXT NOT NULL,
      reason TEXT NOT NULL,
      changed INTEGER NOT NULL,
      wake INTEGER,
      server TEXT,
      server_id INTEGER,
      UNIQUE (message, slot)
    ) STRICT;
    CREATE INDEX occurrence_held ON occurrence (due) WHERE state IN ('held', 'due');
    CREATE INDEX occurrence_wake ON occurrence (wake) WHERE wake IS NOT NULL;
    CREATE INDEX occurrence_server ON occurrence (server, server_id) WHERE server IS NOT NULL;
    CREATE INDEX occurrence_identity ON occurrence (app, id, due);
    CREATE INDEX occurrence_changed ON occurrence (changed);

    CREATE TABLE step (
      occurrence INTEGER NOT NULL REFERENCES occurrence (number) ON DELETE CASCADE,
      at INTEGER NOT NULL,
      state TEXT NOT NULL,
      reason TEXT NOT NULL
    ) STRICT;
    CREATE INDEX step_occurrence ON step (occurrence);

    CREATE TABLE response (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      app TEXT NOT NULL,
      id TEXT NOT NULL,
      slot TEXT NOT NULL,
      action TEXT NOT NULL,
      reply TEXT,
      user_info TEXT NOT NULL,
      at INTEGER NOT NULL,
      token TEXT,
      handler TEXT
    ) STRICT;
    CREATE INDEX response_app ON response (app, sequence);

    CREATE TABLE badge (app TEXT PRIMARY KEY, count INTEGER NOT NULL) STRICT;
    CREATE TABLE switched_off (app TEXT PRIMARY KEY) STRICT;
    CREATE TABLE remembered (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
    """,
    """
    ALTER TABLE occurrence ADD COLUMN expected INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE occurrence ADD COLUMN band TEXT;
    ALTER TABLE occurrence ADD COLUMN badge INTEGER NOT NULL DEFAULT 0;
    UPDATE occurrence SET expected = due;

    DROP INDEX occurrence_held;
    CREATE INDEX occurrence_held ON occurrence (app, expected, number) WHERE state = 'held';
    CREATE INDEX occurrence_expected ON occurrence (expected) WHERE state = 'held';
    CREATE INDEX occurrence_due ON occurrence (due, number) WHERE state = 'due';
    CREATE INDEX occurrence_badge ON occurrence (app, badge) WHERE badge <> 0;
    CREATE INDEX occurrence_live ON occurrence (message, due) WHERE state IN ('pending', 'held', 'due', 'shown');
    CREATE INDEX occurrence_closed ON occurrence (changed)
      WHERE state IN ('answered', 'dismissed', 'expired', 'missed', 'skipped', 'cancelled');
    CREATE INDEX occurrence_snoozed ON occurrence (message) WHERE state = 'pending';
    CREATE INDEX occurrence_screen ON occurrence (message, server) WHERE state = 'shown';
    CREATE INDEX occurrence_band ON occurrence (app, band, server) WHERE state = 'shown';
    CREATE INDEX message_app ON message (app, next_due, number) WHERE next_due IS NOT NULL;
    CREATE INDEX message_floating ON message (number)
      WHERE next_due IS NOT NULL AND json_extract(trigger, '$.zone') = 'floating';
    CREATE INDEX message_ended ON message (changed) WHERE next_due IS NULL;
    """,
    // a trigger that is not JSON any more must not stand in the way of its own end
    """
    DROP INDEX message_floating;
    CREATE INDEX message_floating ON message (number)
      WHERE next_due IS NOT NULL AND instr(trigger, '"zone":"floating"') > 0;
    """,
    // a list of more than two states makes SQLite build a table of them whenever a row of these indexes changes
    """
    DROP INDEX occurrence_live;
    CREATE INDEX occurrence_live ON occurrence (message, due)
      WHERE (state = 'pending' OR state = 'held' OR state = 'due' OR state = 'shown');
    DROP INDEX occurrence_closed;
    CREATE INDEX occurrence_closed ON occurrence (changed)
      WHERE (state = 'answered' OR state = 'dismissed' OR state = 'expired' OR state = 'missed' OR state = 'skipped'
        OR state = 'cancelled');
    """,
  ]

  /// What is to come or on screen, in the words of the index `occurrence_live`.
  static let isLive = "(state = 'pending' OR state = 'held' OR state = 'due' OR state = 'shown')"

  /// What nothing more happens to, in the words of the index `occurrence_closed`.
  static let isClosed = """
    (state = 'answered' OR state = 'dismissed' OR state = 'expired' OR state = 'missed' OR state = 'skipped'
      OR state = 'cancelled')
    """

  /// Version of the schema of the file; what no program of ours will ever write is damage.
  private func version() throws(StoreError) -> Int {
    let version = Int(try database.first("PRAGMA user_version") { $0.integer(0) } ?? 0)
    guard (0...255).contains(version) else {
      throw StoreError(code: 11, message: "its schema cannot be version \(version)")
    }
    return version
  }

  /// Leaves the file of a newer program as it is.
  private func refuseNewer() throws(StoreError) {
    let version = try version()
    guard version > Self.migrations.count else { return }
    throw StoreError(
      code: 0,
      message: "its schema is version \(version), this program knows \(Self.migrations.count); update LocalPush")
  }

  private func migrate() throws(StoreError) {
    let version = try version()
    for (index, step) in Self.migrations.enumerated().dropFirst(version) {
      try transaction { () throws(StoreError) in
        try database.execute(step)
        try database.execute("PRAGMA user_version = \(index + 1)")
      }
    }
    try database.execute("PRAGMA foreign_keys = ON")
  }
}

extension Instant {
  /// The moment as the store keeps it: microseconds since 1970.
  var stored: Int64 { microseconds }
}
