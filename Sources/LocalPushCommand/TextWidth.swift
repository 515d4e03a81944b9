internal import CGLib

extension String {
  /// Columns that the text takes in a terminal: two for wide East Asian characters (`g_unichar_iswide`).
  var width: Int { unicodeScalars.reduce(0) { $0 + $1.width } }

  /// The text up to this many columns of a terminal, with an ellipsis where something is left out.
  func cut(toWidth room: Int) -> String {
    guard width > room else { return self }
    var cut = ""
    var taken = 1  // for the ellipsis
    for scalar in unicodeScalars {
      taken += scalar.width
      guard taken <= room else { break }
      cut.unicodeScalars.append(scalar)
    }
    return room > 0 ? cut + "…" : ""
  }

  /// The text with spaces behind it, at least this many columns wide.
  func padded(toWidth columns: Int) -> String {
    self + String(repeating: " ", count: max(0, columns - width))
  }

  /// The text in lines of at most this many columns: broken at spaces, and between East Asian characters, which have
  /// none between their words.
  func wrapped(toWidth room: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for piece in pieces {
      let gap = piece.hasSpaceBefore && !line.isEmpty ? " " : ""
      if !line.isEmpty, line.width + gap.width + piece.text.width > room {
        lines.append(line)
        line = piece.text
      } else {
        line += gap + piece.text
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }

  private struct Piece {
    var text: String
    let hasSpaceBefore: Bool
  }

  /// What stays together on a line: closing punctuation never begins one, opening punctuation never ends one.
  private var pieces: [Piece] {
    var pieces: [Piece] = []
    for word in split(separator: " ") {
      var previous: Character?
      for character in word {
        let mayBreak = previous.map { before in
          (before.isWide || character.isWide) && !"，。：；、！？）」”".contains(character) && !"（「“".contains(before)
        }
        if mayBreak ?? true {
          pieces.append(Piece(text: String(character), hasSpaceBefore: previous == nil))
        } else {
          pieces[pieces.count - 1].text.append(character)
        }
        previous = character
      }
    }
    return pieces
  }
}

extension Character {
  fileprivate var isWide: Bool { String(self).width == 2 }
}

extension Unicode.Scalar {
  /// Columns that the character takes in a terminal.
  fileprivate var width: Int {
    g_unichar_iszerowidth(value) != 0 ? 0 : g_unichar_iswide(value) != 0 ? 2 : 1
  }
}
