internal import CGLib
internal import Glibc

/// The catalogue of what LocalPush itself says to users (gettext, domain `localpush`).
///
/// The language is the one of `LC_MESSAGES` and `LANGUAGE`; without a catalogue the texts are English.
public enum Translations {
  private static let domain = "localpush"

  /// Finds the catalogues: `share/locale` beside the folder of the running program, or `TEXTDOMAINDIR`.
  ///
  /// The corresponding C functions are `setlocale`, `bindtextdomain` and `textdomain`.
  public static func begin() {
    _ = setlocale(LC_ALL, "")
    bindtextdomain(domain, g_getenv("TEXTDOMAINDIR").map { String(cString: $0) } ?? installedFolder())
    bind_textdomain_codeset(domain, "UTF-8")
    textdomain(domain)  // or GLib would take the program for an untranslated one
  }

  private static func installedFolder() -> String {
    guard let program = g_file_read_link("/proc/self/exe", nil) else { return "/usr/share/locale" }
    defer { g_free(program) }
    let parts = String(cString: program).split(separator: "/").dropLast(2)
    return "/" + parts.joined(separator: "/") + "/share/locale"
  }

  /// A text in the user's language, with `%s` replaced by `value`.
  ///
  /// The corresponding C function is `g_dgettext`.
  public static func text(_ id: String, _ value: String = "") -> String {
    // an untranslated text comes back as the very address that was given, so it is copied while that lives
    filled(id.withCString { String(cString: g_dgettext(domain, $0)) }, value)
  }

  /// A text that depends on a number, with `%s` replaced by the number.
  ///
  /// The corresponding C function is `g_dngettext`.
  public static func text(_ one: String, _ many: String, count: Int) -> String {
    let text = one.withCString { one in
      many.withCString { many in String(cString: g_dngettext(domain, one, many, gulong(count))) }
    }
    return filled(text, String(count))
  }

  private static func filled(_ text: String, _ value: String) -> String {
    guard let percent = text.firstIndex(of: "%"), text[percent...].hasPrefix("%s") else { return text }
    return text[..<percent] + value + text[percent...].dropFirst("%s".count)
  }
}
