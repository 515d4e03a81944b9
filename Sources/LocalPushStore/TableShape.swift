/// What the rows of a table look like, by which a row is known wherever it stands.
struct TableShape {
  struct Column {
    let name: String
    let isText: Bool
    let mayBeNull: Bool
    /// The value of rows that are older than the column; nil when none can be.
    let ifMissing: SavedValue?
    /// It stands for the row's number, which is not part of the row's content.
    let isNumber: Bool
  }

  let table: String
  let columns: [Column]

  /// The row with what it lacks filled in and without the column of its number; nil when it is none of this table.
  func completed(_ row: SavedRow) -> SavedRow? {
    guard row.values.count <= columns.count, Self.numbers.contains(row.number) else { return nil }
    var values: [SavedValue] = []
    for (index, column) in columns.enumerated() where !column.isNumber {
      let value = index < row.values.count ? row.values[index] : column.ifMissing
      guard let value, column.takes(value) else { return nil }
      values.append(value)
    }
    return SavedRow(number: row.number, values: values)
  }

  /// Numbers that rows are given; nothing counts as far as the last of them.
  static let numbers: ClosedRange<Int64> = 1...1 << 40

  /// No page can hold more rows: each has a place of two bytes, two sizes or numbers, and a header.
  var rowsPerPage: Int { DamagedFile.pageSize / (columns.count + 5) }
}

extension TableShape.Column {
  fileprivate func takes(_ value: SavedValue) -> Bool {
    switch value {
    case .null: mayBeNull
    case .integer: !isText
    case .text: isText
    case .other: false
    }
  }
}

extension TableShape {
  /// `sqlite_schema`, of which the first page is the root.
  static let schema = TableShape(
    table: "sqlite_schema",
    columns: [.text("type"), .text("name"), .text("tbl_name"), .integer("rootpage"), .text("sql", mayBeNull: true)])

  /// `sqlite_sequence`: the last number that a table gave to a row.
  static let sequence = TableShape(table: "sqlite_sequence", columns: [.text("name"), .integer("seq")])

  /// The shape of a table of a sound database.
  init(of table: String, in database: Database) throws(StoreError) {
    self.table = table
    let sql = "SELECT name, type, \"notnull\", dflt_value, pk FROM pragma_table_info(?) ORDER BY cid"
    columns = try database.rows(sql, table) { row throws(StoreError) in
      let (isText, isKey) = (row.text(1) == "TEXT", row.integer(4) > 0)
      let mayBeNull = row.integer(2) == 0 && !isKey
      return Column(
        name: row.text(0), isText: isText, mayBeNull: mayBeNull,
        ifMissing: row.isNull(3) ? mayBeNull ? .null : nil : .integer(row.integer(3)), isNumber: isKey && !isText)
    }
  }
}

extension TableShape.Column {
  fileprivate static func text(_ name: String, mayBeNull: Bool = false) -> Self {
    Self(name: name, isText: true, mayBeNull: mayBeNull, ifMissing: nil, isNumber: false)
  }

  fileprivate static func integer(_ name: String) -> Self {
    Self(name: name, isText: false, mayBeNull: false, ifMissing: nil, isNumber: false)
  }
}
