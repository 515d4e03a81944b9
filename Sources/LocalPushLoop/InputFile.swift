internal import CLinux

/// Bytes as an open file that a program can have as its standard input: `memfd_create`.
///
/// A pipe would have to be fed while the program reads, and breaks when it does not; a file in memory is simply there.
enum InputFile {
  /// Writes the bytes to a new file in memory and rewinds it.
  static func holding(_ bytes: [UInt8]) throws(SystemError) -> FileDescriptor {
    let file = FileDescriptor(owning: try valueOrErrno { memfd_create("standard input", UInt32(MFD_CLOEXEC)) })
    var rest = bytes[...]
    while !rest.isEmpty {
      rest = rest.dropFirst(try valueOrErrno { rest.withUnsafeBytes { write(file.number, $0.baseAddress, $0.count) } })
    }
    _ = try valueOrErrno { lseek(file.number, 0, SEEK_SET) }
    return file
  }
}
