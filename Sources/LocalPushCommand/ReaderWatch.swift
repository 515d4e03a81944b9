internal import CGLib
internal import Glibc

/// Notices that whoever read standard output has gone, also while there is nothing to write.
///
/// The corresponding C function is `g_unix_fd_add`. libdbus has SIGPIPE ignored, so that the signal ends nobody.
final class ReaderWatch {
  private(set) var isGone = false
  private var source: guint = 0

  init() {
    // a pipe whose reader is gone reports an error, a socket that it is hung up; files never do
    let ends = GIOCondition(G_IO_ERR.rawValue | G_IO_HUP.rawValue | G_IO_NVAL.rawValue)
    source = g_unix_fd_add(
      STDOUT_FILENO, ends,
      { _, _, box in
        guard let box else { return 0 }
        Unmanaged<ReaderWatch>.fromOpaque(box).takeUnretainedValue().readerWent()
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  isolated deinit {
    if source != 0 { g_source_remove(source) }
  }

  private func readerWent() {
    source = 0
    isGone = true
  }
}
