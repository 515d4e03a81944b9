internal import CGLib

/// Watches paths, whatever becomes of what is on the way to them, and tells of changes once they have settled.
///
/// Invariant: outside of `look`, the kernel watches everything in `plan`, and `plan` is what the file system called
/// for when it was last looked at; every event that may change the plan is a reason to look again.
final class PathWatcher {
  /// Paths that cannot be watched, with the reason.
  private(set) var failures: [String: SystemError] = [:]

  private let directories: [String]
  private let files: [String]
  private let settle: Int
  private let onChange: (Set<String>) -> Void
  private let inotify: Inotify
  private var plan: WatchPlan?
  private var points: [Int32: [WatchPoint]] = [:]
  private var changed: Set<String> = []
  private var firstChange: Int64?
  private var settled: Timeout?
  private var watch: FileDescriptorWatch?

  /// Changes that never end are told all the same after this many times the settling time.
  private static let patience = 10
  /// Looking again ends when two looks see the same; a file system in uproar is looked at again with its next event.
  private static let maximumLooks = 8

  init(
    directories: [String], files: [String], settle milliseconds: Int, onChange: @escaping (Set<String>) -> Void
  ) throws(SystemError) {
    precondition((directories + files).allSatisfy { $0.hasPrefix("/") }, "watched paths must be absolute")
    self.directories = directories
    self.files = files
    settle = milliseconds
    self.onChange = onChange
    inotify = try Inotify()
    look(atAnyRate: true)
    watch = FileDescriptorWatch(fd: inotify.number, condition: .readable) { [unowned self] _ in becameReadable() }
  }

  private func becameReadable() {
    var isPlanInDoubt = false
    var isWatchLost = false
    for event in inotify.events() {
      let matching = match(event)
      guard !matching.isEmpty else { continue }
      isPlanInDoubt = true
      isWatchLost = isWatchLost || !event.kind.isDisjoint(with: [.directoryGone, .overflow])
      changed.formUnion(matching.filter(\.isContent).map(\.subject))
    }
    if isPlanInDoubt { look(atAnyRate: isWatchLost) }
    if !changed.isEmpty { waitToSettle() }
  }

  private func match(_ event: DirectoryEvent) -> [WatchPoint] {
    if event.kind.contains(.overflow) { return points.values.flatMap { $0 } }
    return (points[event.watch] ?? []).filter { $0.matches(event) }
  }

  /// Plans anew until the file system no longer changes under the plan; what now leads elsewhere has changed.
  private func look(atAnyRate: Bool) {
    let before = plan
    var mustInstall = atAnyRate
    for _ in 0..<Self.maximumLooks {
      let now = WatchPlan(directories: directories, files: files)
      if now == plan, !mustInstall { break }
      mustInstall = !install(now)
      plan = now
    }
    guard let before, let plan else { return }
    for path in directories + files where before.identities[path] != plan.identities[path] { changed.insert(path) }
  }

  /// Watches what is new, then lets go of what is no longer wanted; tells whether everything planned was still there.
  private func install(_ plan: WatchPlan) -> Bool {
    let old = points
    var isComplete = true
    points = [:]
    failures = [:]
    for point in plan.points {
      do {
        points[try inotify.add(point.directory, point.kind), default: []].append(point)
      } catch .noSuchFile {
        isComplete = false
      } catch {
        // Directories on the way may be closed to us; only what they hold matters.
        if point.scope != .itself { failures[point.subject] = error }
      }
    }
    for watch in old.keys where points[watch] == nil { inotify.remove(watch) }
    return isComplete
  }
}

// MARK: - Settling

extension PathWatcher {
  private func waitToSettle() {
    let now = Int64(g_get_monotonic_time() / 1000)
    let first = firstChange ?? now
    firstChange = first
    let patience = max(0, first + Int64(Self.patience * settle) - now)
    settled = Timeout(milliseconds: min(settle, Int(patience))) { [unowned self] in tell() }
  }

  private func tell() {
    let told = changed
    changed = []
    firstChange = nil
    settled = nil
    onChange(told)
  }
}
