internal import Glibc
internal import LocalPushBus
internal import LocalPushIntake

extension Subcommand {
  static let backup = Subcommand(
    name: "backup", usage: "[FILE|-]", summary: localized("Copy the schedule to a file while the daemon runs"),
    options: [.flag("force", localized("Replace FILE where it is there already"))],
    examples: ["backup", "backup schedule.db --force", "backup - > schedule.db"]
  ) { session in
    try session.requireOperands("FILE", optional: 1)
    let file = session.operands.first
    try check(file, session)
    guard let path = try session.call("BackUp", []).first?.stringValue else { return .noDaemon }
    let copy = try BackupFile(path)
    switch file {
    case nil: report(path, copy.size, session)
    case "-"?: try copy.each { Output.bytes($0) }
    case let file?:
      guard !copy.isBeside(file) else {
        throw CommandError(.refused, Phrase("\(file) would be in the folder of the daemon, whose files are its own"))
      }
      try copy.copy(to: file)
      report(file, copy.size, session)
    }
    return .done
  }

  /// Refuses a place that nothing can be written to, before anything is done.
  private static func check(_ file: String?, _ session: Session) throws {
    guard let file else { return }
    if file == "-" {
      if session.wantsJSON { throw UsageError(localized("give either - or --json")) }
      if Terminal.isTerminal {
        throw CommandError(.refused, Phrase("a backup is not written to a terminal: give a file"))
      }
      return
    }
    var status = stat()
    guard lstat(file, &status) == 0 else { return }
    if status.st_mode & S_IFMT == S_IFDIR {
      throw CommandError(.refused, Phrase("\(file) is a folder: give a file in it"))
    }
    guard session.options.has("force") else {
      throw CommandError(.refused, Phrase("\(file) is there already; --force replaces it"))
    }
  }

  private static func report(_ path: String, _ size: Int64, _ session: Session) {
    session.report(
      [("path", .string(path)), ("bytes", .int64(size))], line: localized("the schedule is backed up as \(path)"))
  }
}

/// The copy that the daemon has made, open to be read.
private final class BackupFile {
  let size: Int64
  private let path: String
  private let descriptor: Int32

  init(_ path: String) throws(CommandError) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw CommandError(.refused, Phrase("\(path): cannot be read: \(lastError())")) }
    self.path = path
    var status = stat()
    size = fstat(descriptor, &status) == 0 ? Int64(status.st_size) : 0
  }

  isolated deinit { close(descriptor) }

  /// Whether a file would be in the folder of this one, where the schedule itself is.
  func isBeside(_ file: String) -> Bool {
    var (own, other) = (stat(), stat())
    return stat(Self.folder(of: path), &own) == 0 && stat(Self.folder(of: file), &other) == 0
      && own.st_dev == other.st_dev && own.st_ino == other.st_ino
  }

  private static func folder(of file: String) -> String {
    guard let slash = file.lastIndex(of: "/") else { return "." }
    return String(file[...slash])
  }

  /// Hands over all bytes, in parts.
  func each(_ body: (ArraySlice<UInt8>) throws(CommandError) -> Void) throws(CommandError) {
    var part = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = part.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      guard count >= 0 else { throw CommandError(.refused, Phrase("\(path): cannot be read: \(lastError())")) }
      if count == 0 { return }
      try body(part[..<count])
    }
  }

  /// Copies it to a file for its owner's eyes only, which is there when it is whole.
  func copy(to file: String) throws(CommandError) {
    var name = Array((file + ".XXXXXX").utf8CString)
    let output = mkstemp(&name)
    guard output >= 0 else { throw CommandError(.refused, Phrase("\(file): cannot be written: \(lastError())")) }
    do throws(CommandError) {
      defer { close(output) }
      try each { bytes throws(CommandError) in try Self.write(bytes, to: output, file) }
      guard fsync(output) == 0 else {
        throw CommandError(.refused, Phrase("\(file): cannot be written: \(lastError())"))
      }
    } catch {
      unlink(name)
      throw error
    }
    guard rename(name, file) == 0 else {
      let reason = lastError()
      unlink(name)
      throw CommandError(.refused, Phrase("\(file): cannot be written: \(reason)"))
    }
  }

  private static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32, _ file: String) throws(CommandError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count >= 0 else { throw CommandError(.refused, Phrase("\(file): cannot be written: \(lastError())")) }
      rest = rest.dropFirst(count)
    }
  }
}

private func lastError() -> String { String(cString: strerror(errno)) }
