/// Stand-in
final class PathWatcher {
  private(set) var failures: [String: SystemError] = [:]
  init(
    directories: [String], files: [String], settle milliseconds: Int, onChange: @escaping (Set<String>) -> Void
  ) throws(SystemError) {}
}
