internal import LocalPushModel
internal import LocalPushTime

/// What the `TZID`s of one calendar mean (RFC 5545 §3.2.19), each found out once.
final class CalendarZones {
  private let definitions: [CalendarComponent]
  private var known: [String: Result<Zone, MessageFault>] = [:]

  init(_ calendar: CalendarComponent) {
    definitions = calendar.children.filter { $0.name == "VTIMEZONE" }
  }

  /// The zone that a `TZID` names: by itself, by the end of a path such as `/freeassociation.sourceforge.net/Europe/Berlin`,
  /// by the `X-LIC-LOCATION` of its `VTIMEZONE` or by the one offset in that, or as Windows calls it.
  func zone(_ identifier: String) throws(MessageFault) -> Zone {
    if let known = known[identifier] { return try known.get() }
    let found = Result { () throws(MessageFault) in try find(identifier) }
    known[identifier] = found
    return try found.get()
  }

  private func find(_ identifier: String) throws(MessageFault) -> Zone {
    if let zone = Self.zone(atEndOf: identifier) { return zone }
    let definition = definitions.first { $0.property("TZID")?.text.isSameBytes(as: identifier) ?? false }
    if let place = definition?.property("X-LIC-LOCATION")?.text, let zone = Self.zone(atEndOf: place) { return zone }
    if let zone = definition.flatMap(Self.fixedOffset) { return zone }
    if let name = WindowsZones.name(of: identifier), let zone = try? Zone(identifier: name) { return zone }
    throw MessageFault(
      "TZID",
      "'\(identifier.forDisplay)' names no known time zone, and "
        + (definition == nil
          ? "the file does not describe one of that name" : "neither does its VTIMEZONE in X-LIC-LOCATION")
        + "; a name such as Europe/Berlin would be right")
  }

  /// Programs put their own name and a version before that of the zone.
  private static func zone(atEndOf identifier: String) -> Zone? {
    let parts = identifier.split(separator: "/")
    for count in [3, 2, 1] where count <= parts.count {
      if let zone = try? Zone(identifier: parts.suffix(count).joined(separator: "/")) { return zone }
    }
    return nil
  }

  /// The offset of a zone whose clocks are never changed; rules of its own would need more than a name.
  private static func fixedOffset(_ definition: CalendarComponent) -> Zone? {
    guard definition.children.count == 1, let only = definition.children.first, only.property("RRULE") == nil,
      only.property("RDATE") == nil, let offset = only.property("TZOFFSETTO")?.value.trimmed
    else { return nil }
    let digits = offset.dropFirst()
    guard offset.utf8.count == 5, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return try? Zone(identifier: "\(offset.prefix(3)):\(offset.suffix(2))")
  }
}
