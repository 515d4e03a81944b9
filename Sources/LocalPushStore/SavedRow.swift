/// A row as its bytes tell it (SQLite file format, "Record Format").
struct SavedRow {
  let number: Int64
  let values: [SavedValue]

  init(number: Int64, values: [SavedValue]) {
    self.number = number
    self.values = values
  }

  /// Reads a record; nil when its header and its content do not fit each other.
  init?(number: Int64, _ payload: [UInt8]) {
    guard let (headerSize, first) = payload.variableInteger(at: 0, before: payload.count),
      (1...Int64(payload.count)).contains(headerSize)
    else { return nil }
    var values: [SavedValue] = []
    var (header, place) = (first, Int(headerSize))
    while header < Int(headerSize) {
      guard let (kind, next) = payload.variableInteger(at: header, before: Int(headerSize)),
        let value = SavedValue(kind: kind, payload, at: &place)
      else { return nil }
      values.append(value)
      header = next
    }
    guard place == payload.count else { return nil }
    self.init(number: number, values: values)
  }
}

/// A value of a saved row.
enum SavedValue: SQLValue {
  case null
  case integer(Int64)
  case text(ArraySlice<UInt8>)
  /// What no column of a store holds.
  case other

  /// Reads the value of a serial type at `place`, which moves behind it; nil when it is not all there.
  fileprivate init?(kind: Int64, _ payload: [UInt8], at place: inout Int) {
    guard kind >= 0 else { return nil }
    let size = Self.size(ofKind: kind)
    guard size <= payload.count - place else { return nil }
    defer { place += size }
    switch kind {
    case 0, 10, 11: self = .null
    case 1...6:
      // the sign is that of the first byte
      let unused = 64 - 8 * size
      self = .integer(Int64((payload.integer(at: place, bytes: size) << unused) >> unused))
    case 8, 9: self = .integer(kind - 8)
    // one flipped bit makes a blob of a text; no column holds blobs
    case 12...: self = .text(payload[place..<place + size])
    default: self = .other
    }
  }

  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    switch self {
    case .null, .other: Int64?.none.bind(to: statement, at: index)
    case .integer(let number): number.bind(to: statement, at: index)
    case .text(let bytes): bytes.bind(to: statement, at: index)
    }
  }

  private static func size(ofKind kind: Int64) -> Int {
    let small = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0]
    return kind < 12 ? small[Int(kind)] : Int((kind - 12) / 2)
  }
}
