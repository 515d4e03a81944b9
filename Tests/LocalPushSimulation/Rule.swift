/// The rules of the design that the simulation holds after every step.
public enum Rule: String, Sendable, CaseIterable {
  case nothingLost = "rule 1: nothing accepted is lost"
  case oneState = "rule 1: every occurrence is in exactly one state, and only a legal step leads to the next"
  case stepsLogged = "rule 1: each change of state keeps its reason and its time"
  case neverEarly = "rule 2: never early"
  case neverTwice = "rule 2: never twice"
  case nextMoment = "rule 3: armed for the single next moment of interest, and nothing polls"
  case clockInDoubt = "rule 3: a jump of years is not taken at face value"
  case civilTime = "rule 4: civil time is kept civil, and each occurrence comes from the rule"
  case lateIsDecided = "rule 5: late is a decision: policies, limits, quiet hours, one summary"
  case sameMessage = "rule 6: same id, same message; what was shown does not come back"
  case wholeSource = "rule 6: a whole source that is read again is all there is of it"
  case othersUntouched = "rule 6: messages of other sources are never touched"
  case offIsNotForgotten = "rule 7: off is not forgotten"
  case pressNotLost = "rule 8: a press is never lost, and is kept until somebody took it"
  case strangeServer = "rule 9: ids live as long as their owner, and foreign ones are nobody's"
  case leavesScreen = "what was answered, cancelled or overtaken is not on screen any more"
  case series = "done ends a series, skip leaves out one of it, and what was snoozed gives way to the next"
  case expiry = "what is worth showing only until a moment is not on screen after it"
  case badge = "the badge is what is shown and unanswered, and what was set"
  case fullDisk = "rule 11: a full disk stops no message that is on time"
}

/// A rule that did not hold.
public struct Violation: Error, Hashable, Sendable, CustomStringConvertible {
  public let rule: Rule
  public let detail: String

  public var description: String { "\(rule.rawValue)\n  \(detail)" }
}
