internal import LocalPushModel
internal import LocalPushStore
internal import LocalPushTime

extension KillTrial {
  /// Reads the books of the daemon, which is gone, and holds them against what was seen.
  func audit() throws {
    let store = try Store(path: daemon.database)
    if let damage = try store.damage() {
      report.faults.append("rule 11: the file is damaged: \(damage)")
    }
    let messages = Dictionary(
      try store.auditedMessages().map { ($0.key.id, $0) }, uniquingKeysWith: { first, _ in first })
    let occurrences = Dictionary(grouping: try store.auditedOccurrences(nil), by: \.key.id)
    let steps = Dictionary(grouping: try store.loggedSteps(after: 0), by: \.occurrence)
    for (id, entry) in ledger.entries.sorted(by: { $0.key < $1.key }) {
      let found = occurrences[id] ?? []
      let next = messages[id]?.next
      if entry.answer == .yes { check(accepted: id, entry, found, isPending: next != nil) }
      for one in found { check(one, steps[one.number] ?? [], entry) }
      check(showings: id, entry, found, steps)
      checkPresses(id, entry)
    }
    tellFigures(occurrences, steps)
  }

  /// Rule 1: nothing accepted is lost, and every occurrence ends in one state.
  private func check(accepted id: String, _ entry: KillLedger.Entry, _ found: [AuditedOccurrence], isPending: Bool) {
    if !isPending, found.isEmpty { return report.faults.append("rule 1: \(id) was accepted and is lost") }
    switch entry.kind {
    case .far:
      if entry.isMeddledWith { break }
      if !isPending || !found.isEmpty { report.faults.append("rule 1: \(id) is not due and not pending any more") }
    case .single:
      if isPending { report.faults.append("rule 1: \(id) is due and still pending") }
      if found.count != 1 { report.faults.append("rule 2: \(id) has \(found.count) occurrences") }
      if found.first?.state == .missed { report.faults.append("rule 1: \(id) was missed, though never late") }
    case .series(let count):
      if entry.isMeddledWith { break }
      if isPending || found.count != count {
        report.faults.append(
          "rule 1: \(id) has \(found.count) of \(count) occurrences\(isPending ? ", and is pending" : "")")
      }
    }
  }

  /// Rules 1 and 2 in the log of one occurrence.
  private func check(_ one: AuditedOccurrence, _ log: [LoggedStep], _ entry: KillLedger.Entry) {
    let name = "\(one.key.id) at \(one.slot)"
    if one.state.isOpen { report.faults.append("rule 1: \(name) is still \(one.state)") }
    if log.last?.state != one.state { report.faults.append("rule 1: the log of \(name) does not end with its state") }
    let snoozes = log.count { $0.state == .pending }
    if log.count(where: { $0.state == .shown }) > 1 + snoozes {
      report.faults.append("rule 2: \(name) was recorded as shown twice")
    }
    if log.count(where: { $0.state == .answered }) > 1 { report.faults.append("rule 8: \(name) was answered twice") }
    if let end = log.firstIndex(where: { $0.state == .cancelled }), end != log.count - 1 {
      report.faults.append("rule 1: \(name) goes on after it was cancelled")
    }
    if let first = log.first, first.at < one.due, first.state == .held {
      report.faults.append("rule 2: \(name) was taken before it was due")
    }
    if let first = entry.notifies.first, entry.kind == .single, first.at < one.due {
      report.faults.append("rule 2: \(name) was shown \(one.due - first.at) early")
    }
  }

  /// Rule 2: one showing for each occurrence, and one more for each death between `Notify` and its record.
  private func check(
    showings id: String, _ entry: KillLedger.Entry, _ found: [AuditedOccurrence], _ steps: [Int64: [LoggedStep]]
  ) {
    let allowed = found.reduce(0) { sum, one in
      let log = steps[one.number] ?? []
      return sum + log.count { $0.state == .due }
    }
    if entry.notifies.count > allowed {
      report.faults.append("rule 2: \(id) was shown \(entry.notifies.count) times, handed over \(allowed) times")
    }
    for one in found {
      let log = steps[one.number] ?? []
      let deaths = log.count { $0.state == .held && $0.reason.contains("ended before the server answered") }
      let handed = log.count { $0.state == .due }
      if handed > 1 + deaths + log.count(where: { $0.state == .pending }) {
        report.faults.append(
          "rule 2: \(id) at \(one.slot) was handed over \(handed) times with \(deaths) deaths between")
      }
    }
  }

  /// Rule 8: a press that the daemon had received is a response.
  private func checkPresses(_ id: String, _ entry: KillLedger.Entry) {
    let taken = ledger.responses.values.filter { $0.hasPrefix("\(id) ") }
    for press in entry.presses where press.isExpected && press.isHandled && taken.isEmpty {
      report.faults.append(
        "rule 8: the daemon had the press of \(press.action) on \(id) in life \(press.life); it is lost")
    }
  }

  private func tellFigures(_ occurrences: [String: [AuditedOccurrence]], _ steps: [Int64: [LoggedStep]]) {
    let entries = ledger.entries
    report.count("kills", report.lines.count)
    report.count("messages accepted", ledger.accepted.count)
    let unanswered = entries.filter { $0.value.answer != .yes }
    report.count("whose call died with the daemon", unanswered.count)
    report.count("of them kept", unanswered.count { occurrences[$0.key] != nil })
    for state in OccurrenceState.allCases {
      let count = occurrences.values.joined().count { $0.state == state }
      if count > 0 { report.count("\(state)", count) }
    }
    let deaths = steps.values.joined().count { $0.reason.contains("ended before the server answered") }
    report.count("shown again after a death between Notify and its record", repeats)
    report.count("such deaths", deaths)
    let presses = entries.flatMap { id, entry in entry.presses.map { (id, $0) } }.filter { $0.1.action != "dismissed" }
    report.count("presses", presses.count)
    report.count("presses surely received", presses.count { $0.1.isHandled && $0.1.isExpected })
    report.count("responses taken", ledger.responses.count)
    let lost = presses.filter { id, press in
      press.isExpected && !press.isHandled && !ledger.responses.values.contains { $0.hasPrefix("\(id) ") }
    }
    report.count("presses that died with the daemon before it had them", lost.count)
  }

  /// Showings of single messages beyond the first that no snooze explains.
  private var repeats: Int {
    ledger.entries.values.reduce(0) { sum, entry in
      guard entry.kind == .single, !entry.isMeddledWith else { return sum }
      return sum + max(0, entry.notifies.count - 1)
    }
  }
}
