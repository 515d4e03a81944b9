internal import LocalPushBus
internal import LocalPushDesktop
internal import LocalPushLoop
internal import LocalPushModel
internal import LocalPushStore
internal import LocalPushWire

extension Service: BusObject {
  func handle(method: String, arguments: [BusValue], invocation: Invocation) {
    let isTaken = calls.add(invocation.sender) { [unowned self] in
      if method == "BackUp" { return { [unowned self] in backUp(invocation, unless: $0) } }
      do throws(BusError) {
        let reply = try answer(method, arguments, from: invocation.sender)
        if (arguments + reply).contains(where: Self.isLong) { daemon.usedMemory() }
        return { failure in if let failure { invocation.fail(failure) } else { invocation.reply(reply) } }
      } catch {
        return { _ in invocation.fail(error) }
      }
    }
    if !isTaken {
      refuse(invocation, "\(Limits.waitingCalls) of your calls wait for an answer; wait for some before you make more.")
    }
  }

  private func refuse(_ invocation: Invocation, _ reason: String) {
    invocation.fail(BusError(name: Contract.ErrorName.limitExceeded, message: reason))
  }

  /// Answers a call of `BackUp` when the copy is made, which holds up no other call.
  private func backUp(_ invocation: Invocation, unless failure: BusError?) {
    if let failure { return invocation.fail(failure) }
    daemon.flushShown()
    let isTaken = daemon.backups.add { [weak self] result in
      switch result {
      case .success(let path): invocation.reply([.string(path)])
      case .failure(let error): if let self { invocation.fail(backupError(error)) }
      }
    }
    if !isTaken { refuse(invocation, "\(Limits.waitingCalls) calls wait for a backup, which is the limit.") }
  }

  private func backupError(_ failure: StoreError) -> BusError {
    Journal.error("BackUp: \(failure)")
    if failure.isDamaged { daemon.startOver(because: failure) }
    return BusError(name: Contract.ErrorName.storage, message: "The backup cannot be written: \(failure.message).")
  }

  /// A list that takes megabytes while it is read or told.
  private static func isLong(_ value: BusValue) -> Bool { value.arrayValue?.count ?? 0 > 250 }

  func property(_ name: String) -> BusValue? {
    let profile = daemon.session?.server.profile
    switch name {
    case "Enabled": return .boolean(daemon.isEnabled)
    case "SwitchedOff": return .strings(daemon.switchedOffApps)
    case "Server": return .string(profile.map { "\($0.name) \($0.version)" } ?? "")
    case "Capabilities": return .strings((profile?.capabilities ?? []).sorted())
    case "Version": return .string(Contract.version)
    default: return nil
    }
  }

  func setProperty(_ name: String, to value: BusValue) throws(BusError) {
    // the only property that the interface declares writable
    _ = try answer("SetEnabled", ["", value], from: "")
  }

  /// Another server, or none, shows notifications now.
  func serverChanged() {
    tellProperties(["Server", "Capabilities"])
  }

  func tellProperties(_ names: [String]) {
    do {
      try export?.emitPropertiesChanged(names)
    } catch {
      Journal.warning("the change of \(names) cannot be told: \(error.message), ignoring")
    }
  }
}
