internal import CGLib

/// A call when the system's time zone changes, or the rules of the zone: a watch on `/etc/localtime`.
public final class TimeZoneWatch {
  private let path: String
  private let onChange: () -> Void
  private var known: ZoneFile
  private var watcher: PathWatcher?

  /// Watches the file that names the zone and compares what it says, so that other changes beside it are not told.
  public init(path: String = "/etc/localtime", settle milliseconds: Int = 100, onChange: @escaping () -> Void)
    throws(SystemError)
  {
    self.path = path
    self.onChange = onChange
    known = ZoneFile(path: path)
    watcher = try PathWatcher(directories: [], files: [path], settle: milliseconds) { [unowned self] _ in compare() }
    compare()
  }

  private func compare() {
    let now = ZoneFile(path: path)
    guard now != known else { return }
    known = now
    onChange()
  }
}

/// What a zone file says: where its link points, and its bytes.
private struct ZoneFile: Equatable {
  let target: String?
  let content: [UInt8]?

  /// Reads the link and the file: `g_file_read_link`, `g_file_get_contents`.
  init(path: String) {
    target = g_file_read_link(path, nil).map { text in
      defer { g_free(text) }
      return String(cString: text)
    }
    var bytes: UnsafeMutablePointer<gchar>?
    var count: gsize = 0
    defer { g_free(bytes) }
    let isRead = g_file_get_contents(path, &bytes, &count, nil) != 0
    content = isRead ? Array(UnsafeRawBufferPointer(start: bytes, count: Int(count))) : nil
  }
}
