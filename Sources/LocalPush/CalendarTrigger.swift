public import FoundationEssentials
internal import LocalPushModel
internal import LocalPushTime

/// Shows a notification at the next moment at which all given date components match, once or each time.
///
///     CalendarTrigger(dateMatching: DateComponents(hour: 9), repeats: true)                  // 9:00 each day
///     CalendarTrigger(dateMatching: DateComponents(hour: 18, minute: 30, weekday: 6), repeats: true)  // Fridays
///     CalendarTrigger(dateMatching: DateComponents(year: 2030, month: 12, day: 24), repeats: false)
///
/// What is smaller than the smallest given component is zero, or the first of the month or the year; what is not given
/// else may be anything. Years, months, days, hours, minutes, seconds, weekdays (1 is Sunday), days of the year and
/// ordinal weekdays (`weekday: 3, weekdayOrdinal: 2` is the second Tuesday of the month) are known; a request with
/// others, such as weeks, which begin on different days in different countries, is refused: use ``RecurrenceTrigger``.
///
/// Without a time zone it is the clock on the user's wall that counts, wherever it hangs. A time that a change of clocks
/// leaves out moves forward by that change; one that comes twice is taken the first time.
public struct CalendarTrigger: WireTrigger {
  /// The components that have to match. A request that is shown once comes back from
  /// ``UserNotificationCenter/pendingRequests()`` with the date and the time that were found.
  public let dateComponents: DateComponents
  /// Whether each match counts, or only the next.
  public let repeats: Bool
  /// IANA name of the time zone whose clock counts, such as `Asia/Shanghai`; nil for the user's, wherever that is.
  public let timeZone: String?

  /// Makes a trigger for the moments at which all given components match.
  ///
  /// `timeZone` is the IANA name of a zone; nil takes the one of the components, and if they have none, the user's.
  /// FoundationEssentials alone knows no named zones, so a program that does not import Foundation names it here.
  public init(dateMatching dateComponents: DateComponents, repeats: Bool, timeZone: String? = nil) {
    self.dateComponents = dateComponents
    self.repeats = repeats
    self.timeZone = timeZone ?? dateComponents.timeZone.map(Self.name)
  }

  /// Foundation calls zones of a fixed offset `GMT+0800`.
  private static func name(of zone: TimeZone) -> String {
    guard zone.identifier.hasPrefix("GMT") else { return zone.identifier }
    let minutes = abs(zone.secondsFromGMT()) / 60
    guard minutes > 0 else { return "UTC" }
    let digits = [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return (zone.secondsFromGMT() < 0 ? "-" : "+") + digits.joined(separator: ":")
  }

  func wireKeys(at now: Instant, in zone: Zone) throws(NotificationError) -> [(MessageDraft.Key, String)] {
    let pattern = try CalendarPattern(dateComponents)
    let zoneKeys: [(MessageDraft.Key, String)] = timeZone.map { [(.zone, $0)] } ?? []
    guard !repeats else { return try pattern.series() + zoneKeys }
    do {
      let wall = try timeZone.map { name throws(TimeError) in try Zone(identifier: name) } ?? zone
      switch try pattern.next(after: now, in: wall) {
      case .civil(let civil): return [(.at, civil.description)] + zoneKeys
      case .instant(let instant): return [(.at, instant.description)]
      case nil: throw NotificationError(.expired, "\(pattern) has passed and does not come again")
      }
    } catch let error as TimeError {
      throw NotificationError(error)
    } catch let error as NotificationError {
      throw error
    } catch {
      throw NotificationError(.invalidArgument, "\(error)")
    }
  }
}
