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
    let messages: Int
    let occurrences: Int
    let lost: Int
  }

  private static func save(from path: String, to work: WorkFiles, at now: Instant) throws(StoreError) -> Saved {
    let store = try Store(path: work.rescued)
    return try store.transaction { () throws(StoreError) in
      // a step may be found before its occurrence
      try store.database.execute("PRAGMA defer_foreign_keys = ON")
      let shapes = try tables.map { table throws(StoreError) in try TableShape(of: table, in: store.database) }
      let source = try Salvage(path: path, shapes: shapes)
      try store.goOnCounting(from: source, at: now)
      var keeper = RowKeeper(store.database, shapes: shapes)
      try source.rows { row, table, standing throws(StoreError) in try keeper.keep(row, of: table, standing) }
      try store.database.run("DELETE FROM step WHERE occurrence NOT IN (SELECT number FROM occurrence)")
      var lost = keeper.refused + store.database.changedRows
      for shape in shapes {
        lost += try source.lost(shape) { numbers throws(StoreError) in try store.count(shape.table, in: numbers) }
      }
      try store.database.run("UPDATE occurrence SET expected = due WHERE expected = 0")
      try store.believeSteps()
      return Saved(messages: try store.count("message"), occurrences: try store.count("occurrence"), lost: lost)
    }
  }

  private func count(_ table: String) throws(StoreError) -> Int {
    Int(try database.first("SELECT count(*) FROM \(table)") { $0.integer(0) } ?? 0)
  }

  private func count(_ table: String, in numbers: ClosedRange<Int64>) throws(StoreError) -> Int {
    let sql = "SELECT count(*) FROM \(table) WHERE rowid BETWEEN ? AND ?"
    return Int(try database.first(sql, numbers.lowerBound, numbers.upperBound) { $0.integer(0) } ?? 0)
  }

  /// Lets nothing be shown again of which only an old copy was found, from before it was shown.
  private func believeSteps() throws(StoreError) {
    try database.run(
      """
      UPDATE occurrence SET state = newest.state, reason = newest.reason, changed = newest.at, wake = NULL
      FROM (SELECT occurrence, state, reason, at, max(rowid) FROM step GROUP BY occurrence) AS newest
      WHERE newest.occurrence = number AND newest.at > occurrence.changed
        AND newest.state NOT IN ('pending', 'held', 'due')
      """)
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
  /// The new database; complete when the damaged file has left its place.
  let rescued: String

  init(of path: String) {
    rescued = path + ".rescue"
  }

  func remove() {
    for suffix in ["", "-wal", "-shm", "-journal"] { unlink(rescued + suffix) }
  }
}
