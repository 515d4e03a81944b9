internal import Glibc
public import LocalPushTime

/// What could be saved of a damaged schedule.
public struct Rescue: Hashable, Sendable {
  /// Where the damaged file is kept.
  public let aside: String
  /// Messages that could be read.
  public let messages: Int
  /// Occurrences that could be read.
  public let occurrences: Int
  /// At most so many rows of all tables could not.
  public let lost: Int
}

extension Store {
  /// Makes a new database at `path` out of what can be read of the damaged one there, which is kept beside it.
  ///
  /// The old file leaves its place when everything has been copied and committed; when the process dies over this, the
  /// next one begins anew, or ends it with ``finishRescue(_:)``.
  public static func rescue(_ path: String, at now: Instant) throws(StoreError) -> Rescue {
    let work = WorkFiles(of: path)
    work.remove()
    defer { work.remove() }
    let saved = try save(from: path, to: work, at: now)
    let aside = try setAside(path)
    try FileMove.rename(work.rescued, to: path)
    return Rescue(aside: aside, messages: saved.messages, occurrences: saved.occurrences, lost: saved.lost)
  }

  /// Puts a rescued database in its place, whose process died before it could do that.
  public static func finishRescue(_ path: String) throws(StoreError) {
    let work = WorkFiles(of: path)
    guard access(path, F_OK) != 0, access(work.rescued, F_OK) == 0 else { return }
    // the log of the damaged file must not be taken for one of the new file
    for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
    try FileMove.rename(work.rescued, to: path)
    work.remove()
  }

  private struct Saved {
    var messages = 0
    var occurrences = 0
    var lost = 0
  }

  private static func save(from path: String, to work: WorkFiles, at now: Instant) throws(StoreError) -> Saved {
    // a copy, because SQLite writes to a file with a log even when it only reads
    try FileMove.copy(path, to: work.source)
    try FileMove.copy(path + "-wal", to: work.source + "-wal")
    let store = try Store(path: work.rescued)
    var saved = Saved()
    try store.transaction { () throws(StoreError) in
      guard let source = try Salvage(path: work.source) else { return }
      for table in tables {
        let columns = try store.columns(of: table).filter(source.columns(of: table).contains)
        guard !columns.isEmpty else { continue }
        let result = try store.copy(table, columns, from: source)
        saved.lost += result.unread + result.refused
        if table == "message" { saved.messages = result.read }
        if table == "occurrence" { saved.occurrences = result.read }
      }
      try store.database.run("UPDATE occurrence SET expected = due WHERE expected = 0")
      try store.goOnCounting(from: source, at: now)
    }
    return saved
  }

  private func columns(of table: String) throws(StoreError) -> [String] {
    try database.rows("SELECT name FROM pragma_table_info(?) ORDER BY cid", table) { $0.text(0) }
  }

  private func copy(_ table: String, _ columns: [String], from source: Salvage) throws(StoreError) -> Salvage.Result {
    let names = columns.joined(separator: ", ")
    let places = Array(repeating: "?", count: columns.count).joined(separator: ", ")
    let insertion = "INSERT OR IGNORE INTO \(table) (\(names)) VALUES (\(places))"
    return try source.rows(of: table, names) { row throws(StoreError) in
      do throws(StoreError) {
        try database.run(insertion, columnsOf: row)
      } catch {
        guard error.isFaultOfValues else { throw error }
        return false
      }
      return database.changedRows > 0
    }
  }

  /// Lets no number be given twice: who acknowledged response 7 must not miss another one of that number.
  private func goOnCounting(from source: Salvage, at now: Instant) throws(StoreError) {
    for table in ["message", "occurrence", "response"] {
      // seconds since 1970 are far above any number that was given
      let last = source.lastNumber(of: table) ?? now.seconds
      try database.run("DELETE FROM sqlite_sequence WHERE name = ? AND seq < ?", table, last)
      try database.run(
        """
        INSERT INTO sqlite_sequence (name, seq) SELECT ?1, ?2
        WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?1)
        """, table, last)
    }
  }
}

/// Files that are there while a rescue is under way.
private struct WorkFiles {
  /// The copy of the damaged file that is read.
  let source: String
  /// The new database; complete when the damaged file has left its place.
  let rescued: String

  init(of path: String) {
    source = path + ".rescue-source"
    rescued = path + ".rescue"
  }

  func remove() {
    for file in [source, rescued] {
      for suffix in ["", "-wal", "-shm", "-journal"] { unlink(file + suffix) }
    }
  }
}
