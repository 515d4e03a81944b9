internal import LocalPushModel

/// Where every group and key of a key file stands, found before GLib reads the values.
///
/// GLib refuses a whole file for one bad line, and names no lines; here a bad line costs its own group only, and is
/// left out of the text that GLib gets. Two groups or keys of one name, which GLib would merge, are faults.
struct KeyFileLayout {
  struct Entry {
    /// The key as it stands in the file, such as `title[zh_CN]`.
    let name: String
    /// The key without its locale, as the program knows it.
    let key: String
    let line: Int
  }

  struct Group {
    let name: String
    let line: Int
    var entries: [Entry] = []
    var problems: [(line: Int, key: String?, reason: String)] = []

    /// The line of a key, or of the group where the key is missing.
    func line(of key: String?) -> Int {
      entries.first { $0.key == key }?.line ?? line
    }
  }

  private(set) var groups: [Group] = []
  /// Faults outside of every group.
  private(set) var problems: [(line: Int, reason: String)] = []
  /// The text without the lines at fault, for GLib.
  private(set) var soundText = ""
  private var isInSkippedGroup = false
  private var keysOfGroup: Set<[UInt8]> = []

  init(_ bytes: [UInt8]) {
    let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])  // a byte order mark, as some editors write it
    let lines = bytes.dropFirst(isMarked ? 3 : 0).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let withoutReturn = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      if !take(Array(withoutReturn), number: index + 1) { soundText += "#" }
      soundText += "\n"
    }
  }

  /// Takes one line; false when it is left out.
  private mutating func take(_ bytes: [UInt8], number: Int) -> Bool {
    guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
      note("is not UTF-8 text", key: nil, line: number)
      return false
    }
    let line = text.trimmed
    if line.isEmpty || line.hasPrefix("#") { return true }
    if line.hasPrefix("[") { return takeHeader(line, number: number) }
    guard let equals = line.firstIndex(of: "="), equals != line.startIndex else {
      note("'\(line.forDisplay)' is neither a [group], a key=value nor a # comment", key: nil, line: number)
      return false
    }
    return takeEntry(line, key: String(line[..<equals]).trimmed, number: number)
  }

  private mutating func takeHeader(_ line: String, number: Int) -> Bool {
    keysOfGroup = []
    let name = String(line.dropFirst().dropLast())
    let isSound = line.hasSuffix("]") && line.count > 2 && !name.contains("[") && !name.contains("]")
    guard isSound else {
      isInSkippedGroup = true
      problems.append((number, "'\(line.forDisplay)' is not a [group]; the lines below it are left out"))
      return false
    }
    guard !groups.contains(where: { $0.name.isSameBytes(as: name) }) else {
      isInSkippedGroup = true
      problems.append((number, "[\(name.forDisplay)] stands in this file twice; this second one is left out"))
      return false
    }
    isInSkippedGroup = false
    groups.append(Group(name: name, line: number))
    soundText += line
    return true
  }

  private mutating func takeEntry(_ line: String, key: String, number: Int) -> Bool {
    guard !isInSkippedGroup else { return false }
    guard let last = groups.indices.last else {
      problems.append((number, "'\(key.forDisplay)=' stands before the first [group]"))
      return false
    }
    guard keysOfGroup.insert(Array(key.utf8)).inserted else {
      groups[last].problems.append((number, key, "stands in this group twice"))
      return false
    }
    let plain = key.firstIndex(of: "[").map { String(key[..<$0]) } ?? key
    groups[last].entries.append(Entry(name: key, key: plain, line: number))
    soundText += line
    return true
  }

  private mutating func note(_ reason: String, key: String?, line: Int) {
    if isInSkippedGroup { return }
    if let last = groups.indices.last {
      groups[last].problems.append((line, key, reason))
    } else {
      problems.append((line, reason))
    }
  }
}
