internal import CGLib
internal import Glibc

/// How an installed app is started, as its desktop file says (Desktop Entry Specification).
public struct DesktopEntry: Hashable, Sendable {
  /// The desktop file.
  public let path: String
  /// The program and its arguments, without files, URLs or anything else that a field code stands for.
  public let arguments: [String]
  /// Where it wants to be started.
  public let directory: String?

  /// Finds the app with this desktop id, nil when it is not installed.
  ///
  /// - Parameter action: one of the app's own, `[Desktop Action NAME]`; where it has none of that name, the app itself.
  /// - Throws: a fault that names the file that cannot be used.
  public init?(id: String, action: String? = nil, folders: [String] = DesktopEntry.folders) throws(Fault) {
    guard let path = Self.path(of: id, in: folders) else { return nil }
    let text = String(decoding: try FileText(path: path, userID: getuid()).bytes, as: UTF8.self)
    do {
      let file = try KeyFile(text)
      let exec = try action.flatMap { try? file.text("Desktop Action \($0)", "Exec") } ?? file.text(Self.group, "Exec")
      guard (try? file.text(Self.group, "Terminal")) != "true" else {
        throw Fault(file: path, reason: "wants a terminal")
      }
      arguments = try CommandLine.split(exec).compactMap(Self.withoutFieldCodes)
      directory = (try? file.text(Self.group, "Path")).flatMap { $0.isEmpty ? nil : $0 }
      self.path = path
    } catch let fault as Fault {
      throw fault
    } catch let error as KeyFileError {
      throw Fault(file: path, reason: error.reason)
    } catch {
      throw Fault(file: path, reason: "\(error)")
    }
    guard arguments.first?.isEmpty == false else { throw Fault(file: path, reason: "Exec names no program") }
  }

  private static let group = "Desktop Entry"

  /// The desktop file of an app, the user's own before the system's; nil when it is not installed.
  public static func path(of id: String, in folders: [String] = DesktopEntry.folders) -> String? {
    guard !id.contains("/") else { return nil }
    return folders.map { "\($0)/\(id).desktop" }.first { access($0, R_OK) == 0 }
  }

  /// Where desktop files are: `applications` in `g_get_user_data_dir` and `g_get_system_data_dirs`.
  public static var folders: [String] {
    folders("applications", in: g_get_user_data_dir(), g_get_system_data_dirs())
  }

  /// Where sessions look for autostart entries: `autostart` in `g_get_user_config_dir` and `g_get_system_config_dirs`.
  public static var autostartFolders: [String] {
    folders("autostart", in: g_get_user_config_dir(), g_get_system_config_dirs())
  }

  /// The entry stands there only to hide another one of its name: `Hidden=true`.
  public static func isHidden(_ path: String) -> Bool {
    guard let bytes = try? FileText(path: path, userID: getuid()).bytes,
      let file = try? KeyFile(String(decoding: bytes, as: UTF8.self))
    else { return false }
    return (try? file.text(group, "Hidden")) == "true"
  }

  private static func folders(
    _ name: String, in user: UnsafePointer<gchar>?, _ system: UnsafePointer<UnsafePointer<gchar>?>?
  ) -> [String] {
    var folders = user.map { [String(cString: $0)] } ?? []
    var next = system
    while let folder = next?.pointee {
      folders.append(String(cString: folder))
      next = next?.successor()
    }
    return folders.map { "\($0)/\(name)" }
  }

  /// An argument without its `%f`, `%u`, `%i` and the like; nil when nothing but such a code was there.
  private static func withoutFieldCodes(_ argument: String) -> String? {
    var plain = ""
    var rest = argument[...]
    while let percent = rest.firstIndex(of: "%") {
      plain += rest[..<percent]
      let code = rest[percent...].dropFirst().first
      if code == "%" { plain += "%" }
      rest = rest[percent...].dropFirst(2)
    }
    plain += rest
    return plain.isEmpty && !argument.isEmpty ? nil : plain
  }
}
