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
    if let variable { return named(variable: variable) ?? fallback }
    let name = ZoneFolder.target(ofLink: localtime).flatMap(name(inPath:))
    return at(path: localtime, name: name) ?? fallback
  }

  private static let fallback = Zone(identifier: "UTC", rules: ZoneRules(fixedOffset: 0), isFallback: true)

  /// `TZ` holds, after an optional colon, a zone name, an absolute path, or a rule such as `CET-1CEST,M3.5.0,M10.5.0/3`;
  /// empty it stands for UTC.
  private static func named(variable: String) -> Zone? {
    let text = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
    if text.isEmpty { return .utc }
    if text.hasPrefix("/") { return at(path: text, name: name(inPath: text)) }
    if ZoneName.isSafe(text), let rules = ZoneFolder.standard().rules(named: text) {
      return Zone(identifier: text, rules: rules)
    }
    guard let rule = PosixZone(parsing: text) else { return nil }
    return Zone(identifier: text, rules: ZoneRules(firstOffset: rule.standardOffset, changes: [], tail: rule))
  }

  private static func at(path: String, name: String?) -> Zone? {
    let rules = ZoneFolder.contents(of: path).flatMap(ZoneFile.rules(in:))
    return rules.map { Zone(identifier: name ?? "localtime", rules: $0) }
  }

  /// What follows `zoneinfo/` in the path of a zone file, without the `posix/` that some systems have there.
  private static func name(inPath path: String) -> String? {
    let parts = path.split(separator: "/")
    guard let folder = parts.lastIndex(of: "zoneinfo") else { return nil }
    let name = parts[(folder + 1)...].drop { $0 == "posix" }.joined(separator: "/")
    return ZoneName.isSafe(name) ? name : nil
  }
}
