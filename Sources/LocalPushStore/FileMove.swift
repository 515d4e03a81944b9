internal import Glibc

/// Files moved, with the errors of a store.
enum FileMove {
  static func rename(_ path: String, to target: String) throws(StoreError) {
    guard Glibc.rename(path, target) == 0 else { throw failure("\(path) cannot be moved to \(target)") }
  }

  /// A full disk as SQLite tells it (`SQLITE_FULL`), everything else as `SQLITE_CANTOPEN`.
  static func failure(_ what: String) -> StoreError {
    let reason = errno
    return StoreError(code: reason == ENOSPC ? 13 : 14, message: "\(what): \(String(cString: strerror(reason)))")
  }
}
