internal import Glibc

/// Files moved, copied and removed, with the errors of a store.
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

  /// Copies a file for its owner's eyes only; one that is not there is no fault.
  static func copy(_ path: String, to target: String) throws(StoreError) {
    let input = open(path, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else {
      if errno == ENOENT { return }
      throw failure("\(path) cannot be read")
    }
    defer { close(input) }
    let output = open(target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard output >= 0 else { throw failure("\(target) cannot be made") }
    defer { close(output) }
    try copy(input, to: output, target)
  }

  private static func copy(_ input: Int32, to output: Int32, _ target: String) throws(StoreError) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count = read(input, buffer.baseAddress, buffer.count)
      if count == 0 { return }
      guard count > 0, write(output, buffer.baseAddress, count) == count else {
        throw failure("\(target) cannot be written")
      }
    }
  }

  /// A full disk as SQLite tells it (`SQLITE_FULL`), everything else as `SQLITE_CANTOPEN`.
  private static func failure(_ what: String) -> StoreError {
    let reason = errno
    return StoreError(code: reason == ENOSPC ? 13 : 14, message: "\(what): \(String(cString: strerror(reason)))")
  }
}
