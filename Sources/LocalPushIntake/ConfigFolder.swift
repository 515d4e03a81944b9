internal import CGLib

/// A folder that holds `messages.conf` and `messages.d/*.conf`.
public enum ConfigFolder {
  /// The config files in `folder` that exist now: `messages.conf` first, then the others by name.
  ///
  /// The corresponding C functions are `g_file_test` and `g_dir_open`.
  public static func files(in folder: String) -> [String] {
    let main = folder + "/messages.conf"
    let others = names(in: folder + "/messages.d").filter { $0.hasSuffix(".conf") && !$0.hasPrefix(".") }
    let found = g_file_test(main, G_FILE_TEST_EXISTS) != 0 ? [main] : []
    return found + others.sorted().map { folder + "/messages.d/" + $0 }
  }

  /// Tells whether there is such a folder (`g_file_test`).
  public static func exists(_ folder: String) -> Bool {
    g_file_test(folder, G_FILE_TEST_IS_DIR) != 0
  }

  private static func names(in folder: String) -> [String] {
    guard let directory = g_dir_open(folder, 0, nil) else { return [] }
    defer { g_dir_close(directory) }
    var names: [String] = []
    while let name = g_dir_read_name(directory) {
      // a name that is not UTF-8 cannot be a source of messages
      if let text = String(validatingCString: name) { names.append(text) }
    }
    return names
  }
}
