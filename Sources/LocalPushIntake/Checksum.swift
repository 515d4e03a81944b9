internal import CGLib

/// Names for files that stand for longer texts.
public enum Checksum {
  /// The SHA-256 of a text in 64 hexadecimal digits (`g_compute_checksum_for_string`).
  public static func sha256(_ text: String) -> String {
    guard let digits = g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1) else { return "" }
    defer { g_free(digits) }
    return String(cString: digits)
  }
}
