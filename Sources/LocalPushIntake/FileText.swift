internal import CGLib
internal import Glibc
internal import LocalPushModel

/// The bytes of a file and who owns it.
public struct FileText: Sendable {
  public let bytes: [UInt8]
  /// The file belongs to the user who runs this program and nobody else may write it.
  public let isOwn: Bool

  public init(bytes: [UInt8], isOwn: Bool) {
    self.bytes = bytes
    self.isOwn = isOwn
  }

  /// Tells whether there is anything at a path.
  ///
  /// The corresponding C function is `access`.
  public static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Reads a file of at most ``Limits/fileBytes``.
  ///
  /// The corresponding C functions are `stat` and `g_file_get_contents`.
  public init(path: String, userID: UInt32) throws(Fault) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw Fault(file: path, reason: "cannot be read: \(lastError())") }
    guard status.st_mode & S_IFMT == S_IFREG else { throw Fault(file: path, reason: "is not a file") }
    guard status.st_size <= Limits.fileBytes else {
      throw Fault(file: path, reason: "has \(status.st_size) bytes, more than \(Limits.fileBytes)")
    }
    var contents: UnsafeMutablePointer<CChar>?
    var length: gsize = 0
    var failure: UnsafeMutablePointer<GError>?
    guard g_file_get_contents(path, &contents, &length, &failure) != 0, let contents else {
      let reason = failure.flatMap { $0.pointee.message.map { String(cString: $0) } } ?? "unknown error"
      g_clear_error(&failure)
      throw Fault(file: path, reason: "cannot be read: \(reason)")
    }
    defer { g_free(contents) }
    bytes = Array(UnsafeRawBufferPointer(start: contents, count: Int(length)))
    isOwn = status.st_uid == userID && status.st_mode & (S_IWGRP | S_IWOTH) == 0
  }
}

private func lastError() -> String {
  String(cString: g_strerror(errno))
}

extension FileText {
  /// Reads standard input to its end, at most ``Limits/fileBytes``.
  ///
  /// The corresponding C function is `read`.
  public static func standardInput() throws(Fault) -> FileText {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = part.withUnsafeMutableBytes { read(STDIN_FILENO, $0.baseAddress, $0.count) }
      guard count >= 0 else { throw Fault(file: "-", reason: "cannot be read: \(lastError())") }
      if count == 0 { return FileText(bytes: bytes, isOwn: false) }
      bytes += part[..<count]
      guard bytes.count <= Limits.fileBytes else {
        throw Fault(file: "-", reason: "has more than \(Limits.fileBytes) bytes")
      }
    }
  }
}
