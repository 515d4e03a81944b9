internal import LocalPushModel

/// One line of an iCalendar file, unfolded: `NAME;PARAMETER=VALUE:value` (RFC 5545 §3.1).
struct ContentLine {
  /// In upper case.
  let name: String
  private let parameters: [(name: String, values: [String])]
  /// As it stands there, with the escapes of texts.
  let value: String
  /// Where it begins, from 1.
  let number: Int

  /// The first value of a parameter, nil when it is not there.
  func parameter(_ name: String) -> String? {
    parameters.first { $0.name == name }?.values.first
  }

  /// The value as a text (RFC 5545 §3.3.11).
  var text: String {
    guard value.utf8.contains(UInt8(ascii: "\\")) else { return value }
    var text = ""
    var isEscaped = false
    for scalar in value.unicodeScalars {
      switch (isEscaped, scalar) {
      case (false, "\\"): isEscaped = true
      case (true, "n"), (true, "N"):
        text.unicodeScalars.append("\n")
        isEscaped = false
      case (_, let scalar):
        text.unicodeScalars.append(scalar)
        isEscaped = false
      }
    }
    return text
  }
}

/// Why a line cannot be read.
struct ContentLineError: Error {
  let reason: String
}

extension ContentLine {
  init(_ bytes: [UInt8], number: Int) throws(ContentLineError) {
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw ContentLineError(reason: "line \(number) is not UTF-8 text")
    }
    guard !bytes.contains(0) else { throw ContentLineError(reason: "line \(number) holds a NUL character") }
    let colon = UInt8(ascii: ":")
    let semicolon = UInt8(ascii: ";")
    var place = bytes.firstIndex { $0 == colon || $0 == semicolon } ?? bytes.endIndex
    let name = String(decoding: bytes[..<place], as: UTF8.self)
    guard !name.isEmpty, name.utf8.allSatisfy(Self.isNameByte), place < bytes.endIndex else {
      throw ContentLineError(reason: "'\(String(decoding: bytes, as: UTF8.self).forDisplay)' is not NAME:value")
    }
    var parameters: [(name: String, values: [String])] = []
    while place < bytes.endIndex, bytes[place] == semicolon {
      guard let parameter = Self.parameter(of: bytes, from: &place) else {
        throw ContentLineError(reason: "'\(name)' has a parameter that is not NAME=value")
      }
      parameters.append(parameter)
    }
    guard place < bytes.endIndex, bytes[place] == colon else {
      throw ContentLineError(reason: "'\(name)' has no value: its colon is missing")
    }
    self.init(
      name: name.uppercased(), parameters: parameters, value: String(decoding: bytes[(place + 1)...], as: UTF8.self),
      number: number)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
  }

  /// Reads `;NAME=value,"value"` and leaves `place` on what follows.
  private static func parameter(of bytes: [UInt8], from place: inout Int) -> (name: String, values: [String])? {
    guard let equals = bytes[place...].firstIndex(of: UInt8(ascii: "=")) else { return nil }
    let name = bytes[(place + 1)..<equals]
    guard !name.isEmpty, name.allSatisfy(isNameByte) else { return nil }
    place = equals
    var values: [String] = []
    repeat {
      place += 1
      let isQuoted = place < bytes.endIndex && bytes[place] == UInt8(ascii: "\"")
      let start = isQuoted ? place + 1 : place
      let end = bytes[start...].firstIndex { isQuoted ? $0 == UInt8(ascii: "\"") : ",;:".utf8.contains($0) }
      guard let end else { return nil }
      values.append(unescaped(String(decoding: bytes[start..<end], as: UTF8.self)))
      place = isQuoted ? end + 1 : end
    } while place < bytes.endIndex && bytes[place] == UInt8(ascii: ",")
    return (String(decoding: name, as: UTF8.self).uppercased(), values)
  }

  /// Undoes the escapes of parameter values, `^n`, `^^` and `^'` (RFC 6868).
  private static func unescaped(_ value: String) -> String {
    guard value.utf8.contains(UInt8(ascii: "^")) else { return value }
    var text = ""
    var rest = value.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch (scalar, rest.first) {
      case ("^", "n"): text += "\n"
      case ("^", "^"): text += "^"
      case ("^", "'"): text += "\""
      default:
        text.unicodeScalars.append(scalar)
        continue
      }
      rest.removeFirst()
    }
    return text
  }
}

/// The lines of an iCalendar file, unfolded as bytes: a fold may stand inside of a character (RFC 5545 §3.1).
///
/// Lines may end in CRLF, LF or CR.
struct ContentLines: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var place = 0
  private var number = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }  // a byte order mark, as some programs write it
  }

  /// The next line that is not empty, and its number.
  mutating func next() -> (bytes: [UInt8], number: Int)? {
    while place < bytes.endIndex {
      var line = takeLine()
      let first = number
      while place < bytes.endIndex, bytes[place] == 0x20 || bytes[place] == 0x09 {
        place += 1
        line += takeLine()
      }
      if !line.isEmpty { return (line, first) }
    }
    return nil
  }

  private mutating func takeLine() -> [UInt8] {
    let end = bytes[place...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.endIndex
    defer {
      place = end + (end < bytes.endIndex ? 1 : 0)
      if end + 1 < bytes.endIndex, bytes[end] == 0x0D, bytes[end + 1] == 0x0A { place += 1 }
      number += 1
    }
    return Array(bytes[place..<end])
  }
}
