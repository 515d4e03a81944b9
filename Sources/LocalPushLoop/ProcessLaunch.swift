internal import CGLib

/// What a program is started with, checked: no text holds a NUL, no name is empty or holds `=`.
struct ProcessLaunch {
  private let arguments: [String]
  private let environment: [String: String]
  private let directory: String?

  init(arguments: [String], environment: [String: String], directory: String?) throws(ProcessError) {
    guard let program = arguments.first, !program.isEmpty else { throw ProcessError("No program is named.") }
    guard (arguments + environment.values + [directory ?? ""]).allSatisfy(Self.fitsInC) else {
      throw ProcessError("A text given to \(program) holds a NUL character.")
    }
    for name in environment.keys where name.isEmpty || name.contains("=") || !Self.fitsInC(name) {
      throw ProcessError("\"\(name)\" cannot be the name of an environment variable.")
    }
    self.arguments = arguments
    self.environment = environment
    self.directory = directory
  }

  /// Starts the program with no signal blocked and returns its process id: `g_spawn_async_with_fds`.
  func start(standardInput: [UInt8]) throws(ProcessError) -> Int32 {
    let input: FileDescriptor
    do {
      input = try InputFile.holding(standardInput)
    } catch {
      throw ProcessError("\(arguments[0]) was not started: its input cannot be kept: \(error).")
    }
    return try spawn(input: input.number)
  }

  private func spawn(input: Int32) throws(ProcessError) -> Int32 {
    let argv = StringVector(arguments)
    let envp = StringVector(takingOver: fullEnvironment())
    let flags = GSpawnFlags(rawValue: G_SPAWN_SEARCH_PATH.rawValue | G_SPAWN_DO_NOT_REAP_CHILD.rawValue)
    var identifier: GPid = 0
    var failure: UnsafeMutablePointer<GError>?
    let started = SignalMask.empty.during {
      g_spawn_async_with_fds(
        directory, argv.pointer, envp.pointer, flags, nil, nil, &identifier, input, -1, -1, &failure)
    }
    defer { g_clear_error(&failure) }
    guard started != 0 else { throw ProcessError(failure.map { String(cString: $0.pointee.message) } ?? "") }
    return identifier
  }

  private func fullEnvironment() -> UnsafeMutablePointer<UnsafeMutablePointer<gchar>?>? {
    environment.reduce(g_get_environ()) { g_environ_setenv($0, $1.key, $1.value, 1) }
  }

  private static func fitsInC(_ text: String) -> Bool {
    !text.utf8.contains(0)
  }
}
