/// A call when something changes in directories, also when they appear, vanish or are replaced: `inotify`.
///
/// Files saved by rename, by exchanging a symbolic link, or through a symbolic link to a file elsewhere count as
/// changes of the directory that names them. Changes close together are told once.
public final class DirectoryWatch {
  private let watcher: PathWatcher

  /// Watches `paths`, which need not exist yet, and calls `onChange` with those of them that changed and then settled.
  public init(
    paths: [String], settle milliseconds: Int = 100, onChange: @escaping (Set<String>) -> Void
  ) throws(SystemError) {
    watcher = try PathWatcher(directories: paths, files: [], settle: milliseconds, onChange: onChange)
  }

  /// Paths that cannot be watched, with the reason, such as a limit on watches.
  public var failures: [String: SystemError] { watcher.failures }
}
