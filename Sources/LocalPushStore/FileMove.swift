internal import Glibc

/// Files moved and removed, with the errors of a store.
enum FileMove {
  static func rename(_ path: String, to target: String) throws(StoreError) {
    guard Glibc.rename(path, target) == 0 else { throw failure("\(path) cannot be moved to \(target)") }
  }

  /// Removes a file; one that is not there is no fault.
  static func remove(_ path: String) throws(StoreError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw failure("\(path) cannot be removed") }
  }

  /// Has what was written to a file on the disk (`fsync`).
  static func sync(_ path: String) throws(StoreError) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw failure("\(path) cannot be opened") }
    defer { close(file) }
    guard fsync(file) == 0 else { throw failure("\(path) cannot be written") }
  }

  /// A full disk as SQLite tells it (`SQLITE_FULL`), everything else as `SQLITE_CANTOPEN`.
  static func failure(_ what: String) -> StoreError {
    let reason = errno
    return StoreError(code: reason == ENOSPC ? 13 : 14, message: "\(what): \(String(cString: strerror(reason)))")
  }
}
