public import LocalPushModel
internal import LocalPushTime

/// An iCalendar file (RFC 5545): its `VEVENT`s and `VTODO`s as messages.
///
/// The `UID` is the id. An item with several alarms is as many messages, with ids that end in `#2`, `#3`, …; one without
/// is announced when it begins. An occurrence that was changed (`RECURRENCE-ID`) is left out of its series and a message
/// of its own, `UID@TIME`.
public struct CalendarFeed: Sendable {
  public private(set) var messages: [(draft: MessageDraft, line: Int)] = []
  public private(set) var faults: [Fault] = []
  /// Messages that are in the file with a fault.
  public private(set) var faulty: Set<MessageKey> = []
  /// Messages that the file says are cancelled or done.
  public private(set) var withdrawn: Set<MessageKey> = []
  /// False when the file was cut off or an item without an id is at fault, so that messages may be missing.
  public private(set) var isWhole = true

  private let file: String
  private let app: String?
  private let allowedSchemes: Set<String>

  /// Reads the text of a calendar; `file` is only its name.
  ///
  /// - Parameter allowedSchemes: URL schemes that its items may open.
  /// - Throws: a fault when the text as a whole is no calendar; an item at fault is in ``faults``.
  public init(
    _ bytes: [UInt8], file: String, app: String? = nil, allowedSchemes: Set<String> = []
  ) throws(Fault) {
    self.file = file
    self.app = app
    self.allowedSchemes = allowedSchemes
    let tree = CalendarTree(bytes)
    guard !tree.calendars.isEmpty else {
      throw Fault(file: file, line: 1, reason: "is not an iCalendar file: there is no BEGIN:VCALENDAR")
    }
    isWhole = tree.isWhole
    let outside = tree.problems + tree.calendars.flatMap(\.problems)
    faults = outside.map { Fault(file: file, line: $0.line, reason: $0.reason) }
    try take(newest(tree.calendars.flatMap { items(of: $0) }))
    messages.sort { $0.line < $1.line }
    faults.sort { $0.line < $1.line }
  }

  /// Tells whether a text is meant to be a calendar.
  static func isCalendar(_ bytes: [UInt8]) -> Bool {
    let start = bytes.drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }
    return start.prefix(15).elementsEqual("BEGIN:VCALENDAR".utf8) { $0 & 0xDF == $1 & 0xDF }
  }

  // MARK: - Items

  private mutating func items(of calendar: CalendarComponent) -> [CalendarItem] {
    let zones = CalendarZones(calendar)
    let isCancelled = calendar.property("METHOD")?.value.trimmed.uppercased() == "CANCEL"
    var items: [CalendarItem] = []
    for component in calendar.children where component.name == "VEVENT" || component.name == "VTODO" {
      do throws(CalendarItem.Failure) {
        items.append(try CalendarItem(component, zones, isCancelled: isCancelled))
      } catch {
        note(error, of: component, id: nil)
      }
    }
    return items
  }

  /// Of several versions of an item, the newest; of equals the last.
  private func newest(_ items: [CalendarItem]) -> [CalendarItem] {
    var places: [MessageKey: Int] = [:]
    var kept: [CalendarItem] = []
    for item in items {
      let key = MessageKey(app: "", id: item.id)
      guard let place = places[key] else {
        places[key] = kept.count
        kept.append(item)
        continue
      }
      if !kept[place].isNewer(than: item) { kept[place] = item }
    }
    return kept
  }

  private mutating func take(_ items: [CalendarItem]) throws(Fault) {
    var replaced: [MessageKey: [CalendarTime]] = [:]
    for item in items {
      guard let time = item.replaced, take(item, without: []) else { continue }
      replaced[MessageKey(app: "", id: item.uid), default: []].append(time)
    }
    for item in items where item.replaced == nil {
      take(item, without: replaced[MessageKey(app: "", id: item.uid)] ?? [])
    }
    guard messages.count <= Limits.messagesPerCall else {
      throw Fault(file: file, reason: "makes more than \(Limits.messagesPerCall) messages")
    }
  }

  /// Takes an item without the occurrences that others of the file stand for; false when it cannot be read.
  @discardableResult
  private mutating func take(_ item: CalendarItem, without replaced: [CalendarTime]) -> Bool {
    guard !item.isOff else {
      for index in 0..<CalendarItem.alarmsAtMost { withdrawn.insert(key(item.id(alarm: index))) }
      return true
    }
    do throws(CalendarItem.Failure) {
      let (drafts, failures) = try CalendarDrafts(item, without: replaced, app: app, allowedSchemes: allowedSchemes)
        .drafts()
      messages += drafts.map { ($0, item.component.line) }
      for failure in failures { note(failure, of: item.component, id: item.id) }
      return true
    } catch {
      note(error, of: item.component, id: item.id)
      return false
    }
  }

  private func key(_ id: String) -> MessageKey { MessageKey(app: app ?? MessageKey.ownApp, id: id) }

  private mutating func note(_ failure: CalendarItem.Failure, of component: CalendarComponent, id: String?) {
    let uid = id ?? component.property("UID")?.text.trimmed
    let name = [component.name, uid?.forDisplay].compactMap(\.self).joined(separator: " ")
    faults.append(
      Fault(file: file, line: failure.line, item: name, key: failure.key, reason: failure.reason))
    guard let uid else {
      isWhole = false
      return
    }
    for index in 0..<CalendarItem.alarmsAtMost { faulty.insert(key(CalendarItem.id(uid, alarm: index))) }
  }
}
