/// A sentence for a person: its text with `%s` where values stand, and the values.
///
/// It is written as a literal, so `"\(file) cannot be read"` stands in the catalogues as `%s cannot be read`.
public struct Phrase: ExpressibleByStringInterpolation, Sendable {
  /// The `msgid` of the catalogues.
  let id: String
  let values: [String]

  public init(stringLiteral id: String) {
    self.id = id
    values = []
  }

  public init(stringInterpolation interpolation: Interpolation) {
    id = interpolation.id
    values = interpolation.values
  }

  /// Something that reads the same in every language, such as the path of a file.
  public init(untranslated text: String) {
    self.init(id: "%s", values: [text])
  }

  /// The sentence in English, for programs.
  public var english: String { filled(id) }

  /// The phrase with the values that `text` has where this one, a pattern, has `%s`; nil when it does not read so.
  ///
  /// For sentences that were made in English by another program or at another time.
  public func matching(_ text: String) -> Phrase? {
    var values: [String] = []
    var rest = text[...]
    let parts = id.literalParts
    guard rest.hasPrefix(parts[0]) else { return nil }
    rest = rest.dropFirst(parts[0].count)
    for (place, part) in parts.enumerated().dropFirst() {
      let isLast = place == parts.count - 1
      guard let range = isLast ? rest.suffixRange(part) : rest.firstRange(of: part) else { return nil }
      values.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    return rest.isEmpty ? Phrase(id: id, values: values) : nil
  }

  private init(id: String, values: [String]) {
    self.id = id
    self.values = values
  }

  /// What makes a phrase of a literal with values in it.
  public struct Interpolation: StringInterpolationProtocol {
    fileprivate var id = ""
    fileprivate var values: [String] = []

    public init(literalCapacity: Int, interpolationCount: Int) {
      id.reserveCapacity(literalCapacity + 2 * interpolationCount)
      values.reserveCapacity(interpolationCount)
    }

    public mutating func appendLiteral(_ literal: String) {
      id += literal
    }

    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      id += "%s"
      values.append(value.description)
    }

    public mutating func appendInterpolation(_ error: any Error) {
      id += "%s"
      values.append("\(error)")
    }
  }

  public typealias StringInterpolation = Interpolation

  /// A translation with the values in their places: each `%s` takes the next one, `%2$s` always the second one.
  func filled(_ text: String) -> String {
    guard !values.isEmpty, text.utf8.contains(UInt8(ascii: "%")) else { return text }
    var filled = ""
    var rest = text[...]
    var next = 0
    while let percent = rest.firstIndex(of: "%") {
      filled += rest[..<percent]
      rest = rest[percent...].dropFirst()
      let number = rest.prefix { $0.isNumber }
      if rest.first == "s" {
        filled += value(next)
        next += 1
        rest = rest.dropFirst()
      } else if let place = Int(number), rest.dropFirst(number.count).hasPrefix("$s") {
        filled += value(place - 1)
        rest = rest.dropFirst(number.count + 2)
      } else {
        filled += "%"
      }
    }
    return filled + rest
  }

  private func value(_ place: Int) -> String {
    values.indices.contains(place) ? values[place] : ""
  }
}

extension String {
  /// What stands before, between and behind the `%s`.
  fileprivate var literalParts: [Substring] {
    var parts: [Substring] = []
    var rest = self[...]
    while let place = rest.firstRange(of: "%s") {
      parts.append(rest[..<place.lowerBound])
      rest = rest[place.upperBound...]
    }
    return parts + [rest]
  }
}

extension Substring {
  fileprivate func firstRange(of part: some StringProtocol) -> Range<Index>? {
    indices.first { self[$0...].hasPrefix(part) }.map { $0..<index($0, offsetBy: part.count) }
  }

  fileprivate func suffixRange(_ part: Substring) -> Range<Index>? {
    hasSuffix(part) ? index(endIndex, offsetBy: -part.count)..<endIndex : nil
  }
}
