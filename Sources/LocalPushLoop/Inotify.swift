internal import CLinux

/// What happened in a watched directory: `struct inotify_event`.
struct DirectoryEvent {
  /// The watch, or -1 when events were lost.
  let watch: Int32
  let kind: Kind
  /// The entry it is about; empty when it is about the directory itself.
  let name: String

  /// What happened: `IN_…`.
  struct Kind: OptionSet {
    let rawValue: UInt32

    /// The directory is there no more, or elsewhere, and its watch says nothing about its path any more.
    static let directoryGone = Kind(
      rawValue: UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_UNMOUNT) | UInt32(IN_IGNORED))
    /// Access to the directory itself, or to an entry, has changed.
    static let attributes = Kind(rawValue: UInt32(IN_ATTRIB))
    /// A name came or went, or a file was written.
    static let entries = Kind(
      rawValue: UInt32(IN_CREATE) | UInt32(IN_DELETE) | UInt32(IN_MOVED_FROM) | UInt32(IN_MOVED_TO)
        | UInt32(IN_CLOSE_WRITE))
    /// There were more events than the kernel keeps.
    static let overflow = Kind(rawValue: UInt32(IN_Q_OVERFLOW))
  }
}

/// The kernel's watches on directories: `inotify`.
final class Inotify {
  private let file: FileDescriptor
  private var buffer = [UInt8](repeating: 0, count: 16 << 10)

  /// `inotify_init1`
  init() throws(SystemError) {
    file = FileDescriptor(owning: try valueOrErrno { inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC)) })
  }

  var number: Int32 { file.number }

  /// Watches a directory, or adds to what it is watched for: `inotify_add_watch`.
  func add(_ directory: String, _ kind: DirectoryEvent.Kind) throws(SystemError) -> Int32 {
    let flags = UInt32(IN_ONLYDIR) | UInt32(IN_EXCL_UNLINK) | UInt32(IN_MASK_ADD)
    return try valueOrErrno { inotify_add_watch(file.number, directory, kind.rawValue | flags) }
  }

  /// `inotify_rm_watch`; a directory that is gone has taken its watch with it.
  func remove(_ watch: Int32) {
    inotify_rm_watch(file.number, watch)
  }

  /// Reads what has happened, if anything has: `read`.
  func events() -> [DirectoryEvent] {
    guard let count = try? valueOrErrno({ read(file.number, &buffer, buffer.count) }) else { return [] }
    return buffer.withUnsafeBytes { Self.events(in: UnsafeRawBufferPointer(rebasing: $0[..<count])) }
  }

  /// Each event is a fixed part and then a name padded with NULs.
  private static func events(in bytes: UnsafeRawBufferPointer) -> [DirectoryEvent] {
    var events: [DirectoryEvent] = []
    var offset = 0
    while offset + MemoryLayout<inotify_event>.size <= bytes.count {
      let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
      let start = offset + MemoryLayout<inotify_event>.size
      let name = bytes[start..<(start + Int(event.len))].prefix { $0 != 0 }
      events.append(
        DirectoryEvent(
          watch: event.wd, kind: DirectoryEvent.Kind(rawValue: event.mask), name: String(decoding: name, as: UTF8.self))
      )
      offset = start + Int(event.len)
    }
    return events
  }
}
