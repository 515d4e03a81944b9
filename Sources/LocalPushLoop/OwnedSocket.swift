internal import CLinux

/// A socket that this user has made.
public enum OwnedSocket {
  /// Tells whether `path` is a socket owned by the user of this process: `stat`.
  public static func exists(at path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    return status.st_mode & UInt32(S_IFMT) == UInt32(S_IFSOCK) && status.st_uid == geteuid()
  }
}
