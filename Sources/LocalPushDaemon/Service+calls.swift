internal import LocalPushBus
internal import LocalPushModel
internal import LocalPushScheduler
internal import LocalPushStore
internal import LocalPushTime
internal import LocalPushWire

extension Service {
  /// Answers one call whose arguments have the types that the interface XML says.
  func answer(_ method: String, _ arguments: [BusValue], from sender: String) throws(BusError) -> [BusValue] {
    do {
      return try reply(to: method, Arguments(arguments), from: sender)
    } catch let error as BusError {
      throw error
    } catch let refusal as Refusal {
      throw BusError(refusal)
    } catch let fault as MessageFault {
      throw BusError(name: Contract.ErrorName.invalidArgument, message: fault.description)
    } catch let failure as StoreError {
      throw storageError(failure, in: method)
    } catch {
      throw BusError(name: Contract.ErrorName.invalidArgument, message: "\(error)")
    }
  }

  /// What a caller is told when the schedule cannot be written or read.
  func storageError(_ failure: StoreError, in what: String) -> BusError {
    Journal.error("\(what): \(failure)")
    if failure.isDamaged { daemon.startOver(because: failure) }
    return BusError(name: Contract.ErrorName.storage, message: "The schedule cannot be written: \(failure.message).")
  }

  private func reply(to method: String, _ arguments: Arguments, from sender: String) throws -> [BusValue] {
    switch method {
    case "Schedule": return [try schedule(arguments)]
    case "Cancel": return [try cancel(try arguments.app(0), arguments.ids(1))]
    case "CancelPending": return [try cancel(try arguments.app(0), arguments.ids(1), keepingShown: true)]
    case "Withdraw": return [try withdraw(try arguments.app(0), arguments.ids(1))]
    case "CancelWhere": return [try cancelWhere(arguments)]
    case "CancelAll": return [try cancelAll(try arguments.app(0))]
    case "List": return try page(of: arguments.text(0), app: arguments.appOrNil(1), arguments[2])
    case "Pending": return [try whole(.pending, app: arguments.appOrNil(0))]
    case "Delivered": return [try whole(.delivered, app: arguments.appOrNil(0))]
    case "History":
      let limit = min(Int(arguments[1].uintValue ?? 0), Limits.messagesPerCall)
      return [try whole(.history, app: arguments.appOrNil(0), limit: limit)]
    case "Get": return [message(try stored(arguments.key()))]
    case "Explain": return [.vardicts(try explain(arguments.key()))]
    case "Skip":
      let slot = try daemon.fact { scheduler, now in try scheduler.skipped(arguments.key(), at: now) }
      return [.string(slot.description)]
    case "Snooze": try snooze(arguments)
    case "Respond": try respond(arguments)
    case "SetEnabled": try setEnabled(arguments.appOrNil(0), isOn: arguments[1].boolValue ?? true)
    case "SetBadge": return [.int64(try setBadge(of: try arguments.app(0), arguments.text(1)))]
    case "Subscribe":
      try subscribe(sender, to: try arguments.appOrNil(0) ?? "")
    case "TakeResponses":
      return [try responses(to: arguments.app(0), after: Int64(clamping: arguments[1].uintValue ?? 0))]
    case "Acknowledge": try acknowledge(try arguments.app(0), arguments[1].uintValue ?? 0)
    case "Status": return [.vardict(try daemon.status())]
    default: throw BusError(name: BusError.Name.unknownMethod, message: "There is no method \(method).")
    }
    return []
  }

  private var store: Store { daemon.store }

  // MARK: - Schedule

  private func schedule(_ arguments: Arguments) throws -> BusValue {
    let app = try arguments.app(0)
    let messages = arguments[1].arrayValue ?? []
    guard messages.count <= Limits.messagesPerCall else {
      throw Refusal(.limit, "\(messages.count) messages are more than \(Limits.messagesPerCall) in one call")
    }
    let options = try ScheduleOptions(arguments[2], app: app)
    var drafts: [MessageDraft] = []
    var faults: [Int: MessageFault] = [:]
    for (place, message) in messages.enumerated() {
      do throws(MessageFault) {
        drafts.append(try draft(message, app: app))
      } catch {
        faults[place] = error
      }
    }
    let (verdicts, removed) = try daemon.fact { scheduler, now in
      let outcome = try scheduler.scheduled(
        drafts, source: options.source, as: options.handover, withdrawing: options.withdrawn, at: now)
      return ((outcome.verdicts, outcome.removed), outcome.effects)
    }
    var accepted = zip(drafts, verdicts).makeIterator()
    let tellsUpcoming = messages.count <= Self.messagesWithUpcoming
    var results = messages.indices.map { place in
      if let fault = faults[place] { return BusValue.vardict(entries(id: nil, .refused(fault.description))) }
      guard let (draft, verdict) = accepted.next() else { preconditionFailure("each draft has a verdict") }
      return .vardict(
        entries(id: draft.key.id, verdict) + (tellsUpcoming && draft.repeats ? upcoming(draft.key) : []))
    }
    if !removed.isEmpty {
      results.append(.vardict([("status", "removed"), ("ids", .strings(removed.map(\.id)))]))
    }
    return .vardicts(results)
  }

  /// Reads one message, and makes up an id where none is given.
  private func draft(_ value: BusValue, app: String) throws(MessageFault) -> MessageDraft {
    var draft = try MessageDraft(wire: value, app: app)
    if draft[.id] == nil { try draft.set("id", to: Contract.newID()) }
    return draft
  }

  /// In calls with more messages than this nobody reads what comes after the next moment.
  private static let messagesWithUpcoming = 20
  private static let upcomingMoments = 3

  /// The next few moments of a series.
  private func upcoming(_ key: MessageKey) -> [(String, BusValue)] {
    // the messages are committed: what cannot be read now must not look like a failure
    guard let stored = try? store.message(key), stored.message.trigger.repeats, let next = stored.next else {
      return []
    }
    let later = stored.message.trigger.first(Self.upcomingMoments - 1, after: next.instant, in: daemon.scheduler.zone)
    return [("upcoming", .strings(([next] + later).map { daemon.text(of: $0.instant) }))]
  }

  private func entries(id: String?, _ verdict: Verdict) -> [(String, BusValue)] {
    var entries: [(String, BusValue)] = id.map { [("id", .string($0))] } ?? []
    switch verdict {
    case .added(let first):
      entries += [("status", "added"), ("next", .string(daemon.text(of: first)))]
    case .updated(let next):
      entries.append(("status", "updated"))
      if let next { entries.append(("next", .string(daemon.text(of: next)))) }
    case .unchanged: entries.append(("status", "unchanged"))
    case .expired(let reason): entries += [("status", "expired"), ("reason", .string(reason))]
    case .refused(let reason): entries += [("status", "refused"), ("reason", .string(reason))]
    }
    return entries
  }

  // MARK: - Cancel

  private func cancel(_ app: String, _ ids: [String], keepingShown: Bool = false) throws -> BusValue {
    let keys = ids.map { MessageKey(app: app, id: $0) }
    let cancelled = try daemon.fact { scheduler, now in
      let outcome = try scheduler.cancelled(keys, keepingShown: keepingShown, at: now)
      return (outcome.cancelled, outcome.effects)
    }
    return .strings(cancelled.map(\.id))
  }

  private func withdraw(_ app: String, _ ids: [String]) throws -> BusValue {
    let withdrawn = try daemon.fact { scheduler, now in
      let outcome = try scheduler.withdrawn(ids.map { MessageKey(app: app, id: $0) }, at: now)
      return (outcome.withdrawn, outcome.effects)
    }
    return .strings(withdrawn.map(\.id))
  }

  private func cancelWhere(_ arguments: Arguments) throws -> BusValue {
    let app = try arguments.app(0)
    let value = try arguments[2].json().plainText
    let found = try store.messages(app: app, where: arguments.text(1), is: value)
    return try cancel(app, found.map(\.message.key.id))
  }

  private func cancelAll(_ app: String) throws -> BusValue {
    try cancel(app, try store.activeMessages(app: app).map(\.message.key.id))
  }

  // MARK: - One message

  private func stored(_ key: MessageKey) throws -> StoredMessage {
    guard let stored = try store.message(key) else { throw Refusal(.notFound, "there is no message '\(key)'") }
    return stored
  }

  private func explain(_ key: MessageKey) throws -> [BusValue] {
    let occurrences = try store.history(app: key.app, id: key.id, atMost: 20).reversed()
    guard try !occurrences.isEmpty || store.message(key) != nil else {
      throw Refusal(.notFound, "there is no message '\(key)'")
    }
    return try occurrences.flatMap { stored in
      try store.steps(of: stored.occurrence.number).map { step in
        BusValue.vardict([
          ("slot", .string(stored.occurrence.slot.description)), ("at", .string(daemon.text(of: step.at))),
          ("state", .string(step.state.rawValue)), ("reason", .string(step.reason)),
        ])
      }
    }
  }

  private func snooze(_ arguments: Arguments) throws {
    // the same words and limits as in on.KEY=snooze:DURATION
    guard case .snooze(let delay) = try Handler(parsing: "snooze:\(arguments.text(2))") else { return }
    try daemon.fact { scheduler, now in ((), try scheduler.snoozed(arguments.key(), for: delay, at: now)) }
  }

  private func respond(_ arguments: Arguments) throws {
    let text = arguments.text(3)
    guard text.utf8.count <= Limits.replyBytes else {
      throw Refusal(.limit, "the reply has more than \(Limits.replyBytes) bytes")
    }
    guard try store.responseCount(app: arguments.app(0)) < Limits.responsesPerApp else {
      throw Refusal(.limit, "nobody has taken the last \(Limits.responsesPerApp) responses to this app")
    }
    try daemon.fact { scheduler, now in
      (
        (),
        try scheduler.responded(
          to: arguments.key(), action: arguments.text(2), text: text.isEmpty ? nil : text, at: now)
      )
    }
  }

  // MARK: - Apps

  func setEnabled(_ app: String?, isOn: Bool) throws {
    if app == nil, isOn, !daemon.scheduler.settings.isEnabled {
      throw Refusal(.invalid, "everything is switched off by enabled=false under [settings] in the config")
    }
    guard isOn || daemon.scheduler.switchedOff.count < Limits.apps else {
      throw Refusal(.limit, "\(Limits.apps) apps are switched off, which is the limit")
    }
    try daemon.fact { scheduler, now in ((), try scheduler.switched(app, isOn: isOn, at: now)) }
    tellProperties(app == nil ? ["Enabled"] : ["SwitchedOff"])
  }

  private func setBadge(of app: String, _ change: String) throws -> Int64 {
    if !change.isEmpty {
      let change = try BadgeChange(parsing: change)
      guard try store.badge(app: app) > 0 || store.badges().count < Limits.apps else {
        throw Refusal(.limit, "\(Limits.apps) apps have a badge, which is the limit")
      }
      try daemon.fact { scheduler, now in ((), try scheduler.badgeChanged(of: app, by: change, at: now)) }
    }
    return try store.badge(app: app)
  }

  private func acknowledge(_ app: String, _ sequence: UInt64) throws {
    try daemon.fact { scheduler, now in
      ((), try scheduler.acknowledged(app: app, upTo: Int64(clamping: sequence), at: now))
    }
  }
}

/// The arguments of a call whose types have been checked against the interface XML.
private struct Arguments {
  private let values: [BusValue]

  init(_ values: [BusValue]) { self.values = values }

  subscript(index: Int) -> BusValue { values[index] }

  func text(_ index: Int) -> String { values[index].stringValue ?? "" }

  func ids(_ index: Int) throws(Refusal) -> [String] { try Self.checked(ids: values[index].stringsValue ?? []) }

  static func checked(ids: [String]) throws(Refusal) -> [String] {
    guard ids.count <= Limits.idsPerCall else {
      throw Refusal(.limit, "\(ids.count) ids are more than \(Limits.idsPerCall) in one call")
    }
    return ids
  }

  /// The app of a change, which must be named.
  func app(_ index: Int) throws(MessageFault) -> String {
    try MessageKey.check(app: text(index))
    return text(index)
  }

  /// The app of a question, nil for all.
  func appOrNil(_ index: Int) throws(MessageFault) -> String? { text(index).isEmpty ? nil : try app(index) }

  /// The identity that most calls begin with: app and id.
  func key() throws(MessageFault) -> MessageKey { MessageKey(app: try app(0), id: text(1)) }
}

/// The options of `Schedule`.
private struct ScheduleOptions {
  var source: String
  var handover = Handover.request
  private(set) var withdrawn: [MessageKey] = []

  init(_ value: BusValue, app: String) throws {
    source = "app:\(app)"
    var mode = "request"
    var kept: [String] = []
    var firstMade: Int64?
    for entry in value.entries ?? [] {
      switch (entry.key.stringValue ?? "", entry.value.unwrapped) {
      case ("source", .string(let name)): source = try Self.checked(source: name)
      case ("mode", .string(let name)): mode = name
      case ("keep", let ids) where ids.stringsValue != nil: kept = try Arguments.checked(ids: ids.stringsValue ?? [])
      case ("withdraw", let ids) where ids.stringsValue != nil:
        withdrawn = try Arguments.checked(ids: ids.stringsValue ?? []).map { MessageKey(app: app, id: $0) }
      case ("first-made", .int64(let microseconds)): firstMade = microseconds
      case (let name, _): throw MessageFault(name, "is not an option of Schedule, or has the wrong type")
      }
    }
    switch mode {
    case "request":
      handover = firstMade.map { .repeatedRequest(firstMade: Instant(microseconds: $0)) } ?? .request
    case "list": handover = .list
    case "source": handover = .wholeSource(keeping: Set(kept.map { MessageKey(app: app, id: $0) }), app: app)
    default: throw MessageFault("mode", "'\(mode.forDisplay)' is not request, list or source")
    }
  }

  private static func checked(source: String) throws -> String {
    guard !source.isEmpty, source.utf8.count <= Limits.wordBytes else {
      throw MessageFault("source", "must have 1 to \(Limits.wordBytes) bytes")
    }
    guard !source.hasPrefix(Config.sourcePrefix), !source.hasPrefix(Config.feedPrefix) else {
      throw MessageFault("source", "names that begin with config: are for the config files")
    }
    return source
  }
}

extension BusError {
  fileprivate init(_ refusal: Refusal) {
    let name =
      switch refusal.kind {
      case .notFound: Contract.ErrorName.notFound
      case .invalid: Contract.ErrorName.invalidArgument
      case .limit: Contract.ErrorName.limitExceeded
      }
    self.init(name: name, message: refusal.description)
  }
}
