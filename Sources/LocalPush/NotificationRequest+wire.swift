internal import FoundationEssentials
internal import LocalPushBus
internal import LocalPushModel
internal import LocalPushTime
internal import LocalPushWire

extension NotificationRequest {
  /// The request as `Schedule` takes it.
  func wire(
    _ categories: [String: NotificationCategory], at now: Instant, in zone: Zone
  ) throws(NotificationError) -> BusValue {
    do {
      let entries = [("id", BusValue.string(identifier))] + (try triggerEntries(at: now, in: zone))
      return .vardict(entries + missedEntries + (try content.wire(categories)))
    } catch {
      throw error.of(identifier)
    }
  }

  private func triggerEntries(at now: Instant, in zone: Zone) throws(NotificationError) -> [(String, BusValue)] {
    guard let trigger else { return [(MessageDraft.Key.in.rawValue, "0s")] }
    guard let trigger = trigger as? any WireTrigger else {
      throw NotificationError(.invalidArgument, "a trigger of the type \(type(of: trigger)) is not known")
    }
    return try trigger.wireKeys(at: now, in: zone).map { ($0.rawValue, .string($1)) }
  }

  private var missedEntries: [(String, BusValue)] {
    guard let missedPolicy else { return [] }
    var entries = [(MessageDraft.Key.missed.rawValue, BusValue.string(missedPolicy.choice.rawValue))]
    if let limit = missedPolicy.limit {
      entries.append((MessageDraft.Key.missedLimit.rawValue, .string(LocalPushTime.Duration(limit).description)))
    }
    return entries
  }
}

extension NotificationContent {
  fileprivate func wire(
    _ categories: [String: NotificationCategory]
  ) throws(NotificationError) -> [(String, BusValue)] {
    guard attachments.count < 2 else {
      throw NotificationError(.invalidArgument, "there are \(attachments.count) attachments; servers show one picture")
    }
    guard !UserInfo.Value.object(userInfo).holdsImpossibleNumber else {
      throw NotificationError(.invalidArgument, "userInfo holds a number that JSON cannot write: NaN or an infinity")
    }
    var entries: [(MessageDraft.Key, String?)] = [
      (.title, title), (.body, body.isEmpty ? nil : body), (.icon, icon), (.image, attachments.first?.path),
      (.sound, sound?.name), (.badge, badge?.text), (.group, threadIdentifier.isEmpty ? nil : threadIdentifier),
      (.category, categoryIdentifier.isEmpty ? nil : categoryIdentifier),
      (.expires, expires.map { LocalPushTime.Duration($0).description }),
    ]
    entries += interruptionLevel.entries
    let texts = entries.compactMap { key, text in text.map { (key.rawValue, BusValue.string($0)) } }
    let userInfo = userInfo.isEmpty ? [] : [("user-info", BusValue(userInfo.json))]
    return texts + userInfo + (try buttonEntries(categories))
  }

  /// The buttons of the category, and who gets a press: the app itself, which is started if need be.
  private func buttonEntries(
    _ categories: [String: NotificationCategory]
  ) throws(NotificationError) -> [(String, BusValue)] {
    var entries: [(String, BusValue)] = [("on.\(Action.defaultKey)", .string(Handler.launch.description))]
    guard !categoryIdentifier.isEmpty else { return entries }
    guard let category = categories[categoryIdentifier] else {
      throw NotificationError(
        .invalidArgument,
        "there is no category '\(categoryIdentifier.forDisplay)'; setCategories makes categories known, before add")
    }
    for action in category.actions {
      entries.append(("action.\(action.identifier)", .string(action.title)))
      if action.options.contains(.foreground) {
        entries.append(("on.\(action.identifier)", .string(Handler.launch.description)))
      }
      if let input = action as? TextInputNotificationAction {
        entries.append(("reply.\(action.identifier)", .string(input.textInputPlaceholder)))
      }
    }
    return entries + [("actions", .strings(category.actions.map(\.identifier)))]
  }
}

extension InterruptionLevel {
  /// Urgency, what becomes of it during do-not-disturb, and for how long it stays on screen.
  fileprivate var entries: [(MessageDraft.Key, String?)] {
    switch self {
    case .passive: [(.urgency, "low")]
    case .active: [(.doNotDisturb, "hold")]
    case .timeSensitive: [(.urgency, "critical")]
    case .critical: [(.urgency, "critical"), (.timeout, "0s")]
    }
  }

  fileprivate init(urgency: String?, timeout: String?) {
    self =
      switch (urgency, timeout) {
      case ("low", _): .passive
      case ("critical", "0s"): .critical
      case ("critical", _): .timeSensitive
      default: .active
      }
  }
}

extension BadgeChange {
  fileprivate var text: String {
    switch self {
    case .set(let number): String(number)
    case .add(let number): number < 0 ? String(number) : "+\(number)"
    }
  }

  fileprivate init(_ change: LocalPushModel.BadgeChange) {
    switch change {
    case .set(let number): self = .set(Int(number))
    case .add(let number): self = .add(Int(number))
    }
  }
}

extension LocalPushTime.Duration {
  /// Whole microseconds, rounded down.
  init(_ duration: Swift.Duration) {
    let (seconds, attoseconds) = duration.components
    self = .seconds(seconds) + LocalPushTime.Duration(microseconds: attoseconds / 1_000_000_000_000)
  }
}

extension Swift.Duration {
  init(_ duration: LocalPushTime.Duration) {
    self = .microseconds(duration.microseconds)
  }
}

// MARK: - Read back

extension NotificationRequest {
  /// Reads a message as `Pending` and `Get` give it; nil if it has no id.
  init?(wire message: BusValue) {
    guard let identifier = message["id"]?.stringValue else { return nil }
    self.init(
      identifier: identifier, content: NotificationContent(wire: message), trigger: PendingTrigger(message).trigger,
      missedPolicy: MissedPolicy(wire: message))
  }
}

extension MissedPolicy {
  fileprivate init?(wire message: BusValue) {
    let limit = message["missed-limit"]?.stringValue.flatMap { try? LocalPushTime.Duration(parsing: $0) }
    guard let choice = message["missed"]?.stringValue.flatMap({ Choice(rawValue: $0) }) else { return nil }
    self.init(choice, limit: limit.map { Swift.Duration($0) })
  }
}

extension NotificationContent {
  fileprivate init(wire message: BusValue) {
    func text(_ key: MessageDraft.Key) -> String? { message[key.rawValue]?.stringValue }
    self.init(title: text(.title) ?? "", body: text(.body) ?? "")
    badge = text(.badge).flatMap { try? LocalPushModel.BadgeChange(parsing: $0) }.map { BadgeChange($0) }
    sound = text(.sound).map { NotificationSound(named: $0) }
    userInfo = UserInfo(wire: message["user-info"])
    categoryIdentifier = text(.category) ?? ""
    threadIdentifier = text(.group) ?? ""
    interruptionLevel = InterruptionLevel(urgency: text(.urgency), timeout: text(.timeout))
    attachments = text(.image).map { [NotificationAttachment(path: $0)] } ?? []
    icon = text(.icon)
    expires = text(.expires).flatMap { try? LocalPushTime.Duration(parsing: $0) }.map { Swift.Duration($0) }
  }
}

extension UserInfo {
  /// Reads an `a{sv}`; without one there are no members.
  init(wire value: BusValue?) {
    self.init((try? value?.json())?.object ?? JSONObject())
  }
}

/// The keys of a pending message that say when.
private struct PendingTrigger {
  private let message: BusValue
  private let due: Date?

  init(_ message: BusValue) {
    self.message = message
    due = message["next"]?.stringValue.flatMap { try? Instant(parsing: $0) }.map { Date($0) }
  }

  private subscript(key: MessageDraft.Key) -> String? { message[key.rawValue]?.stringValue }

  /// The trigger it was added with; of one that another program added and that is not like ours, its next moment.
  var trigger: (any NotificationTrigger)? {
    if let delay = self[.in] { return elapsed(delay) }
    return series ?? single ?? due.map { InstantTrigger(date: $0) }
  }

  private func elapsed(_ text: String) -> (any NotificationTrigger)? {
    guard let delay = try? LocalPushTime.Duration(parsing: text), delay > .zero else { return nil }
    return TimeIntervalTrigger(timeInterval: Double(delay.microseconds) / 1_000_000, repeats: false, due: due)
  }

  private var single: (any NotificationTrigger)? {
    guard self[.rule] == nil, self[.repeat] == nil, self[.rdate] == nil, let at = self[.at] else { return nil }
    switch try? Slot(parsing: at) {
    case .civil(let civil):
      return CalendarTrigger(dateMatching: civil.components, repeats: false, timeZone: zone)
    case .instant(let instant): return InstantTrigger(date: Date(instant))
    case nil: return nil
    }
  }

  private var series: (any NotificationTrigger)? {
    guard let at = self[.at], let rule = self[.rule] ?? unitRule else { return nil }
    let isListed = self[.rdate] != nil || self[.exdate] != nil
    if !isListed {
      if let interval = TimeIntervalTrigger(rule: rule, zone: self[.zone], due: due) { return interval }
      if let pattern = CalendarPattern(at: at, rule: rule, until: self[.until]) {
        return CalendarTrigger(dateMatching: pattern.components, repeats: true, timeZone: zone)
      }
    }
    guard let start = try? CivilDateTime(parsing: at),
      var trigger = try? RecurrenceTrigger(rule: rule, start: start.components, timeZone: zone)
    else { return nil }
    trigger.exceptions = dates(.exdate)
    trigger.additions = dates(.rdate)
    return trigger
  }

  private var unitRule: String? { self[.repeat].flatMap { RepeatUnit(rawValue: $0) }?.rule.description }

  private var zone: String? { self[.zone].flatMap { $0 == "floating" ? nil : $0 } }

  private func dates(_ key: MessageDraft.Key) -> [DateComponents] {
    (self[key] ?? "").split(separator: ";").compactMap { try? CivilDateTime(parsing: String($0)).components }
  }
}
