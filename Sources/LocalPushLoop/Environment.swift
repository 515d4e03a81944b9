internal import CGLib

/// The environment this process was started with.
public enum Environment {
  /// Reads one variable, or nothing when it is unset, empty or not UTF-8: `g_getenv`.
  public static func value(_ name: String) -> String? {
    guard let text = g_getenv(name) else { return nil }
    let value = String(validatingCString: text) ?? ""
    return value.isEmpty ? nil : value
  }
}
