internal import CGLib
internal import CLinux

/// Something to look out for in one directory on behalf of a path that somebody asked about.
struct WatchPoint: Hashable {
  let directory: String
  let scope: Scope
  /// The path asked about.
  let subject: String
  /// Whether an event here is a change of the subject; otherwise it is a reason to look where the subject is now.
  let isContent: Bool

  enum Scope: Hashable {
    /// The directory itself.
    case itself
    /// One name in it.
    case entry(String)
    /// Every name in it.
    case anything
  }

  /// What the kernel is asked to tell for this.
  var kind: DirectoryEvent.Kind {
    scope == .itself ? [.directoryGone, .attributes] : [.entries, .attributes]
  }

  func matches(_ event: DirectoryEvent) -> Bool {
    switch scope {
    case .itself: event.name.isEmpty
    case .entry(let name): event.name == name
    case .anything: !event.name.isEmpty
    }
  }
}

/// Everything that must be watched so that no change of some paths goes unseen, as the file system is now.
///
/// A directory is found through others, and through symbolic links whose own directories must be watched as well.
/// Where the way ends before the directory, the last part that exists is watched for the first that does not.
struct WatchPlan: Equatable {
  private(set) var points: Set<WatchPoint> = []
  /// Which directory or file each path leads to now, if it leads anywhere.
  private(set) var identities: [String: FileIdentity] = [:]

  /// Follows every path: `lstat`, `readlink`.
  init(directories: [String], files: [String]) {
    for path in directories { follow(directory: path) }
    for path in files { follow(file: path) }
  }

  private mutating func follow(directory path: String) {
    var walk = PathWalk(to: path, from: "/", subject: path, isContent: false)
    walk.run()
    points.formUnion(walk.points)
    guard let end = walk.end, end.isDirectory else { return }
    identities[path] = end.identity
    points.insert(WatchPoint(directory: end.path, scope: .itself, subject: path, isContent: true))
    points.insert(WatchPoint(directory: end.path, scope: .anything, subject: path, isContent: true))
    for link in Self.links(in: end.path) {
      var walk = PathWalk(to: link, from: end.path, subject: path, isContent: true)
      walk.run()
      points.formUnion(walk.points)
    }
  }

  private mutating func follow(file path: String) {
    var walk = PathWalk(to: path, from: "/", subject: path, isContent: true)
    walk.run()
    points.formUnion(walk.points)
    identities[path] = walk.end?.identity
  }

  /// The symbolic links in a directory: `g_dir_read_name`.
  private static func links(in directory: String) -> [String] {
    guard let handle = g_dir_open(directory, 0, nil) else { return [] }
    defer { g_dir_close(handle) }
    var links: [String] = []
    while let name = g_dir_read_name(handle) {
      let name = String(cString: name)
      if FileStatus(of: directory + "/" + name)?.kind == .link { links.append(name) }
    }
    return links
  }
}

/// What is at a path, without following a last symbolic link: `lstat`.
struct FileStatus {
  enum Kind {
    case directory
    case link
    case other
  }

  let kind: Kind
  let identity: FileIdentity

  init?(of path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    identity = FileIdentity(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
    switch Int32(status.st_mode) & S_IFMT {
    case S_IFDIR: kind = .directory
    case S_IFLNK: kind = .link
    default: kind = .other
    }
  }
}

/// What tells one file from another while both exist.
struct FileIdentity: Hashable {
  let device: UInt64
  let number: UInt64
}
