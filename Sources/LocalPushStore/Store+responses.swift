public import LocalPushModel
public import LocalPushTime

extension Store {
  /// Keeps a response until ``acknowledge(app:sequence:)`` and gives it its sequence number.
  public func insertResponse(
    to shown: StoredOccurrence, action: String, text: String?, activationToken: String?, handler: Handler?,
    at now: Instant
  ) throws(StoreError) -> Response {
    let occurrence = shown.occurrence
    try database.run(
      """
      INSERT INTO response (app, id, slot, action, reply, user_info, at, token, handler)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      occurrence.key.app, occurrence.key.id, occurrence.slot.description, action, text,
      shown.content.userInfo.description, now.stored, activationToken, handler?.json.description)
    return Response(
      sequence: database.lastInsertedRow, key: occurrence.key, slot: occurrence.slot, action: action, text: text,
      userInfo: shown.content.userInfo, at: now, activationToken: activationToken, handler: handler)
  }

  /// Responses that no handler has taken yet, with a sequence number above `after`; of one app or of all.
  public func responses(app: String?, after sequence: Int64) throws(StoreError) -> [Response] {
    try database.rows(
      """
      SELECT sequence, app, id, slot, action, reply, user_info, at, token, handler FROM response
      WHERE (?1 IS NULL OR app = ?1) AND sequence > ?2 ORDER BY sequence
      """, app, sequence
    ) { row throws(StoreError) in
      let key = MessageKey(app: row.text(1), id: row.text(2))
      return try UnreadableRow.reading(.response, row.integer(0), key) {
        Response(
          sequence: row.integer(0), key: key, slot: try Slot(parsing: row.text(3)), action: row.text(4),
          text: row.optionalText(5), userInfo: try JSONValue(parsing: row.text(6)).object ?? JSONObject(),
          at: Instant(microseconds: row.integer(7)), activationToken: row.optionalText(8),
          handler: try row.optionalText(9).map { try Handler(json: JSONValue(parsing: $0)) })
      }
    }
  }

  /// Forgets the responses to `app` up to and with `sequence`: somebody has taken them.
  public func acknowledge(app: String, upTo sequence: Int64) throws(StoreError) {
    try database.run("DELETE FROM response WHERE app = ? AND sequence <= ?", app, sequence)
  }

  /// Forgets one response that its handler has taken.
  public func forgetResponse(_ sequence: Int64) throws(StoreError) {
    try database.run("DELETE FROM response WHERE sequence = ?", sequence)
  }
}
