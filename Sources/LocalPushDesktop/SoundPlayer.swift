internal import Glibc
internal import LocalPushLoop

/// Plays the sounds of messages where the notification server plays none, with a program that is installed.
///
/// `canberra-gtk-play` knows the user's sound theme; the players of PipeWire, PulseAudio and ALSA play files.
public final class SoundPlayer {
  private var playing: [ObjectIdentifier: (child: ChildProcess, end: Timeout)] = [:]
  private let milliseconds: Int

  /// More sounds than these at the same time are noise, and are left out.
  private static let atOnce = 4

  /// - Parameter milliseconds: how long a sound may take; then its player is ended.
  public init(milliseconds: Int = 60_000) {
    self.milliseconds = milliseconds
  }

  /// Starts to play a sound and does not wait for it.
  ///
  /// - Parameter sound: a name of the sound naming specification, or the absolute path of a file.
  /// - Returns: false when no player is installed that could play it.
  @discardableResult
  public func play(_ sound: String) -> Bool {
    guard playing.count < Self.atOnce else { return true }
    return Self.commands(for: sound).contains(where: start)
  }

  private func start(_ command: [String]) -> Bool {
    var key: ObjectIdentifier?
    guard
      let child = try? ChildProcess.start(
        arguments: command,
        onExit: { [weak self] _ in
          if let key { self?.playing[key] = nil }
        })
    else { return false }  // it is not installed
    key = ObjectIdentifier(child)
    let end = Timeout(milliseconds: milliseconds) { kill(child.identifier, SIGTERM) }
    playing[ObjectIdentifier(child)] = (child, end)
    return true
  }

  /// The commands that would play it, the best first.
  private static func commands(for sound: String) -> [[String]] {
    guard !sound.hasPrefix("/") else { return [["canberra-gtk-play", "--file=\(sound)"]] + players(of: sound) }
    return [["canberra-gtk-play", "--id=\(sound)"]] + (themeFile(sound).map(players) ?? [])
  }

  private static func players(of file: String) -> [[String]] {
    let players = [["pw-play", file], ["paplay", file]]
    return file.hasSuffix(".wav") ? players + [["aplay", "--quiet", file]] : players
  }

  /// The file of a sound in the theme that every desktop falls back to (sound theme specification).
  private static func themeFile(_ name: String) -> String? {
    guard !name.contains("/") else { return nil }
    let home = Environment.value("XDG_DATA_HOME") ?? (Environment.value("HOME") ?? "") + "/.local/share"
    let folders =
      [home]
      + (Environment.value("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share").split(separator: ":")
      .map(String.init)
    let files = folders.flatMap { folder in
      ["oga", "ogg", "wav"].map { "\(folder)/sounds/freedesktop/stereo/\(name).\($0)" }
    }
    return files.first { access($0, R_OK) == 0 }
  }
}
