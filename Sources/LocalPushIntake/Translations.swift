internal import CGLib
internal import Glibc

/// The catalogue of what LocalPush itself says to users (gettext, domain `localpush`).
///
/// The language is the one of `LC_MESSAGES` and `LANGUAGE`; without a catalogue the texts are English.
public enum Translations {
  fileprivate static let domain = "localpush"

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
}

/// A phrase in the user's language.
///
/// The corresponding C function is `g_dgettext`.
public func localized(_ phrase: Phrase) -> String {
  // an untranslated text comes back as the very address that was given, so it is copied while that lives
  phrase.filled(phrase.id.withCString { String(cString: g_dgettext(Translations.domain, $0)) })
}

/// A phrase in the user's language that depends on a number: one that says it of one thing, and one of many.
///
/// The corresponding C function is `g_dngettext`.
public func localized(_ one: Phrase, _ many: Phrase, count: Int) -> String {
  many.filled(
    one.id.withCString { one in
      many.id.withCString { many in String(cString: g_dngettext(Translations.domain, one, many, gulong(count))) }
    })
}
