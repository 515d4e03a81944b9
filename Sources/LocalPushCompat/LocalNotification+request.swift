internal import FoundationEssentials
internal import LocalPush
internal import LocalPushTime

extension LocalNotification {
  /// What the notification is as a request of today.
  func request(at now: Date) throws(NotificationError) -> NotificationRequest {
    NotificationRequest(identifier: identifier, content: content, trigger: try trigger(at: now))
  }

  /// The same for the same notification in every run, so that it is known again.
  var identifier: String {
    if let pendingIdentifier { return pendingIdentifier }
    let parts: [String?] = [
      fireDate.map { String($0.timeIntervalSince1970) }, timeZone, repeatInterval?.rawValue, alertBody, alertTitle,
      alertAction, String(hasAction), alertLaunchImage, soundName, String(applicationIconBadgeNumber),
      userInfo?.description, category,
    ]
    // FNV-1a, 64 bits (RFC 9923); a byte that UTF-8 does not have ends each part
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for part in parts {
      for byte in Array((part ?? "").utf8) + [part == nil ? 0xFE : 0xFF] {
        hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
      }
    }
    return "local-" + String(hash, radix: 16)
  }

  private var content: NotificationContent {
    let title = alertTitle ?? alertBody ?? ""
    var content = NotificationContent(title: title, body: alertTitle == nil ? "" : alertBody ?? "")
    content.sound = soundName.map { NotificationSound(named: $0) }
    content.badge = applicationIconBadgeNumber == 0 ? nil : .set(applicationIconBadgeNumber)
    content.userInfo = userInfo ?? [:]
    content.attachments = alertLaunchImage.map { [NotificationAttachment(path: $0)] } ?? []
    content.categoryIdentifier = category ?? actionCategory?.identifier ?? ""
    return content
  }

  /// The category whose one button is the old alert action.
  var actionCategory: NotificationCategory? {
    guard category == nil, hasAction, let alertAction else { return nil }
    let action = NotificationAction(identifier: Self.actionIdentifier, title: alertAction, options: [.foreground])
    return NotificationCategory(identifier: Self.actionCategoryPrefix + alertAction, actions: [action])
  }

  static let actionCategoryPrefix = "x-localpush.alert-action."

  // MARK: - When

  private func trigger(at now: Date) throws(NotificationError) -> (any NotificationTrigger)? {
    guard let fireDate else { return nil }
    guard let repeatInterval else {
      guard fireDate > now else { return nil }
      guard timeZone != nil else { return InstantTrigger(date: fireDate) }
      let trigger = CalendarTrigger(dateMatching: try wallClock(of: fireDate), repeats: false)
      return trigger.nextTriggerDate() == nil ? nil : trigger
    }
    return try RecurrenceTrigger(
      rule: repeatInterval.rule, start: wallClock(of: fireDate), timeZone: timeZone == nil ? "UTC" : nil)
  }

  /// What the clock of ``timeZone`` shows, or that of UTC.
  private func wallClock(of date: Date) throws(NotificationError) -> DateComponents {
    let zone: Zone
    do {
      zone = try timeZone.map { name throws(TimeError) in try Zone(identifier: name) } ?? .utc
    } catch {
      throw NotificationError(.invalidArgument, "timeZone: \(error)")
    }
    let civil = zone.civil(at: Instant(seconds: Int64(date.timeIntervalSince1970.rounded(.down))))
    return DateComponents(
      year: civil.date.year, month: civil.date.month, day: civil.date.day, hour: civil.time.hour,
      minute: civil.time.minute, second: civil.time.second)
  }
}

extension RepeatInterval {
  var rule: String {
    switch self {
    case .minute: "FREQ=MINUTELY"
    case .hour: "FREQ=HOURLY"
    case .day: "FREQ=DAILY"
    case .weekday: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"
    case .week: "FREQ=WEEKLY"
    case .month: "FREQ=MONTHLY"
    case .year: "FREQ=YEARLY"
    }
  }
}

// MARK: - Read back

extension LocalNotification {
  /// Reads a pending request; what has no old name is left out.
  init(_ request: NotificationRequest) {
    pendingIdentifier = request.identifier
    let content = request.content
    (alertTitle, alertBody) = content.body.isEmpty ? (nil, content.title) : (content.title, content.body)
    soundName = content.sound?.name
    if case .set(let number) = content.badge { applicationIconBadgeNumber = number }
    userInfo = content.userInfo.isEmpty ? nil : content.userInfo
    alertLaunchImage = content.attachments.first?.path
    if content.categoryIdentifier.hasPrefix(Self.actionCategoryPrefix) {
      alertAction = String(content.categoryIdentifier.dropFirst(Self.actionCategoryPrefix.count))
    } else if !content.categoryIdentifier.isEmpty {
      category = content.categoryIdentifier
    }
    read(request.trigger)
  }

  private mutating func read(_ trigger: (any NotificationTrigger)?) {
    fireDate = trigger?.nextTriggerDate()
    switch trigger {
    case let trigger as CalendarTrigger: readTime(trigger.dateComponents, zone: trigger.timeZone)
    case let trigger as RecurrenceTrigger:
      repeatInterval = RepeatInterval.allCases.first { $0.rule == trigger.rule }
      readTime(trigger.start, zone: trigger.timeZone)
    default: break
    }
  }

  /// A time by the user's clock is read off the clock of where the user is now.
  private mutating func readTime(_ components: DateComponents, zone name: String?) {
    let zone = name.flatMap { try? Zone(identifier: $0) } ?? .system()
    timeZone = name == "UTC" ? nil : zone.identifier
    guard let year = components.year, let month = components.month, let day = components.day,
      let date = try? CivilDate(year: year, month: month, day: day),
      let time = try? CivilTime(
        hour: components.hour ?? 0, minute: components.minute ?? 0, second: components.second ?? 0)
    else { return }
    let instant = zone.resolve(CivilDateTime(date: date, time: time)).instant
    fireDate = Date(timeIntervalSince1970: Double(instant.seconds))
  }
}
