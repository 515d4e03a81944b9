internal import CLinux

/// An open file descriptor, closed with its owner: `close`.
struct FileDescriptor: ~Copyable {
  let number: Int32

  /// Takes over a descriptor that nobody else closes.
  init(owning number: Int32) {
    self.number = number
  }

  deinit {
    close(number)
  }
}
