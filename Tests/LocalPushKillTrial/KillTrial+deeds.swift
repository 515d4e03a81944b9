internal import Glibc
internal import LocalPushBus
internal import LocalPushLoop
internal import LocalPushTestSupport
internal import LocalPushTime
internal import LocalPushWire

extension KillTrial {
  /// What the trial did last.
  enum Deed { case call, press, other }

  /// Does one thing that an app, a terminal or a user does.
  func act() -> Deed {
    switch generator.number(0...99) {
    case 0..<40: return schedule()
    case 40..<45: return scheduleFromTerminal()
    case 45..<75: return press()
    case 75..<82: return dismiss()
    case 82..<88: return cancel()
    case 88..<94: return takeResponses()
    default: return scheduleAgain()
    }
  }

  private func newID(_ prefix: String) -> String {
    lastNumber += 1
    return "\(prefix)\(lastNumber)"
  }

  // MARK: - Apps

  private func schedule() -> Deed {
    let choice = generator.number(0...9)
    let kind: KillLedger.Kind = choice < 6 ? .single : choice < 8 ? .series(generator.number(2...4)) : .far
    let id = newID(kind == .far ? "far" : kind == .single ? "one" : "series")
    var message: [(String, BusValue)] = [
      ("id", .string(id)), ("title", .string(id)), ("action.view", "View"), ("action.later", "Later"),
      ("on.later", "snooze:1s"), ("badge", "+1"), ("user-info", .vardict([("number", .int64(Int64(lastNumber)))])),
    ]
    switch kind {
    case .single where generator.chance(50):
      message.append(("at", .string(Instant(seconds: now.seconds + Int64(generator.number(1...2))).description)))
    case .single: message.append(("in", .string("\(generator.number(1...1_200))ms")))
    case .far: message.append(("in", "9h"))
    case .series(let count):
      message.append(("at", .string(Instant(seconds: now.seconds + 1).description)))
      message.append(("rule", .string("FREQ=SECONDLY;COUNT=\(count)")))
    }
    hand(message, id: id, kind)
    return .call
  }

  private func hand(_ message: [(String, BusValue)], id: String, _ kind: KillLedger.Kind) {
    ledger.entries[id] = KillLedger.Entry(kind: kind, message: message)
    call("Schedule", [.string(Self.app), .vardicts([.vardict(message)]), .vardict([])]) { [weak self] result in
      switch result {
      case .success(let values):
        let status = values.first?.arrayValue?.first?["status"]?.stringValue
        if status != "added" { self?.report.faults.append("\(id) is answered with \(values)") }
        self?.ledger.entries[id]?.answer = status == "added" ? .yes : .no
      case .failure: self?.ledger.entries[id]?.answer = .lost
      }
    }
  }

  /// Adds a message for later with the command, which asks again when the daemon dies over its call.
  private func scheduleFromTerminal() -> Deed {
    let id = newID("far")
    ledger.entries[id] = KillLedger.Entry(kind: .far)
    let arguments = ["add", "--app", Self.app, "--id", id, "--in", "8h", "--action", "view=View", "--", id]
    do {
      try daemon.command(arguments) { [weak self] status in
        self?.ledger.entries[id]?.answer = status.isSuccess ? .yes : .lost
      }
    } catch {
      report.faults.append("the command does not start: \(error)")
    }
    return .call
  }

  /// Hands over a list that was handed over before: nothing of it may come again.
  private func scheduleAgain() -> Deed {
    guard
      let id = ledger.accepted.filter({ $0.value.kind == .single && !$0.value.isMeddledWith && $0.value.isPresented })
        .keys.sorted().randomElement(using: &generator)
    else { return .other }
    let message = BusValue.vardict(ledger.entries[id]?.message ?? [])
    call("Schedule", [.string(Self.app), .vardicts([message]), .vardict([("mode", "list")])]) { [weak self] result in
      guard let status = try? result.get().first?.arrayValue?.first?["status"]?.stringValue, status != "unchanged"
      else { return }
      self?.report.faults.append("rule 6: \(id) is handed over again unchanged and answered with '\(status)'")
    }
    return .call
  }

  private func cancel() -> Deed {
    let candidates = ledger.accepted.filter { !$0.value.isMeddledWith }.keys.sorted()
    guard let id = candidates.randomElement(using: &generator) else { return .other }
    ledger.entries[id]?.isMeddledWith = true
    let asked = life
    call("Cancel", [.string(Self.app), .strings([id])]) { [weak self] result in
      guard let cancelled = try? result.get().first?.stringsValue, cancelled.contains(id) else { return }
      self?.ledger.entries[id]?.cancelled = asked
    }
    return .call
  }

  private func takeResponses() -> Deed {
    let asked = life
    call("TakeResponses", [.string(Self.app), .uint64(0)]) { [weak self] result in
      guard let self, let responses = try? result.get().first?.arrayValue else { return }
      took(responses)
      guard asked == life, let last = responses.last?["sequence"]?.uintValue, generator.chance(60) else { return }
      call("Acknowledge", [.string(Self.app), .uint64(last)]) { [weak self] result in
        guard let self, (try? result.get()) != nil else { return }
        ledger.acknowledged = max(ledger.acknowledged, last)
      }
    }
    return .call
  }

  /// Holds what was taken against what was taken before.
  func took(_ responses: [BusValue]) {
    for response in responses {
      guard let sequence = response["sequence"]?.uintValue, let id = response["id"]?.stringValue else { continue }
      if sequence <= ledger.acknowledged {
        report.faults.append("rule 8: response \(sequence) to \(id) comes again after it was acknowledged")
      }
      let text = "\(id) \(response["slot"]?.stringValue ?? "") \(response["action"]?.stringValue ?? "")"
      if let known = ledger.responses[sequence], known != text {
        report.faults.append("rule 8: response \(sequence) was '\(known)' and is '\(text)'")
      }
      ledger.responses[sequence] = text
    }
  }

  // MARK: - The user

  private func banner() -> (identifier: UInt32, id: String)? {
    look()
    guard let identifier = server.shown.keys.sorted().randomElement(using: &generator) else { return nil }
    return server.shown[identifier].map { (identifier, $0.summary) }
  }

  private func press() -> Deed {
    guard let (identifier, id) = banner(), let entry = ledger.entries[id] else { return .other }
    let action = ["view", "view", "default", "later"][generator.number(0...3)]
    let isExpected =
      knowsServer && entry.kind == .single && entry.isPresented && !entry.isMeddledWith && entry.presses.isEmpty
      && entry.notifies.count == 1 && action != "later"
    let number = entry.presses.count
    ledger.entries[id]?.presses.append(KillLedger.Press(action: action, life: life, isExpected: isExpected))
    if action == "later" { ledger.entries[id]?.isMeddledWith = true }
    do {
      try server.press(action, of: identifier)
      if let owner {
        server.ping(owner) { [weak self] isAnswered in
          if isAnswered { self?.ledger.entries[id]?.presses[number].isHandled = true }
        }
      }
      if generator.chance(70) { try server.close(identifier, reason: 2) }
    } catch {
      report.faults.append("the server cannot tell a press: \(error)")
    }
    return .press
  }

  private func dismiss() -> Deed {
    guard let (identifier, id) = banner() else { return .other }
    ledger.entries[id]?.presses.append(KillLedger.Press(action: "dismissed", life: life, isExpected: false))
    do {
      try server.close(identifier, reason: generator.chance(70) ? 2 : 1)
    } catch {
      report.faults.append("the server cannot tell that it closed: \(error)")
    }
    return .press
  }
}
