import CGLib

/// Where zone files are found: `$TZDIR`, else `/usr/share/zoneinfo`.
struct ZoneFolder {
  let path: String

  static func standard() -> ZoneFolder {
    let chosen = environment("TZDIR").flatMap { $0.isEmpty ? nil : $0 }
    return ZoneFolder(path: chosen ?? "/usr/share/zoneinfo")
  }

  /// The value of an environment variable, nil when unset.
  static func environment(_ name: String) -> String? {
    g_getenv(name).map { String(cString: $0) }
  }

  /// The whole contents of a file, or nil if it cannot be read.
  static func contents(of path: String) -> [UInt8]? {
    var contents: UnsafeMutablePointer<CChar>?
    var length: gsize = 0
    guard g_file_get_contents(path, &contents, &length, nil) != 0, let contents else { return nil }
    defer { g_free(contents) }
    return Array(UnsafeRawBufferPointer(start: contents, count: Int(length)))
  }

  /// Where a symbolic link points, or nil if the path is none.
  static func target(ofLink path: String) -> String? {
    guard let target = g_file_read_link(path, nil) else { return nil }
    defer { g_free(target) }
    return String(cString: target)
  }

  func rules(named name: String) -> ZoneRules? {
    ZoneFolder.contents(of: "\(path)/\(name)").flatMap(ZoneFile.rules(in:))
  }

  /// The zone whose name differs from `name` only in case, or whose last part is `name`: the one probably meant.
  func nearest(to name: String) -> String? {
    let wanted = name.lowercased().split(separator: " ").joined(separator: "_")
    let names = allNames()
    return names.first { $0.lowercased() == wanted } ?? names.first { $0.lowercased().hasSuffix("/" + wanted) }
  }

  /// Every name of the form `Area/Place`, in no particular order.
  func allNames() -> [String] {
    let areas = entries("").filter { $0.first?.isUppercase == true && !$0.contains(".") }
    let places = areas.flatMap { area in entries(area).map { "\(area)/\($0)" } }
    return places
      + places.filter { $0.hasPrefix("America/") }.flatMap { place in entries(place).map { "\(place)/\($0)" } }
  }

  private func entries(_ folder: String) -> [String] {
    guard let directory = g_dir_open("\(path)/\(folder)", 0, nil) else { return [] }
    defer { g_dir_close(directory) }
    var names: [String] = []
    while let name = g_dir_read_name(directory) { names.append(String(cString: name)) }
    return names.sorted()
  }
}
