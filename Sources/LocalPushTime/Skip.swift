/// What a rule does with a date that a month or year lacks, SKIP of RFC 7529 §4.1.
public enum Skip: String, Hashable, Sendable, CaseIterable {
  /// Leave it out: 29 February comes every four years.
  case omit = "OMIT"
  /// Take the last date before it: 28 February in other years.
  case backward = "BACKWARD"
  /// Take the first date after it: 1 March in other years.
  case forward = "FORWARD"
}
