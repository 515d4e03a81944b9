internal import CLinux

/// What the process does with SIGPIPE, which libdbus has it ignore with every connection.
public enum BrokenPipeSignal {
  /// Runs `body` and brings back what the process did with SIGPIPE before: `sigaction`.
  public static func keepingHandler<Value, Failure>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    var former = sigaction()
    sigaction(SIGPIPE, nil, &former)
    defer { sigaction(SIGPIPE, &former, nil) }
    return try body()
  }
}
