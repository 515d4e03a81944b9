/// A word that names a day relative to today.
enum DayWord: Equatable {
  case today
  case tomorrow
  case weekday(Weekday)
  /// Today if the time is still to come, else tomorrow.
  case next

  /// Reads `today`, `tomorrow`, `friday` or `fri`, in small letters.
  init?(_ word: String) {
    switch word {
    case "today": self = .today
    case "tomorrow": self = .tomorrow
    default:
      let weekday = Weekday.allCases.first {
        let name = $0.name.lowercased()
        return name == word || name.prefix(3) == word
      }
      guard let weekday else { return nil }
      self = .weekday(weekday)
    }
  }

  /// The date meant when the wall shows `now`; nil after the year 9999.
  func date(of time: CivilTime, now: CivilDateTime) -> CivilDate? {
    let isToCome = time > now.time
    switch self {
    case .today: return now.date
    case .tomorrow: return now.date.adding(days: 1)
    case .next: return isToCome ? now.date : now.date.adding(days: 1)
    case .weekday(let weekday):
      let days = (weekday.rawValue - now.date.weekday.rawValue).remainder(dividedDownBy: 7)
      return now.date.adding(days: days == 0 && !isToCome ? 7 : days)
    }
  }
}
