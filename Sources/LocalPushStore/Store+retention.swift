public import LocalPushTime

/// How much of the history is kept.
public struct Retention: Hashable, Sendable {
  /// What ended longer ago is forgotten.
  public let age: Duration
  /// No more ended occurrences than these are kept.
  public let occurrences: Int

  public init(age: Duration, occurrences: Int) {
    self.age = age
    self.occurrences = occurrences
  }

  /// What the daemon keeps: 90 days, and at most 10 000 occurrences.
  public static let standard = Retention(age: .days(90), occurrences: 10_000)
}

extension Store {
  /// Forgets ended occurrences, ended messages and responses that nobody took, as far as `retention` does not keep them.
  ///
  /// A slot that is still to come is remembered however long ago it was decided, and so is a message of a list that may
  /// be read again: both would come back otherwise.
  public func prune(_ retention: Retention, at now: Instant) throws(StoreError) {
    let oldest = (now - retention.age).stored
    try database.run("DELETE FROM occurrence WHERE changed < ?1 AND due < ?1 AND \(Self.isClosed)", oldest)
    try database.run("DELETE FROM occurrence WHERE changed < ?1 AND due < ?1 AND state = 'shown'", oldest)
    try database.run(
      """
      DELETE FROM occurrence WHERE \(Self.isClosed) AND due < ? AND number <= (
        SELECT number FROM occurrence WHERE \(Self.isClosed) ORDER BY number DESC LIMIT 1 OFFSET ?)
      """, now.stored, Int64(retention.occurrences))
    try database.run(
      """
      DELETE FROM message WHERE next_due IS NULL AND changed < ? AND source NOT LIKE 'config:%'
        AND source NOT LIKE 'feed:%' AND NOT EXISTS (SELECT 1 FROM occurrence WHERE message = message.number
          AND \(Self.isLive))
      """, oldest)
    try database.run("DELETE FROM response WHERE at < ?", oldest)
  }
}
