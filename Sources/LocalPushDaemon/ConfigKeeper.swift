internal import Glibc
internal import LocalPushIntake
internal import LocalPushLoop
internal import LocalPushModel
internal import LocalPushScheduler

/// Keeps the schedule in step with the config files and the feeds they name.
final class ConfigKeeper {
  private let places: Places
  private unowned let daemon: Daemon
  private var watch: DirectoryWatch?
  private var watchedFolders: [String] = []
  private var secondLook: Timeout?

  /// What is wrong in the files now.
  private(set) var faults: [Fault] = []
  private var reported: Set<Fault> = []
  /// The files that were read.
  private(set) var files: [String] = []

  /// A file that is gone or empty may be in the middle of being saved.
  private static let secondLookMilliseconds = 2_000

  init(_ places: Places, daemon: Daemon) {
    self.places = places
    self.daemon = daemon
  }

  /// Reads the files and hands what they say to the scheduler.
  ///
  /// What a source does not name any more is cancelled before anything is added, so that a message can move from one
  /// file to another.
  ///
  /// - Parameter believesLoss: true when files that are gone or empty are not looked at a second time.
  func reload(believesLoss: Bool) {
    let config = Config(places, userID: getuid())
    faults = config.faults
    files = config.files
    daemon.settingsRead(config.settings ?? Settings())
    let doubtful =
      believesLoss ? [] : config.batches.filter { $0.messages.isEmpty && daemon.hasMessages(of: $0.source) }
    let batches = config.batches.filter { batch in !doubtful.contains { $0.source == batch.source } }
    let known = Set(config.batches.map(\.source))
    let gone = daemon.configSources().filter { !known.contains($0) && !config.mayHave($0) }
    if believesLoss { gone.forEach(removeAll) }
    batches.forEach(cancelUnnamed)
    batches.forEach(schedule)
    report()
    watchFolders(config.folders)
    daemon.feeds.configRead(config.subscriptions, at: daemon.now)
    daemon.usedMemory(bytes: config.bytes)
    let mustLookAgain = !doubtful.isEmpty || (!believesLoss && !gone.isEmpty)
    secondLook =
      mustLookAgain
      ? Timeout(milliseconds: Self.secondLookMilliseconds) { [weak self] in self?.reload(believesLoss: true) } : nil
  }

  /// Cancels what the source of a batch does not name any more.
  private func cancelUnnamed(_ batch: Config.Batch) {
    guard let faulty = batch.keeping else { return }
    let named = faulty.union(batch.messages.map(\.draft.key))
    guard let removed = daemon.schedule([], source: batch.source, as: .wholeSource(keeping: named))?.removed else {
      return
    }
    for key in removed { Journal.info("\(key): cancelled, \(batch.file) does not name it any more") }
  }

  private func schedule(_ batch: Config.Batch) {
    let drafts = batch.messages.map(\.draft)
    guard let verdicts = daemon.schedule(drafts, source: batch.source, as: .list)?.verdicts else { return }
    for ((draft, line), verdict) in zip(batch.messages, verdicts) {
      let place = (file: batch.file, line: line, item: "[message \(draft.key)]")
      switch verdict {
      case .added(let first): Journal.info("\(draft.key): scheduled for \(daemon.text(of: first))")
      case .updated(let next):
        Journal.info("\(draft.key): changed" + (next.map { ", next \(daemon.text(of: $0))" } ?? ""))
      case .unchanged: break
      case .expired(let reason):
        faults.append(Fault(file: place.file, line: place.line, item: place.item, reason: reason, isExpired: true))
      case .refused(let reason):
        faults.append(Fault(file: place.file, line: place.line, item: place.item, reason: reason))
      }
    }
  }

  private func removeAll(of source: String) {
    guard Config.hasFolder(source) else {
      Journal.warning("\(source): its folder is not there; its messages stay as they were")
      return
    }
    Journal.notice("\(source) is gone, its messages are cancelled")
    _ = daemon.schedule([], source: source, as: .wholeSource(keeping: []))
  }

  /// Says what was not wrong before; a feed is read again every few minutes.
  private func report() {
    let known = reported
    reported = Set(faults)
    for fault in faults where !known.contains(fault) {
      fault.isExpired ? Journal.info(fault.description) : Journal.warning("\(fault), ignoring")
    }
  }

  private func watchFolders(_ folders: [String]) {
    guard folders != watchedFolders else { return }
    watchedFolders = folders
    do {
      watch = try DirectoryWatch(paths: folders) { [weak self] _ in self?.reload(believesLoss: false) }
    } catch {
      Journal.error("changes of the config are not noticed (send SIGHUP instead): \(error)")
    }
  }
}
