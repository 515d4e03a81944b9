/// A damaged database, read row by row around what cannot be read.
final class Salvage {
  private let database: Database

  /// Opens the file as far as SQLite can find its tables; nil when it cannot.
  init?(path: String) throws(StoreError) {
    do throws(StoreError) {
      database = try Database(path: path)
      try database.execute("PRAGMA locking_mode = EXCLUSIVE; PRAGMA cell_size_check = ON")
      _ = try database.first("SELECT count(*) FROM sqlite_schema") { $0.integer(0) }
    } catch {
      guard error.isDamaged else { throw error }
      return nil
    }
  }

  /// What became of the rows of one table.
  struct Result {
    var read = 0
    /// Numbers at which there may have been a row.
    var unread = 0
    /// Rows that were of no use.
    var refused = 0
  }

  /// The columns that a table has in this file; none when there is no such table.
  func columns(of table: String) -> [String] {
    (try? database.rows("SELECT name FROM pragma_table_info(?)", table) { $0.text(0) }) ?? []
  }

  /// The last number that a table gave to a row (`sqlite_sequence`); nil when that cannot be read.
  func lastNumber(of table: String) -> Int64? {
    number("SELECT seq FROM sqlite_sequence WHERE name = ?", table)
  }

  /// Hands over every row that can be read: its number, then `columns`.
  ///
  /// - Parameter take: tells whether the row was of use.
  func rows(
    of table: String, _ columns: String, take: (Statement) throws(StoreError) -> Bool
  ) throws(StoreError) -> Result {
    var result = Result()
    let sql = "SELECT rowid, \(columns) FROM \(table) WHERE rowid >= ? ORDER BY rowid"
    let last = lastRow(of: table)
    var first = Int64.min
    while true {
      let (reached, isWhole) = try read(sql, from: first, &result, take)
      if isWhole { return result }
      // a row that is found and cannot be read whole goes on on a damaged page
      if reached == nil, first > 0 { result.unread += 1 }
      let start = reached ?? max(first, 0)
      guard let next = readable(in: table, after: max(start, 0), upTo: last ?? Self.highest) else {
        result.unread += last.map { Int(max(1, $0 - start)) } ?? 1
        return result
      }
      result.unread += Int(next - start - 1)
      first = next
    }
  }

  /// Reads on until the end or a fault; gives the last number that was read.
  private func read(
    _ sql: String, from first: Int64, _ result: inout Result, _ take: (Statement) throws(StoreError) -> Bool
  ) throws(StoreError) -> (last: Int64?, isWhole: Bool) {
    var last: Int64?
    var isInOrder = true
    var (taken, refused) = (0, 0)
    defer {
      result.read += taken
      result.refused += refused
    }
    do throws(StoreError) {
      try database.each(sql, first) { row throws(StoreError) in
        let number = row.integer(0)
        // pages that point to each other in a circle
        isInOrder = last.map { number > $0 } ?? true
        guard isInOrder else { return false }
        last = number
        if try take(row) { taken += 1 } else { refused += 1 }
        return true
      }
    } catch {
      guard error.isDamaged else { throw error }
      isInOrder = false
    }
    return (last, isInOrder)
  }

  /// The next number after `start` at which reading goes on: each is tried at first, so that nothing that stands
  /// between two faults is passed over, then ever further ones.
  private func readable(in table: String, after start: Int64, upTo last: Int64) -> Int64? {
    var place = start
    var step: Int64 = 1
    for attempt in 1... {
      if attempt > Self.triedOneByOne { step *= 2 }
      place += step
      guard place <= last else { return nil }
      let found = number("SELECT rowid FROM \(table) WHERE rowid >= ? ORDER BY rowid LIMIT 1", place)
      if let found, found >= place { return found }
    }
    return nil
  }

  private static let triedOneByOne = 5_000
  /// Above every number that was ever given, and small enough to be doubled.
  private static let highest: Int64 = 1 << 40

  /// The highest number of a row, as far as can be found out.
  private func lastRow(of table: String) -> Int64? {
    number("SELECT rowid FROM \(table) ORDER BY rowid DESC LIMIT 1") ?? lastNumber(of: table)
  }

  private func number(_ sql: String, _ values: any SQLValue...) -> Int64? {
    (try? database.first(sql, values: values) { $0.integer(0) }) ?? nil
  }
}
