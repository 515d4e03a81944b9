public import LocalPushModel
public import LocalPushTime

/// What is on screen and does not stay there unchanged.
extension Store {
  /// Records what is said of a message now, for one that has no time to come.
  public func setDefinition(of number: Int64, _ definition: String, at now: Instant) throws(StoreError) {
    try database.run(
      "UPDATE message SET definition = ?, changed = ? WHERE number = ?", definition, now.stored, number)
  }

  /// What the message of an occurrence says by now, when that is not what the occurrence says.
  public func newerContent(of number: Int64) throws(StoreError) -> (definition: String, content: Content)? {
    let definition = try database.first(
      """
      SELECT message.definition FROM occurrence JOIN message ON message.number = occurrence.message
      WHERE occurrence.number = ? AND message.definition <> occurrence.definition
      """, number
    ) { $0.text(0) }
    // what cannot be read is told of where its message is read
    guard let definition, let content = try? Self.content(of: definition) else { return nil }
    return (definition, content)
  }

  /// Gives one occurrence the content of an edit.
  public func setContent(of number: Int64, definition: String) throws(StoreError) {
    try database.run("UPDATE occurrence SET definition = ? WHERE number = ?", definition, number)
  }

  /// Records when an occurrence that is on screen is to be taken off, nil for never; any change of its state forgets it.
  public func setExpiry(of number: Int64, at moment: Instant?) throws(StoreError) {
    try database.run("UPDATE occurrence SET wake = ? WHERE number = ? AND state = 'shown'", moment?.stored, number)
  }
}
