internal import CGLib
internal import CLinux

// Said aloud because Swift 6.3.1 forgets it in other modules: swift build -c release fails on the isolated deinit.
/// A directory of one test, removed with everything in it when the test ends.
@MainActor public final class TemporaryDirectory {
  /// The absolute path, without symbolic links.
  public let path: String
  /// Whether it stays where it is, for somebody to look at.
  public var isKept = false

  /// Makes an empty directory: `g_dir_make_tmp`.
  public init() {
    guard let made = g_dir_make_tmp("localpush-test-XXXXXX", nil) else { preconditionFailure("no temporary directory") }
    defer { g_free(made) }
    path = String(cString: made)
  }

  isolated deinit {
    if !isKept { Self.removeTree(path) }
  }

  /// The path of something in the directory.
  public func path(_ name: String) -> String { path + "/" + name }

  /// Makes a directory and those above it: `g_mkdir_with_parents`.
  public func makeDirectory(_ name: String) {
    expectZero(g_mkdir_with_parents(path(name), 0o700))
  }

  /// Writes a file in place, as a careless editor does.
  public func write(_ name: String, _ text: String) {
    let file = creat(path(name), 0o600)
    precondition(file >= 0 && CLinux.write(file, text, text.utf8.count) == text.utf8.count, "cannot write \(name)")
    close(file)
  }

  /// Lets a file be run: `chmod`.
  public func makeExecutable(_ name: String) {
    expectZero(chmod(path(name), 0o700))
  }

  /// Reads a file.
  public func read(_ name: String) -> String? {
    var text: UnsafeMutablePointer<gchar>?
    defer { g_free(text) }
    guard g_file_get_contents(path(name), &text, nil, nil) != 0, let text else { return nil }
    return String(cString: text)
  }

  /// Gives a file or directory another name, in the place of what has that name: `rename`.
  public func rename(_ name: String, to newName: String) {
    expectZero(CLinux.rename(path(name), path(newName)))
  }

  /// Makes a symbolic link: `symlink`.
  public func link(_ name: String, to target: String) {
    expectZero(symlink(target, path(name)))
  }

  /// Removes a file or a directory with everything in it.
  public func remove(_ name: String) {
    Self.removeTree(path(name))
  }

  private func expectZero(_ result: Int32) {
    precondition(result == 0, "\(path): \(SystemCall.lastError)")
  }

  private static func removeTree(_ path: String) {
    guard unlink(path) != 0, let handle = g_dir_open(path, 0, nil) else { return }
    defer { g_dir_close(handle) }
    while let name = g_dir_read_name(handle) { removeTree(path + "/" + String(cString: name)) }
    rmdir(path)
  }
}

/// What the last system call said.
enum SystemCall {
  static var lastError: String { String(cString: g_strerror(__errno_location().pointee)) }
}
