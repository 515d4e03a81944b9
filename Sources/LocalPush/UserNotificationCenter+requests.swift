internal import LocalPushBus
internal import LocalPushTime

extension UserNotificationCenter {
  // MARK: - Scheduling

  /// Makes kinds of notifications known, with their buttons, in the place of those that were known before.
  ///
  /// A request takes its buttons along when it is added, so this comes first.
  public func setCategories(_ categories: Set<NotificationCategory>) {
    let known = Dictionary(categories.map { ($0.identifier, $0) }) { first, _ in first }
    withState { $0.categories = known }
  }

  /// The kinds of notifications that are known.
  public var categories: Set<NotificationCategory> { withState { Set($0.categories.values) } }

  /// Schedules a notification, in the place of a pending one of the same identifier; it is on disk on return.
  ///
  /// - Throws: an error that says why it was refused, of code ``NotificationError/Code/expired`` if its only moment has
  ///   passed.
  public func add(_ request: NotificationRequest) async throws(NotificationError) {
    if let refusal = try await add([request]).first { throw refusal }
  }

  /// Schedules many notifications at once, all in one transaction; they are on disk on return.
  ///
  /// - Returns: an error for each one that was refused; the others are scheduled. Nothing if none was.
  /// - Throws: an error if the daemon cannot be reached; then none is scheduled.
  public func add(_ requests: [NotificationRequest]) async throws(NotificationError) -> [NotificationError] {
    try await schedule(requests, mode: "request")
  }

  /// Schedules these notifications, and cancels all others of the app that are pending, in one transaction.
  ///
  /// What is pending already and the same goes on undisturbed. What is on screen of the others is withdrawn.
  ///
  /// - Returns: an error for each one that was refused.
  public func replacePendingRequests(
    with requests: [NotificationRequest]
  ) async throws(NotificationError) -> [NotificationError] {
    try await schedule(requests, mode: "source")
  }

  private func schedule(
    _ requests: [NotificationRequest], mode: String
  ) async throws(NotificationError) -> [NotificationError] {
    let categories = withState { $0.categories }
    var refusals: [NotificationError] = []
    var sent: [String] = []
    var messages: [BusValue] = []
    for request in requests {
      do throws(NotificationError) {
        messages.append(try request.wire(categories, at: .now, in: .system()))
        sent.append(request.identifier)
      } catch {
        refusals.append(error)
      }
    }
    guard !messages.isEmpty || mode == "source" else { return refusals }
    var options: [(String, BusValue)] = [("mode", .string(mode))]
    if mode == "source" { options.append(("keep", .strings(refusals.compactMap(\.identifier)))) }
    let results = try await call("Schedule", [.string(app), .vardicts(messages), .vardict(options)])
    let verdicts = results.first?.arrayValue ?? []
    return refusals + zip(sent, verdicts).compactMap { NotificationError(verdict: $1, of: $0) }
  }

  // MARK: - Asking

  /// What is to come, the next one first.
  public func pendingRequests() async throws(NotificationError) -> [NotificationRequest] {
    try await list("pending").compactMap { NotificationRequest(wire: $0) }
  }

  /// A request by its identifier, also one of which nothing is to come any more; nil if there is none.
  public func request(withIdentifier identifier: String) async throws(NotificationError) -> NotificationRequest? {
    do throws(NotificationError) {
      return try await call("Get", [.string(app), .string(identifier)]).first.flatMap { NotificationRequest(wire: $0) }
    } catch {
      guard error.code == .notFound else { throw error }
      return nil
    }
  }

  /// What is on screen, or in the list of the desktop, and unanswered.
  public func deliveredNotifications() async throws(NotificationError) -> [DeliveredNotification] {
    try await list("delivered").compactMap { DeliveredNotification(wire: $0) }
  }

  /// The entries of a list, page by page, however long it is (D-Bus member `List`).
  private func list(_ name: String) async throws(NotificationError) -> [BusValue] {
    var items: [BusValue] = []
    var next = BusValue.string("")
    repeat {
      let page = try await call("List", [.string(name), .string(app), .vardict([("after", next)])])
      items += page.first?.arrayValue ?? []
      next = page.last ?? ""
    } while next != ""
    return items
  }

  // MARK: - Removing

  /// Cancels what is to come of these requests; what is on screen stays.
  public func removePendingRequests(withIdentifiers identifiers: [String]) async throws(NotificationError) {
    _ = try await call("CancelPending", [.string(app), .strings(identifiers)])
  }

  /// Cancels everything that is to come; what is on screen stays.
  public func removeAllPendingRequests() async throws(NotificationError) {
    let identifiers = try await pendingRequests().map(\.identifier)
    try await removePendingRequests(withIdentifiers: identifiers)
  }

  /// Takes what is shown of these requests off the screen; a series goes on.
  public func removeDeliveredNotifications(withIdentifiers identifiers: [String]) async throws(NotificationError) {
    _ = try await call("Withdraw", [.string(app), .strings(identifiers)])
  }

  /// Takes everything of the app off the screen.
  public func removeAllDeliveredNotifications() async throws(NotificationError) {
    let identifiers = try await deliveredNotifications().map(\.requestIdentifier)
    try await removeDeliveredNotifications(withIdentifiers: identifiers)
  }

  // MARK: - Badge

  /// Sets the number on the app's icon; 0 takes it away.
  public func setBadgeCount(_ count: Int) async throws(NotificationError) {
    guard count >= 0 else {
      throw NotificationError(.invalidArgument, "a badge cannot count \(count); changeBadgeCount(by:) takes away")
    }
    _ = try await call("SetBadge", [.string(app), .string(String(count))])
  }

  /// Changes the number on the app's icon by so much, never below 0, and returns it.
  @discardableResult
  public func changeBadgeCount(by difference: Int) async throws(NotificationError) -> Int {
    let change = difference < 0 ? String(difference) : "+\(difference)"
    return try await badge(call("SetBadge", [.string(app), .string(change)]))
  }

  /// The number on the app's icon.
  public func badgeCount() async throws(NotificationError) -> Int {
    try await badge(call("SetBadge", [.string(app), ""]))
  }

  private func badge(_ answer: [BusValue]) -> Int { Int(answer.first?.intValue ?? 0) }
}

extension NotificationError {
  /// Reads the result of one message of `Schedule`; nil if it was accepted.
  fileprivate init?(verdict: BusValue, of identifier: String) {
    let reason = verdict["reason"]?.stringValue ?? ""
    switch verdict["status"]?.stringValue {
    case "expired": self.init(.expired, reason, identifier: identifier)
    case "refused": self.init(.invalidArgument, reason, identifier: identifier)
    default: return nil
    }
  }
}
