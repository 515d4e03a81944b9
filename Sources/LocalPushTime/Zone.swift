/// A time zone: where the clocks on the wall stand at each instant.
///
/// Holds everything the zone file said when it was made. Two zones are equal if name and rules are; after tzdata or
/// `/etc/localtime` changed, make the zone again and compare.
public struct Zone: Hashable, Sendable {
  /// `Asia/Shanghai`, `+08:00`, `UTC`; for the system's zone without a name `localtime`.
  public let identifier: String
  /// True if the system's zone could not be found out and UTC stands in for it.
  public let isFallback: Bool
  let rules: ZoneRules

  /// UTC, the zone whose offset is always zero.
  public static let utc = Zone(identifier: "UTC", rules: ZoneRules(fixedOffset: 0))

  init(identifier: String, rules: ZoneRules, isFallback: Bool = false) {
    self.identifier = identifier
    self.rules = rules
    self.isFallback = isFallback
  }

  /// Finds a zone by its IANA name, by a fixed offset such as `+08:00`, or `UTC`; reads its file anew each time.
  ///
  /// Names are looked up in `$TZDIR`, else `/usr/share/zoneinfo`. Throws code `zone` for abbreviations, wrong case,
  /// paths and unknown names, saying what would be right.
  public init(identifier: String) throws(TimeError) {
    if let offset = ZoneOffset.seconds(parsing: identifier) {
      self.init(identifier: ZoneOffset.text(offset), rules: ZoneRules(fixedOffset: offset))
      return
    }
    if identifier == "UTC" {
      self = .utc
      return
    }
    let folder = ZoneFolder.standard()
    let name = try ZoneName(identifier, in: folder)
    guard let rules = folder.rules(named: name.text) else { throw ZoneName.unknown(identifier, in: folder) }
    self.init(identifier: name.text, rules: rules)
  }

  /// Reads a zone file from anywhere, for zones that are not installed. Throws code `zone` if it is not a zone file.
  public init(identifier: String, file path: String) throws(TimeError) {
    guard let rules = ZoneFolder.contents(of: path).flatMap(ZoneFile.rules(in:)) else {
      throw TimeError(.zone, path, "not a zone file as described in RFC 9636")
    }
    self.init(identifier: identifier, rules: rules)
  }

  /// Seconds east of UTC at an instant.
  public func offset(at instant: Instant) -> Int {
    rules.segment(at: Int(instant.seconds)).offset
  }

  /// What the clock on the wall shows at an instant, fractions of a second cut off; held to the years 1 to 9999.
  public func civil(at instant: Instant) -> CivilDateTime {
    let second = Int(instant.seconds)
    let local = second + rules.segment(at: second).offset
    let range = CivilDateTime.secondNumbers
    return CivilDateTime(uncheckedSecondNumber: min(max(local, range.lowerBound), range.upperBound))
  }
}
