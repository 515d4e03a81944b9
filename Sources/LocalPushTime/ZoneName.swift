/// The IANA name of a zone, safe to use as a path below the folder of zone files.
struct ZoneName {
  let text: String

  /// Checks a name as a user types it; an abbreviation or a name that cannot be one throws code `zone`.
  init(_ text: String, in folder: ZoneFolder) throws(TimeError) {
    guard ZoneName.isSafe(text) else { throw ZoneName.unknown(text, in: folder) }
    if let abbreviation = ZoneName.abbreviations[text.uppercased()] {
      throw TimeError(.zone, text, "an abbreviation, which can mean several zones; use a name such as \(abbreviation)")
    }
    guard !ZoneName.notPlaces.contains(text), !text.hasPrefix("posix/"), !text.hasPrefix("right/") else {
      throw ZoneName.unknown(text, in: folder)
    }
    self.text = text
  }

  static func unknown(_ text: String, in folder: ZoneFolder) -> TimeError {
    if text.contains("/"), !isSafe(text) {
      return TimeError(.zone, text, "not a zone name but a path; use a name such as Asia/Shanghai")
    }
    if text.hasSuffix(" Time") || text.contains(" Time ") {
      return TimeError(.zone, text, "a Windows zone name; use the IANA name, such as Europe/Berlin")
    }
    if isPlausible(text), let nearest = folder.nearest(to: text) {
      return TimeError(.zone, text, "unknown zone; did you mean \(nearest)?")
    }
    return TimeError(.zone, text, "unknown zone; use a name such as Asia/Shanghai, an offset such as +08:00, or UTC")
  }

  /// One to three parts of letters, digits, `+`, `-` and `_`, as IANA names are; so never `..`, absolute or hidden.
  static func isSafe(_ text: String) -> Bool {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    return text.utf8.count <= 64 && (1...3).contains(parts.count)
      && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(isNameByte) }
  }

  private static func isPlausible(_ text: String) -> Bool {
    (3...64).contains(text.utf8.count) && text.utf8.allSatisfy { isNameByte($0) || [0x20, 0x2F].contains($0) }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    TextCursor.isLetter(byte) || TextCursor.digit(byte) != nil || "+-_".utf8.contains(byte)
  }

  /// Files beside the zones that are no places.
  private static let notPlaces: Set = ["Factory", "localtime", "posixrules", "leapseconds", "leap-seconds"]

  /// What people write for a zone although it names an offset, and the place most of them mean.
  private static let abbreviations = [
    "ACDT": "Australia/Adelaide", "ACST": "Australia/Darwin", "ADT": "America/Halifax", "AEDT": "Australia/Sydney",
    "AEST": "Australia/Brisbane", "AKDT": "America/Anchorage", "AKST": "America/Anchorage", "AST": "America/Halifax",
    "AWST": "Australia/Perth", "BRT": "America/Sao_Paulo", "BST": "Europe/London", "CAT": "Africa/Maputo",
    "CDT": "America/Chicago", "CEST": "Europe/Berlin", "CET": "Europe/Berlin",
    "CST": "America/Chicago or Asia/Shanghai",
    "EAT": "Africa/Nairobi", "EDT": "America/New_York", "EEST": "Europe/Athens", "EET": "Europe/Athens",
    "EST": "America/New_York", "GST": "Asia/Dubai", "HKT": "Asia/Hong_Kong", "HST": "Pacific/Honolulu",
    "ICT": "Asia/Bangkok", "IDT": "Asia/Jerusalem", "IST": "Asia/Kolkata, Europe/Dublin or Asia/Jerusalem",
    "JST": "Asia/Tokyo", "KST": "Asia/Seoul", "MDT": "America/Denver", "MEST": "Europe/Berlin", "MET": "Europe/Berlin",
    "MEZ": "Europe/Berlin", "MSK": "Europe/Moscow", "MST": "America/Denver", "NDT": "America/St_Johns",
    "NST": "America/St_Johns", "NZDT": "Pacific/Auckland", "NZST": "Pacific/Auckland", "PDT": "America/Los_Angeles",
    "PHT": "Asia/Manila", "PKT": "Asia/Karachi", "PST": "America/Los_Angeles", "SAST": "Africa/Johannesburg",
    "SGT": "Asia/Singapore", "WAT": "Africa/Lagos", "WEST": "Europe/Lisbon", "WET": "Europe/Lisbon",
    "WIB": "Asia/Jakarta", "Z": "UTC",
  ]
}
