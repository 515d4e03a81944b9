internal import LocalPushBus
internal import LocalPushModel
internal import LocalPushScheduler
internal import LocalPushStore

/// Lists, whole or page by page.
extension Service {
  /// What a list is of.
  enum ListKind: String, CaseIterable {
    case pending
    case delivered
    case history
  }

  /// One page of a list, and what to hand back for the next one; empty when this was the last.
  func page(of list: String, app: String?, _ options: BusValue) throws -> [BusValue] {
    guard let kind = ListKind(rawValue: list) else {
      let kinds = ListKind.allCases.map(\.rawValue).joined(separator: ", ")
      throw MessageFault("list", "'\(list.forDisplay)' is not one of \(kinds)")
    }
    let page = try page(kind, app: app, try PageOptions(options))
    return [.vardicts(page.values), .string(page.next?.description ?? "")]
  }

  /// A list as a whole, its first `limit` entries at most.
  func whole(_ kind: ListKind, app: String?, limit: Int = .max) throws -> BusValue {
    var values: [BusValue] = []
    var bytes = 0
    var options = PageOptions()
    repeat {
      options.limit = min(Limits.pageEntries, limit - values.count)
      let page = try page(kind, app: app, options)
      values += page.values
      bytes += page.bytes
      options.after = page.next
      guard bytes <= Limits.listBytes else {
        throw Refusal(.limit, "The list has more than \(Limits.listBytes) bytes; ask for it page by page, with List.")
      }
    } while options.after != nil && values.count < limit
    return .vardicts(values)
  }

  private struct Page {
    var values: [BusValue] = []
    var bytes = 0
    var next: PageEnd?
  }

  private func page(_ kind: ListKind, app: String?, _ options: PageOptions) throws -> Page {
    let store = daemon.store
    switch kind {
    case .pending:
      return try page(options, message, \.pageEnd) { try store.pendingMessages(app: app, after: $0, atMost: $1) }
    case .delivered:
      return try page(options, occurrence, \.shownPageEnd) {
        try store.shownOccurrences(app: app, after: $0, atMost: $1)
      }
    case .history:
      return try page(options, occurrence, \.historyPageEnd) { try store.history(app: app, after: $0, atMost: $1) }
    }
  }

  private static let rowsAtOnce = 100

  private func page<Row>(
    _ options: PageOptions, _ value: (Row) -> BusValue, _ end: (Row) -> PageEnd,
    _ read: (PageEnd?, Int) throws -> [Row]
  ) throws -> Page {
    var page = Page(next: options.after)
    while page.values.count < options.limit, page.bytes < Limits.pageBytes {
      let count = min(Self.rowsAtOnce, options.limit - page.values.count)
      let rows = try read(page.next, count)
      for row in rows where page.bytes < Limits.pageBytes {
        let value = value(row)
        page.values.append(value)
        page.bytes += value.approximateBytes
        page.next = end(row)
      }
      if rows.count < count, page.bytes < Limits.pageBytes {
        page.next = nil
        break
      }
    }
    if let last = page.next, try read(last, 1).isEmpty { page.next = nil }
    daemon.usedMemory(bytes: page.bytes)
    return page
  }

  private func occurrence(_ stored: StoredOccurrence) -> BusValue {
    .vardict(details(of: stored.occurrence, stored.content))
  }

  /// The first of the responses that `app` is to take.
  func responses(to app: String, after sequence: Int64) throws -> BusValue {
    var values: [BusValue] = []
    var bytes = 0
    var last = sequence
    while values.count < Limits.pageEntries, bytes < Limits.pageBytes {
      let responses = try daemon.store.responses(toTakeBy: app, after: last, atMost: Self.rowsAtOnce)
      guard let newest = responses.last else { break }
      last = newest.sequence
      for response in responses {
        values.append(.vardict(details(of: response)))
        bytes += values.last?.approximateBytes ?? 0
      }
    }
    return .vardicts(values)
  }
}

/// The options of `List`.
private struct PageOptions {
  var limit = Limits.pageEntries
  var after: PageEnd?

  init() {}

  init(_ value: BusValue) throws(MessageFault) {
    for entry in value.entries ?? [] {
      switch (entry.key.stringValue ?? "", entry.value.unwrapped) {
      case ("limit", let number) where number.intValue != nil:
        guard let limit = number.intValue, limit > 0 else { throw MessageFault("limit", "must be at least 1") }
        self.limit = Int(min(limit, Int64(Limits.pageEntries)))
      case ("after", .string("")): after = nil
      case ("after", .string(let text)):
        guard let end = PageEnd(parsing: text) else {
          throw MessageFault("after", "'\(text.forDisplay)' is not what an earlier page gave as next")
        }
        after = end
      case (let name, _): throw MessageFault(name, "is not an option of List, or has the wrong type")
      }
    }
  }
}

extension BusValue {
  /// About as many bytes as the value takes in a message.
  fileprivate var approximateBytes: Int {
    switch self {
    case .string(let text), .objectPath(let text), .signature(let text): text.utf8.count + 8
    case .bytes(let bytes): bytes.count + 8
    case .array(_, let elements): elements.reduce(8) { $0 + $1.approximateBytes }
    case .structure(let members): members.reduce(8) { $0 + $1.approximateBytes }
    case .dictionary(_, _, let entries):
      entries.reduce(8) { $0 + $1.key.approximateBytes + $1.value.approximateBytes + 8 }
    case .variant(let value): value.approximateBytes + 4
    default: 8
    }
  }
}
