internal import CGLib
internal import CLinux

/// Gives back memory that an idle program does not need.
public enum Memory {
  /// Returns what was freed: `malloc_trim`.
  public static func returnFreed() {
    malloc_trim(0)
  }

  /// Lets go of the pages of code that only starting needed: `madvise` with `MADV_DONTNEED`.
  ///
  /// Those that are needed again come back from the page cache. Only mappings of files that can be executed and not
  /// written: nothing in them can be lost.
  public static func forgetStart() {
    returnFreed()
    var text: UnsafeMutablePointer<gchar>?
    guard g_file_get_contents("/proc/self/maps", &text, nil, nil) != 0, let text else { return }
    defer { g_free(text) }
    for line in String(cString: text).split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count >= 6, fields[1] == "r-xp", fields[5].hasPrefix("/") else { continue }
      let ends = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      guard ends.count == 2, ends[0] < ends[1] else { continue }
      madvise(UnsafeMutableRawPointer(bitPattern: ends[0]), Int(ends[1] - ends[0]), MADV_DONTNEED)
    }
  }
}
