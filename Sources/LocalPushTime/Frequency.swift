/// How often a rule begins a new period, FREQ of RFC 5545 §3.3.10; ordered from short to long.
public enum Frequency: String, Hashable, Comparable, Sendable, CaseIterable {
  case secondly = "SECONDLY"
  case minutely = "MINUTELY"
  case hourly = "HOURLY"
  case daily = "DAILY"
  case weekly = "WEEKLY"
  case monthly = "MONTHLY"
  case yearly = "YEARLY"

  /// The length of a period in seconds if periods are counted in elapsed time, nil if in dates.
  var seconds: Int? {
    switch self {
    case .secondly: 1
    case .minutely: 60
    case .hourly: 3_600
    case .daily, .weekly, .monthly, .yearly: nil
    }
  }

  /// True if the periods of `left` are shorter.
  public static func < (left: Frequency, right: Frequency) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int {
    switch self {
    case .secondly: 0
    case .minutely: 1
    case .hourly: 2
    case .daily: 3
    case .weekly: 4
    case .monthly: 5
    case .yearly: 6
    }
  }
}
