public import LocalPushModel
public import LocalPushTime

extension Store {
  /// Keeps a response until somebody has taken it, and gives it its sequence number.
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

  /// Responses that nobody has taken yet.
  public func responses() throws(StoreError) -> [Response] {
    try database.rows("SELECT \(Self.columns) FROM response ORDER BY sequence", read: Self.readResponse)
  }

  /// Responses that are for `app` to take, with a sequence number above `after`.
  public func responses(
    toTakeBy app: String, after sequence: Int64, atMost limit: Int = .max
  ) throws(StoreError) -> [Response] {
    try database.rows(
      """
      SELECT \(Self.columns) FROM response WHERE app = ? AND sequence > ? AND \(Self.isForApp) ORDER BY sequence LIMIT ?
      """, app, sequence, Int64(limit), read: Self.readResponse)
  }

  /// Forgets what `app` was to take up to and with `sequence`, because it has.
  public func acknowledge(app: String, upTo sequence: Int64) throws(StoreError) {
    try database.run("DELETE FROM response WHERE app = ? AND sequence <= ? AND \(Self.isForApp)", app, sequence)
  }

  /// The app takes what has no handler, and what starts the app; ``Handler/json`` writes the handler.
  private static let isForApp = "(handler IS NULL OR handler GLOB '\"activate*' OR handler = '\"launch\"')"

  private static let columns = "sequence, app, id, slot, action, reply, user_info, at, token, handler"

  private static func readResponse(_ row: Statement) throws(StoreError) -> Response {
    let key = MessageKey(app: row.text(1), id: row.text(2))
    return try UnreadableRow.reading(.response, row.integer(0), key) {
      Response(
        sequence: row.integer(0), key: key, slot: try Slot(parsing: row.text(3)), action: row.text(4),
        text: row.optionalText(5), userInfo: try JSONValue(parsing: row.text(6)).object ?? JSONObject(),
        at: Instant(microseconds: row.integer(7)), activationToken: row.optionalText(8),
        handler: try row.optionalText(9).map { try Handler(json: JSONValue(parsing: $0)) })
    }
  }

  /// How many responses to `app` nobody has taken.
  public func responseCount(app: String) throws(StoreError) -> Int {
    Int(try database.first("SELECT count(*) FROM response WHERE app = ?", app) { $0.integer(0) } ?? 0)
  }

  /// Tells whether a response has not been taken yet.
  public func hasResponse(_ sequence: Int64) throws(StoreError) -> Bool {
    try database.first("SELECT 1 FROM response WHERE sequence = ?", sequence) { $0.integer(0) } != nil
  }

  /// Forgets one response that its handler has taken.
  public func forgetResponse(_ sequence: Int64) throws(StoreError) {
    try database.run("DELETE FROM response WHERE sequence = ?", sequence)
  }
}
