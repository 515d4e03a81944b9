internal import LocalPushModel

/// A row that cannot be read back, though the file around it is sound.
struct UnreadableRow: Hashable, Sendable, CustomStringConvertible {
  enum Table: String, Sendable {
    case message, occurrence, response
  }

  let table: Table
  /// Row number.
  let number: Int64
  let key: MessageKey
  let reason: String

  var description: String { "\(key): its \(table == .message ? "row" : table.rawValue) cannot be read: \(reason)" }
}

extension UnreadableRow {
  /// Reads back what this program wrote; what cannot be read is a fault of this row alone.
  static func reading<Value>(
    _ table: Table, _ number: Int64, _ key: MessageKey, _ read: () throws -> Value
  ) throws(StoreError) -> Value {
    do {
      return try read()
    } catch let error as StoreError {
      throw error
    } catch {
      throw StoreError(UnreadableRow(table: table, number: number, key: key, reason: "\(error)"))
    }
  }
}

extension Store {
  /// Messages of which something cannot be read, in words; everything else goes on.
  public var faults: [String] { unreadable.values.map(\.description).sorted() }

  /// Takes rows that cannot be read out of the schedule: they would be due for ever.
  func passedOver(_ rows: [UnreadableRow]) throws(StoreError) {
    for row in rows where unreadable[UnreadableRow.Place(row)] == nil {
      unreadable[UnreadableRow.Place(row)] = row
      toRetire.append(row)
    }
    if isInTransaction { try retireUnreadable() }
  }

  /// Records the end of what cannot be read; within a transaction.
  func retireUnreadable() throws(StoreError) {
    for row in toRetire {
      let reason = "cannot be read: \(row.reason)"
      switch row.table {
      case .message:
        try database.run(
          "UPDATE message SET next_slot = NULL, next_due = NULL, ended = ? WHERE number = ?", reason, row.number)
      case .occurrence:
        try database.run(
          """
          UPDATE occurrence SET state = 'missed', reason = ?, wake = NULL, server = NULL, server_id = NULL
          WHERE number = ? AND NOT \(Self.isClosed)
          """, reason, row.number)
      case .response: break
      }
    }
  }

  /// A message of this identity may be there without being readable: another one takes its place.
  func makeRoom(for key: MessageKey) throws(StoreError) {
    guard unreadable.values.contains(where: { $0.table == .message && $0.key == key }) else { return }
    try database.run("DELETE FROM message WHERE app = ? AND id = ?", key.app, key.id)
    unreadable = unreadable.filter { $0.value.table != .message || $0.value.key != key }
  }
}

extension UnreadableRow {
  /// Which row it is, whatever is wrong with it.
  struct Place: Hashable, Sendable {
    let table: Table
    let number: Int64

    init(_ row: UnreadableRow) {
      table = row.table
      number = row.number
    }
  }
}
