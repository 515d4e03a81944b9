/// Says why a text is not a date, a duration, a zone or a rule, in words for the person who wrote it.
///
/// `description` reads `what: why`, for example `2026-02-30: there is no 30 February in 2026, the month has 28 days`.
public struct TimeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of fault, for programs. Unknown codes survive: compare with the constants.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The word that stands for the kind.
    public let rawValue: String

    /// Makes a code of any word.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }
  }

  /// What kind of fault it is.
  public let code: Code
  /// The text at fault, cut to 80 characters, control characters replaced.
  public let text: String
  /// Why it was refused and what would be right, as the second half of a sentence.
  public let reason: String

  /// Makes an error; the text is made fit to print.
  public init(_ code: Code, _ text: String, _ reason: String) {
    self.code = code
    self.text = TimeError.printable(text)
    self.reason = reason
  }

  /// What was wrong and why, on one line.
  public var description: String {
    "\(text): \(reason)"
  }

  private static let longestText = 80

  private static func printable(_ text: String) -> String {
    let scalars = text.unicodeScalars.prefix(longestText).map {
      $0.properties.generalCategory == .control ? "\u{FFFD}" : $0
    }
    var result = String(String.UnicodeScalarView(scalars))
    if text.unicodeScalars.count > longestText { result += "…" }
    return result.isEmpty ? "(empty)" : result
  }
}

extension TimeError.Code {
  /// A date that the calendar does not have, or a text that is no date.
  public static let date = Self(rawValue: "date")
  /// A time of day that the clock does not show, or a text that is no time.
  public static let time = Self(rawValue: "time")
  /// A text that is no duration, or one out of range.
  public static let duration = Self(rawValue: "duration")
  /// A zone name that is unknown, ambiguous or unsafe.
  public static let zone = Self(rawValue: "zone")
  /// A recurrence rule with a fault in one of its parts.
  public static let rule = Self(rawValue: "rule")
  /// A recurrence that has no occurrence at all.
  public static let neverFires = Self(rawValue: "never-fires")
}
