internal import LocalPushLoop

/// Serves the loop until a condition holds, and tells whether it came to hold before the time was over.
public func serve(within milliseconds: Int = 10_000, until condition: () -> Bool) -> Bool {
  var isOver = false
  let deadline = Timeout(milliseconds: milliseconds) { isOver = true }
  while !condition(), !isOver { MainLoop.turn() }
  deadline.cancel()
  return condition()
}

/// Serves the loop until a condition holds that no event tells of, such as one about another program.
public func serveRepeatedly(within milliseconds: Int = 10_000, until condition: () -> Bool) -> Bool {
  let clock = Timeout(milliseconds: 2, repeats: true) {}
  defer { clock.cancel() }
  return serve(within: milliseconds, until: condition)
}
