internal import CGLib

/// What a GLib source calls: retained once with the source, released in its destroy notify and nowhere else.
final class Callback<Argument> {
  private let repeats: Bool
  private let action: (Argument) -> Void

  init(repeats: Bool, _ action: @escaping (Argument) -> Void) {
    self.repeats = repeats
    self.action = action
  }

  /// Recovers the box from a callback's user data, calls what is in it and tells GLib whether to call again.
  static func call(_ data: UnsafeMutableRawPointer?, with argument: Argument) -> gboolean {
    guard let data else { preconditionFailure("a GLib source lost its callback") }
    let callback = Unmanaged<Callback>.fromOpaque(data).takeUnretainedValue()
    callback.action(argument)
    return callback.repeats ? 1 : 0
  }
}

/// The destroy notify of every box.
let releaseCallback: GDestroyNotify = { data in data.map { Unmanaged<AnyObject>.fromOpaque($0).release() } }
