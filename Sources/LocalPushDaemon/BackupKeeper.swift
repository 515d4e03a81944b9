internal import LocalPushLoop
internal import LocalPushModel
internal import LocalPushStore

/// Copies the schedule to a file beside it: for a few milliseconds in each turn of the loop, so that messages come on
/// time meanwhile; a process of its own looks through the copy before it takes the place of the last one.
final class BackupKeeper {
  typealias Answer = (Result<String, StoreError>) -> Void

  private unowned let daemon: Daemon
  private let path: String
  private var copy: BackupCopy?
  private var turn: IdleCall?
  /// The whole copy is looked through: what is committed now is not in it.
  private var isFinishing = false
  /// Those who wait for the copy that is under way.
  private var waiting: [Answer] = []
  /// Those who asked too late for it, and wait for the next one.
  private var waitingForNext: [Answer] = []

  private static let turnMicroseconds: Int64 = 5_000
  /// 128 KiB.
  private static let pagesAtOnce = 32

  init(_ path: String, daemon: Daemon) {
    self.path = path
    self.daemon = daemon
  }

  private var unfinished: String { path + ".new" }

  /// Removes what a run left that ended over a copy.
  func removeUnfinished() {
    do throws(StoreError) {
      try BackupCopy.remove(unfinished)
    } catch {
      Journal.warning("\(error.message), ignoring")
    }
  }

  /// Makes a copy of all that is committed now, and tells where it is; false when too many wait for one already.
  func add(_ answer: @escaping Answer) -> Bool {
    guard waiting.count + waitingForNext.count < Limits.waitingCalls else { return false }
    if isFinishing {
      waitingForNext.append(answer)
    } else {
      waiting.append(answer)
      if waiting.count == 1 { begin() }
    }
    return true
  }

  private func begin() {
    do throws(StoreError) {
      copy = try BackupCopy(of: daemon.store, to: unfinished)
      takeTurn()
    } catch {
      end(.failure(error))
    }
  }

  private func takeTurn() {
    turn = IdleCall { [unowned self] in
      do throws(StoreError) {
        try copyForAWhile() ? finish() : takeTurn()
      } catch {
        end(.failure(error))
      }
    }
  }

  /// Copies until the turn is over; true when that was the end.
  private func copyForAWhile() throws(StoreError) -> Bool {
    let end = MonotonicClock.nowMicroseconds() + Self.turnMicroseconds
    repeat {
      if try copy?.copy(pages: Self.pagesAtOnce) ?? true { return true }
    } while MonotonicClock.nowMicroseconds() < end
    return false
  }

  private func finish() {
    copy = nil
    isFinishing = true
    do {
      try ChildProcess.start(arguments: ["/proc/self/exe", Daemon.finishBackupOption, unfinished]) {
        [weak self] status in self?.finished(status)
      }
    } catch {
      end(.failure(StoreError(code: 10, message: error.description)))
    }
  }

  private func finished(_ status: ProcessStatus) {
    guard status.isSuccess else {
      // what a signal ended has no status: SQLITE_ABORT
      return end(.failure(StoreError(status: status.code ?? 4)))
    }
    do throws(StoreError) {
      try BackupCopy.put(unfinished, inPlaceOf: path)
      end(.success(path))
    } catch {
      end(.failure(error))
    }
  }

  private func end(_ result: Result<String, StoreError>) {
    (copy, turn, isFinishing) = (nil, nil, false)
    if case .failure = result { removeUnfinished() }
    let answers = waiting
    (waiting, waitingForNext) = (waitingForNext, [])
    for answer in answers { answer(result) }
    if !waiting.isEmpty { begin() }
  }
}

extension Daemon {
  /// What `localpushd` is started with, by itself, to finish a copy of the schedule.
  public static let finishBackupOption = "--finish-backup"

  /// Finishes a copy of the schedule and gives the exit status.
  public static func finishBackup(_ path: String) -> Int32 {
    do throws(StoreError) {
      try BackupCopy.finish(path)
      return 0
    } catch {
      Journal.error("the backup cannot be finished: \(error.message)")
      return error.status
    }
  }
}
