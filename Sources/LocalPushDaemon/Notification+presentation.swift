internal import LocalPushDesktop
internal import LocalPushIntake
internal import LocalPushModel
internal import LocalPushScheduler
internal import LocalPushStore
internal import LocalPushTime

extension Notification {
  /// Words a presentation for the user: the message itself, or the titles of a summary.
  init(_ presentation: Presentation, in zone: Zone, at now: Instant) {
    guard let first = presentation.occurrences.first else { preconditionFailure("a presentation of nothing") }
    guard presentation.isSummary else {
      self.init(
        app: first.occurrence.key.app, content: first.content,
        note: presentation.wasDue.map { localized("was due \(Self.time($0, in: zone, at: now))") },
        replaces: presentation.replaces)
      clickLabel = localized("Open")
      return
    }
    let count = presentation.numbers.count
    var content = Content(
      title: localized("\(count) message while you were away", "\(count) messages while you were away", count: count))
    let listed = presentation.occurrences.suffix(Self.titlesInSummary)
    let lines = listed.map { "\(Self.time($0.occurrence.due, in: zone, at: now)) \($0.content.title)" }
    let others = count - listed.count
    content.body = (lines + (others > 0 ? [Self.more(others)] : [])).joined(separator: "\n")
    self.init(app: MessageKey.ownApp, content: content)
  }

  private static let titlesInSummary = 8

  private static func more(_ count: Int) -> String {
    localized("and \(count) more: localpush history", "and \(count) more: localpush history", count: count)
  }

  /// The time alone for today, the date and the time for other days.
  private static func time(_ instant: Instant, in zone: Zone, at now: Instant) -> String {
    let civil = zone.civil(at: instant)
    let time = String(civil.time.description.prefix(5))
    return civil.date == zone.civil(at: now).date ? time : "\(civil.date) \(time)"
  }
}

extension Presentation {
  /// What the log calls it.
  var title: String {
    isSummary ? "a summary of \(numbers.count) messages" : occurrences.first?.occurrence.key.description ?? ""
  }
}
