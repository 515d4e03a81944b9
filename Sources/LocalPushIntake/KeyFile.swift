internal import CGLib

/// A parsed key file of GLib; freed with its last reference.
final class KeyFile {
  private let handle: OpaquePointer

  /// Parses `text`.
  ///
  /// The corresponding C function is `g_key_file_load_from_data`.
  init(_ text: String) throws(KeyFileError) {
    handle = g_key_file_new()
    var failure: UnsafeMutablePointer<GError>?
    guard g_key_file_load_from_data(handle, text, gsize(text.utf8.count), G_KEY_FILE_KEEP_TRANSLATIONS, &failure) != 0
    else { throw KeyFileError(&failure) }
  }

  deinit { g_key_file_unref(handle) }

  /// The value of a key in the language of the user (`g_key_file_get_locale_string`).
  func text(_ group: String, _ key: String) throws(KeyFileError) -> String {
    var failure: UnsafeMutablePointer<GError>?
    guard let value = g_key_file_get_locale_string(handle, group, key, nil, &failure) else {
      throw KeyFileError(&failure)
    }
    defer { g_free(value) }
    return String(cString: value)
  }

  /// Throws what is wrong with the escapes of a value, which `g_key_file_get_locale_string` keeps to itself.
  ///
  /// The corresponding C function is `g_key_file_get_string`.
  func check(_ group: String, _ name: String) throws(KeyFileError) {
    var failure: UnsafeMutablePointer<GError>?
    g_free(g_key_file_get_string(handle, group, name, &failure))
    if failure != nil { throw KeyFileError(&failure) }
  }

  /// The values of a list, separated by `;` (`g_key_file_get_string_list`).
  func list(_ group: String, _ key: String) throws(KeyFileError) -> [String] {
    var failure: UnsafeMutablePointer<GError>?
    var count: gsize = 0
    let values = g_key_file_get_string_list(handle, group, key, &count, &failure)
    defer { g_strfreev(values) }
    guard failure == nil, let values else { throw KeyFileError(&failure) }
    return (0..<Int(count)).compactMap { values[$0].map { String(cString: $0) } }
  }
}

/// GLib's own words for what is wrong with a value.
struct KeyFileError: Error {
  let reason: String

  fileprivate init(_ failure: inout UnsafeMutablePointer<GError>?) {
    reason = failure.flatMap { $0.pointee.message.map { String(cString: $0) } } ?? "cannot be read"
    g_clear_error(&failure)
  }
}

/// A command line split as the shell splits words, without a shell.
public enum CommandLine {
  /// Splits `text` into arguments; quotes and backslashes work as in a shell, nothing is expanded.
  ///
  /// The corresponding C function is `g_shell_parse_argv`.
  ///
  /// - Throws: GLib's words for what is wrong with the quoting.
  public static func split(_ text: String) throws -> [String] {
    var count: gint = 0
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    var failure: UnsafeMutablePointer<GError>?
    guard g_shell_parse_argv(text, &count, &arguments, &failure) != 0, let arguments else {
      throw KeyFileError(&failure)
    }
    defer { g_strfreev(arguments) }
    return (0..<Int(count)).compactMap { arguments[$0].map { String(cString: $0) } }
  }
}
