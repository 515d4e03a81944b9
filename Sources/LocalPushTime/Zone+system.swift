extension Zone {
  /// Reads the zone the user's clock runs in: the `TZ` variable, else the target or the contents of `/etc/localtime`.
  ///
  /// Never fails: where nothing usable is found it is UTC with `isFallback` set. Call again after a change.
  public static func system() -> Zone {
    system(variable: ZoneFolder.environment("TZ"), localtime: "/etc/localtime")
  }

  /// True if the `TZ` variable decides, so that changing the system's zone has no effect on this process.
  public static var isPinnedByVariable: Bool {
    ZoneFolder.environment("TZ") != nil
  }

  static func system(variable: String?, localtime: String) -> Zone {
    let folder = ZoneFolder.standard()
    if let variable { return named(variable: variable, in: folder) ?? fallback }
    return linked(from: localtime, in: folder) ?? copied(to: localtime) ?? fallback
  }

  private static let fallback = Zone(identifier: "UTC", rules: ZoneRules(fixedOffset: 0), isFallback: true)

  /// `TZ` holds, after an optional colon, a zone name, an absolute path, or a rule such as `CET-1CEST,M3.5.0,M10.5.0/3`.
  private static func named(variable: String, in folder: ZoneFolder) -> Zone? {
    let text = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
    if text.hasPrefix("/") { return at(path: text, in: folder) }
    if ZoneName.isSafe(text), let rules = folder.rules(named: text) { return Zone(identifier: text, rules: rules) }
    guard let rule = PosixZone(parsing: text) else { return nil }
    return Zone(identifier: text, rules: ZoneRules(firstOffset: rule.standardOffset, changes: [], tail: rule))
  }

  private static func linked(from localtime: String, in folder: ZoneFolder) -> Zone? {
    guard let target = ZoneFolder.target(ofLink: localtime), target.contains("zoneinfo/") else { return nil }
    return at(path: target, in: folder)
  }

  private static func copied(to localtime: String) -> Zone? {
    ZoneFolder.contents(of: localtime).flatMap(ZoneFile.rules(in:)).map { Zone(identifier: "localtime", rules: $0) }
  }

  /// A zone file by its path; its name is what follows `zoneinfo/`, if that is there.
  private static func at(path: String, in folder: ZoneFolder) -> Zone? {
    if let name = name(inPath: path), let rules = folder.rules(named: name) {
      return Zone(identifier: name, rules: rules)
    }
    return copied(to: path)
  }

  private static func name(inPath path: String) -> String? {
    let parts = path.split(separator: "/")
    guard let folder = parts.lastIndex(of: "zoneinfo") else { return nil }
    let name = parts[(folder + 1)...].joined(separator: "/")
    return ZoneName.isSafe(name) ? name : nil
  }
}
