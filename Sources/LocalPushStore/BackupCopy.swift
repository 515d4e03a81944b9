internal import CSQLite
internal import Glibc

/// A copy of the schedule that is made some pages at a time, while the schedule changes.
///
/// What is committed before the last page is copied is in the copy as well.
///
/// The corresponding C functions are `sqlite3_backup_init` and `sqlite3_backup_finish`.
public final class BackupCopy {
  private let path: String
  private let source: Database
  private let target: Database
  private let handle: OpaquePointer

  /// Begins a copy to the file at `path`, where nothing may be, or what a copy that was broken off has left.
  public init(of store: Store, to path: String) throws(StoreError) {
    try Self.remove(path)
    self.path = path
    source = store.database
    target = try Database(path: path)
    // nobody reads this file before it is whole
    try target.execute("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
    guard let handle = sqlite3_backup_init(target.handle, "main", source.handle, "main") else {
      throw target.failure(nil)
    }
    self.handle = handle
  }

  deinit { sqlite3_backup_finish(handle) }

  /// Copies some pages more, outside of any transaction; true when it was the last ones (`sqlite3_backup_step`).
  public func copy(pages: Int) throws(StoreError) -> Bool {
    let code = sqlite3_backup_step(handle, Int32(pages))
    switch code {
    case SQLITE_OK: return false
    case SQLITE_DONE: return true
    default: throw StoreError(code: code, message: "\(path): \(StoreError.words(for: code))")
    }
  }

  /// Removes a copy and what SQLite keeps beside it.
  public static func remove(_ path: String) throws(StoreError) {
    for suffix in ["", "-wal", "-shm", "-journal"] { try FileMove.remove(path + suffix) }
  }

  /// Makes a whole copy one file that needs no other, looks through it for damage, and has it written to the disk.
  ///
  /// This may take long: it is for a process of its own.
  public static func finish(_ path: String) throws(StoreError) {
    do {
      let database = try Database(path: path)
      try database.execute("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE")
      let found = try database.first("PRAGMA quick_check(1)") { $0.text(0) }
      if let found, found != "ok" { throw StoreError(code: SQLITE_CORRUPT, message: found) }
    }
    try FileMove.sync(path)
  }

  /// Puts a finished copy in the place of the last one, which is there until then.
  public static func put(_ path: String, inPlaceOf last: String) throws(StoreError) {
    try FileMove.rename(path, to: last)
    if let slash = last.lastIndex(of: "/") { try FileMove.sync(String(last[...slash])) }
  }
}

extension StoreError {
  /// What another process ended with that could not do its work on a database: SQLite's result code.
  public init(status code: Int32) {
    self.init(code: code, message: Self.words(for: code))
  }

  /// What a process says of this error with its exit status: SQLite's result code, without what is beyond one byte.
  public var status: Int32 { max(code & 0xFF, 1) }

  /// SQLite's words for a result code (`sqlite3_errstr`).
  static func words(for code: Int32) -> String { String(cString: sqlite3_errstr(code)) }
}
