internal import CGLib

/// Follows a path part by part, as the kernel does, and notes what to watch on the way.
struct PathWalk {
  private(set) var points: Set<WatchPoint> = []
  /// Where the path leads, unless something on the way is missing.
  private(set) var end: (path: String, isDirectory: Bool, identity: FileIdentity)?

  private let subject: String
  private let isContent: Bool
  private var current: String
  private var remaining: [Substring]
  private var links = 0

  /// As many links as the kernel follows: `MAXSYMLINKS`.
  private static let maximumLinks = 40

  init(to path: String, from directory: String, subject: String, isContent: Bool) {
    self.subject = subject
    self.isContent = isContent
    current = path.hasPrefix("/") ? "/" : directory
    remaining = Self.parts(of: path)
  }

  mutating func run() {
    while let part = remaining.popLast() {
      guard step(String(part)) else { return }
    }
    guard end == nil, let status = FileStatus(of: current) else { return }
    end = (current, true, status.identity)
  }

  /// Goes one part further, and tells whether there is a further.
  private mutating func step(_ name: String) -> Bool {
    if name == "." { return true }
    if name == ".." {
      current = Self.parent(of: current)
      return true
    }
    watch(.itself)
    let next = current == "/" ? "/" + name : current + "/" + name
    guard let status = FileStatus(of: next) else {
      watch(.entry(name))
      return false
    }
    switch status.kind {
    case .directory: current = next
    case .link: return followLink(named: name, at: next)
    case .other:
      watch(.entry(name))
      if remaining.isEmpty { end = (next, false, status.identity) }
      return false
    }
    return true
  }

  private mutating func followLink(named name: String, at path: String) -> Bool {
    watch(.entry(name))
    links += 1
    guard links <= Self.maximumLinks, let target = g_file_read_link(path, nil) else { return false }
    defer { g_free(target) }
    let text = String(cString: target)
    if text.hasPrefix("/") { current = "/" }
    remaining += Self.parts(of: text)
    return true
  }

  private mutating func watch(_ scope: WatchPoint.Scope) {
    points.insert(WatchPoint(directory: current, scope: scope, subject: subject, isContent: isContent))
  }

  /// The parts in reverse, so that the next one is the last.
  private static func parts(of path: String) -> [Substring] {
    path.split(separator: "/").reversed()
  }

  private static func parent(of path: String) -> String {
    let parent = path.split(separator: "/").dropLast().joined(separator: "/")
    return "/" + parent
  }
}
