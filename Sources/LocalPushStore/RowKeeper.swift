/// Puts rows that were saved into a new database.
struct RowKeeper {
  private struct Insertion {
    /// Keeps a row, if need be in the place of an older copy of it.
    let sql: String
    /// Keeps a row under a number of its own, unless there is one of its identity.
    let anew: String?
  }

  private let database: Database
  private let insertions: [String: Insertion]
  /// Rows that no table has taken though each stood in its place.
  private(set) var refused = 0

  init(_ database: Database, shapes: [TableShape]) {
    self.database = database
    insertions = Dictionary(uniqueKeysWithValues: shapes.map { ($0.table, Self.insertion(into: $0)) })
  }

  /// What a row of a table is known by beside its number, where its newest copy is told by `changed`.
  private static let identities = ["message": ["app", "id"], "occurrence": ["message", "slot"]]

  private static func insertion(into shape: TableShape) -> Insertion {
    let table = shape.table
    let number = shape.columns.first(where: \.isNumber)?.name ?? "rowid"
    let others = shape.columns.filter { !$0.isNumber }.map(\.name)
    let columns = ([number] + others).joined(separator: ", ")
    let places = others.map { _ in "?" }.joined(separator: ", ")
    guard let identity = identities[table] else {
      let sql = "INSERT INTO \(table) (\(columns)) VALUES (?, \(places)) ON CONFLICT DO NOTHING"
      return Insertion(sql: sql, anew: nil)
    }
    let assignments = ([number] + others).map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    let isSame = identity.map { "excluded.\($0) = \(table).\($0)" }.joined(separator: " AND ")
    return Insertion(
      sql: """
        INSERT INTO \(table) (\(columns)) VALUES (?, \(places)) ON CONFLICT DO UPDATE SET \(assignments)
        WHERE \(isSame) AND excluded.changed > \(table).changed
        """,
      anew: """
        INSERT INTO \(table) (\(others.joined(separator: ", "))) VALUES (\(places)) ON CONFLICT DO NOTHING
        """)
  }

  /// Keeps a row unless there is one of its number or its identity already, and tells whether it did.
  mutating func keep(_ row: SavedRow, of table: String, _ standing: Salvage.Standing) throws(StoreError) -> Bool {
    guard let insertion = insertions[table] else { return false }
    if try didInsert(insertion.sql, [.integer(row.number)] + row.values) { return true }
    if standing == .inPlace { refused += 1 }
    guard standing == .misnumbered, let anew = insertion.anew else { return false }
    return try didInsert(anew, row.values)
  }

  private func didInsert(_ sql: String, _ values: [SavedValue]) throws(StoreError) -> Bool {
    do throws(StoreError) {
      try database.run(sql, values: values)
    } catch {
      guard error.isFaultOfValues else { throw error }
      return false
    }
    return database.changedRows > 0
  }
}
