internal import CSQLite

/// One open SQLite database; closed with its last reference.
final class Database {
  let handle: OpaquePointer
  private var prepared: [StatementText: Statement] = [:]
  /// Takes the rows that a reader could not make sense of and passed over.
  var onUnreadableRows: (([UnreadableRow]) throws(StoreError) -> Void)?

  /// Opens or creates the file at `path`; `:memory:` makes a database of its own for a test.
  ///
  /// The corresponding C function is `sqlite3_open_v2`.
  init(path: String) throws(StoreError) {
    _ = Self.takesNoStatistics
    var opened: OpaquePointer?
    // one thread at a time: no locks are needed
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(path, &opened, flags, nil)
    guard let opened else { throw StoreError(code: code, message: "out of memory") }
    guard code == SQLITE_OK else {
      let failure = StoreError(code: code, message: String(cString: sqlite3_errmsg(opened)))
      sqlite3_close_v2(opened)
      throw failure
    }
    handle = opened
  }

  /// SQLite does not count what it allocates, under a lock for each piece; `SQLITE_CONFIG_MEMSTATUS`.
  private static let takesNoStatistics = sqlite3_config_memstatus(0) == SQLITE_OK

  deinit {
    prepared.removeAll()
    sqlite3_close_v2(handle)
  }

  /// Runs statements that take and give nothing.
  ///
  /// The corresponding C function is `sqlite3_exec`.
  func execute(_ sql: String) throws(StoreError) {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure(sql) }
  }

  /// Runs one statement to its end.
  func run(_ sql: String, _ values: any SQLValue...) throws(StoreError) {
    try run(sql, values: values)
  }

  func run(_ sql: String, values: [any SQLValue]) throws(StoreError) {
    let statement = try statement(sql, values)
    defer { statement.reset() }
    while try statement.step() {}
  }

  /// Gives what `read` makes of each row, except of those that cannot be read back.
  func rows<Row>(
    _ sql: String, _ values: any SQLValue..., read: (Statement) throws(StoreError) -> Row
  ) throws(StoreError) -> [Row] {
    try rows(sql, values: values, read: read)
  }

  func rows<Row>(
    _ sql: String, values: [any SQLValue], read: (Statement) throws(StoreError) -> Row
  ) throws(StoreError) -> [Row] {
    try rows(of: try statement(sql, values), atMost: .max, read)
  }

  /// Gives what `read` makes of the first row, nil when there is none or it cannot be read back.
  func first<Row>(
    _ sql: String, _ values: any SQLValue..., read: (Statement) throws(StoreError) -> Row
  ) throws(StoreError) -> Row? {
    try first(sql, values: values, read: read)
  }

  func first<Row>(
    _ sql: String, values: [any SQLValue], read: (Statement) throws(StoreError) -> Row
  ) throws(StoreError) -> Row? {
    try rows(of: try statement(sql, values), atMost: 1, read).first
  }

  private func rows<Row>(
    of statement: Statement, atMost limit: Int, _ read: (Statement) throws(StoreError) -> Row
  ) throws(StoreError) -> [Row] {
    var unreadable: [UnreadableRow] = []
    let rows = try rows(of: statement, atMost: limit, passingOver: &unreadable, read)
    if !unreadable.isEmpty { try onUnreadableRows?(unreadable) }
    return rows
  }

  private func rows<Row>(
    of statement: Statement, atMost limit: Int, passingOver unreadable: inout [UnreadableRow],
    _ read: (Statement) throws(StoreError) -> Row
  ) throws(StoreError) -> [Row] {
    defer { statement.reset() }
    var rows: [Row] = []
    while rows.count + unreadable.count < limit, try statement.step() {
      do throws(StoreError) {
        rows.append(try read(statement))
      } catch {
        guard let row = error.row else { throw error }
        unreadable.append(row)
      }
    }
    return rows
  }

  /// How SQLite goes about a statement; its values play no part in that.
  func plan(of sql: String) throws(StoreError) -> [String] {
    let statement = try prepare("EXPLAIN QUERY PLAN " + sql)
    var steps: [String] = []
    while try statement.step() { steps.append(statement.text(3)) }
    return steps
  }

  /// The instructions that SQLite makes of a statement, by name.
  func instructions(of sql: String) throws(StoreError) -> [String] {
    let statement = try prepare("EXPLAIN " + sql)
    var names: [String] = []
    while try statement.step() { names.append(statement.text(1)) }
    return names
  }

  /// Every statement that was prepared so far.
  var statements: [String] { prepared.keys.map(\.sql) }

  /// Row number of the last insertion (`sqlite3_last_insert_rowid`).
  var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Rows changed by the last statement (`sqlite3_changes64`).
  var changedRows: Int { Int(sqlite3_changes64(handle)) }

  private func statement(_ sql: String, _ values: [any SQLValue]) throws(StoreError) -> Statement {
    let statement = try statement(sql)
    try statement.bind(values)
    return statement
  }

  private func statement(_ sql: String) throws(StoreError) -> Statement {
    if let known = prepared[StatementText(sql)], !known.isBusy { return known }
    let statement = try prepare(sql)
    prepared[StatementText(sql)] = statement
    return statement
  }

  private func prepare(_ sql: String) throws(StoreError) -> Statement {
    var made: OpaquePointer?
    guard sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &made, nil) == SQLITE_OK, let made
    else { throw failure(sql) }
    return Statement(made, of: self, sql: sql)
  }

  /// What the last call on this database went wrong with.
  func failure(_ sql: String?) -> StoreError {
    StoreError(
      code: sqlite3_extended_errcode(handle), message: String(cString: sqlite3_errmsg(handle)), sql: sql)
  }
}

/// The text of a statement, told apart by its length first: to hash all of it takes longer than many a statement.
private struct StatementText: Hashable {
  let sql: String

  init(_ sql: String) { self.sql = sql }

  func hash(into hasher: inout Hasher) { hasher.combine(sql.utf8.count) }
}

/// A prepared statement, finalized with its last reference.
final class Statement {
  private let handle: OpaquePointer
  private unowned let database: Database
  private let sql: String

  fileprivate init(_ handle: OpaquePointer, of database: Database, sql: String) {
    self.handle = handle
    self.database = database
    self.sql = sql
  }

  deinit { sqlite3_finalize(handle) }

  /// A reader is still between its rows (`sqlite3_stmt_busy`).
  fileprivate var isBusy: Bool { sqlite3_stmt_busy(handle) != 0 }

  fileprivate func bind(_ values: [any SQLValue]) throws(StoreError) {
    precondition(sqlite3_bind_parameter_count(handle) == values.count, "wrong number of values for: \(sql)")
    for (index, value) in values.enumerated() {
      guard value.bind(to: handle, at: Int32(index + 1)) == SQLITE_OK else { throw database.failure(sql) }
    }
  }

  /// Goes to the next row; false after the last (`sqlite3_step`).
  fileprivate func step() throws(StoreError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw database.failure(sql)
    }
  }

  fileprivate func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  func text(_ column: Int32) -> String {
    guard let start = sqlite3_column_text(handle, column) else { return "" }
    let bytes = UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
    return String(decoding: bytes, as: UTF8.self)
  }

  func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }

  func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }
}

/// A value that a statement takes in the place of a `?`.
protocol SQLValue {
  /// Binds the value and gives SQLite's result code.
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32
}

extension Int64: SQLValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 { sqlite3_bind_int64(statement, index, self) }
}

extension String: SQLValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    var text = self
    return text.withUTF8 { bindText($0, to: statement, at: index) }
  }
}

/// The bytes of a text, whether or not they are UTF-8.
extension ArraySlice<UInt8>: SQLValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    withUnsafeBufferPointer { bindText($0, to: statement, at: index) }
  }
}

private func bindText(_ bytes: UnsafeBufferPointer<UInt8>, to statement: OpaquePointer, at index: Int32) -> Int32 {
  bytes.withMemoryRebound(to: CChar.self) {
    sqlite3_bind_text64(statement, index, $0.baseAddress ?? emptyText, UInt64($0.count), transient, UInt8(SQLITE_UTF8))
  }
}

extension Optional: SQLValue where Wrapped: SQLValue {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    self?.bind(to: statement, at: index) ?? sqlite3_bind_null(statement, index)
  }
}

/// `SQLITE_TRANSIENT`, a macro with a cast that Swift does not import: SQLite copies the bytes before it returns.
private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

/// An address for the empty string, whose buffer has none. Safe to share: it is never written to nor freed.
nonisolated(unsafe) private let emptyText: UnsafePointer<CChar> = {
  let byte = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
  byte.initialize(to: 0)
  return UnsafePointer(byte)
}()
