extension PosixZone {
  /// Reads the text, or gives nil if it is none: POSIX TZ with hours from -167 to 167 in times.
  init?(parsing text: String) {
    var cursor = TextCursor(text)
    guard cursor.takeZoneName(), let west = cursor.clock(hours: 0...24) else { return nil }
    standardOffset = -west
    guard !cursor.isAtEnd else {
      summer = nil
      return
    }
    guard cursor.takeZoneName() else { return nil }
    var offset = -west + 3_600
    if cursor.next != UInt8(ascii: ","), !cursor.isAtEnd {
      guard let west = cursor.clock(hours: 0...24) else { return nil }
      offset = -west
    }
    if cursor.isAtEnd { cursor = TextCursor(",M3.2.0,M11.1.0") }
    guard cursor.take(","), let start = Boundary(&cursor), cursor.take(","), let end = Boundary(&cursor),
      cursor.isAtEnd
    else { return nil }
    summer = Summer(offset: offset, start: start, end: end)
  }
}

extension PosixZone.Boundary {
  fileprivate init?(_ cursor: inout TextCursor) {
    guard let day = Day(&cursor) else { return nil }
    self.day = day
    guard cursor.take("/") else {
      second = 7_200
      return
    }
    guard let second = cursor.clock(hours: 0...167) else { return nil }
    self.second = second
  }
}

extension PosixZone.Boundary.Day {
  fileprivate init?(_ cursor: inout TextCursor) {
    if cursor.take("J") {
      guard let day = cursor.number(digits: 1...3), (1...365).contains(day) else { return nil }
      self = .withoutLeapDay(day)
    } else if cursor.take("M") {
      guard let month = cursor.number(digits: 1...2), (1...12).contains(month), cursor.take("."),
        let week = cursor.number(digits: 1), (1...5).contains(week), cursor.take("."),
        let weekday = cursor.number(digits: 1), (0...6).contains(weekday)
      else { return nil }
      self = .weekday(month: month, week: week, weekday: weekday)
    } else {
      guard let day = cursor.number(digits: 1...3), (0...365).contains(day) else { return nil }
      self = .dayOfYear(day)
    }
  }
}

extension TextCursor {
  /// Steps over `CET` or `<+0330>`: three letters or more, or anything of that length in angle brackets.
  fileprivate mutating func takeZoneName() -> Bool {
    guard take("<") else { return letters().utf8.count >= 3 }
    while let next, next != UInt8(ascii: ">") { takeAny() }
    return take(">")
  }

  /// Reads `[+-]hh[:mm[:ss]]` as seconds.
  fileprivate mutating func clock(hours: ClosedRange<Int>) -> Int? {
    let sign = take("-") ? -1 : 1
    if sign == 1 { _ = take("+") }
    guard let hour = number(digits: 1...3), hours.contains(hour) else { return nil }
    var seconds = hour * 3_600
    for unit in [60, 1] where take(":") {
      guard let count = number(digits: 1...2), count < 60 else { return nil }
      seconds += count * unit
    }
    return sign * seconds
  }
}
