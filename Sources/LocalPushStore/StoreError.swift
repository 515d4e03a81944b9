/// Why the database could not do what it was asked.
public struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// SQLite's extended result code (`sqlite3_extended_errcode`).
  public let code: Int32
  /// SQLite's own words (`sqlite3_errmsg`), or what this store found wrong.
  public let message: String
  /// The statement at fault, without its values: a title is private.
  public let sql: String?
  /// The one row at fault, while all others can be read.
  let row: UnreadableRow?

  public init(code: Int32, message: String, sql: String? = nil) {
    self.code = code
    self.message = message
    self.sql = sql
    row = nil
  }

  /// A row holds what this program cannot have written (`SQLITE_MISMATCH`).
  init(_ row: UnreadableRow) {
    code = 20
    message = row.description
    sql = nil
    self.row = row
  }

  /// Another process has the database open (`SQLITE_BUSY`).
  public var isBusy: Bool { code & 0xFF == 5 }

  /// The disk has no room for what was to be written (`SQLITE_FULL`).
  public var isDiskFull: Bool { code & 0xFF == 13 }

  /// The file is not a database, or a damaged one (`SQLITE_CORRUPT`, `SQLITE_NOTADB`).
  public var isDamaged: Bool { code & 0xFF == 11 || code & 0xFF == 26 }

  /// Nothing may be written here (`SQLITE_READONLY`, `SQLITE_PERM`, `SQLITE_CANTOPEN`).
  public var isReadOnly: Bool { [8, 3, 14].contains(code & 0xFF) }

  /// Nothing can be written for now, though what is there can be read: no room, no permission, or a failing disk.
  public var preventsWriting: Bool { isDiskFull || isReadOnly || code & 0xFF == 10 }

  /// The tables do not take such values (`SQLITE_CONSTRAINT`, `SQLITE_MISMATCH`, and `SQLITE_ERROR` of a function).
  var isFaultOfValues: Bool { [1, 19, 20].contains(code & 0xFF) }

  public var description: String {
    "database: \(message) (SQLite \(code))" + (sql.map { " in: \($0)" } ?? "")
  }
}
