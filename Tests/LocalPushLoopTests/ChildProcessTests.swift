import CLinux
import LocalPushLoop
import LocalPushTestSupport
import Testing

struct ChildProcessTests {
  private let directory = TemporaryDirectory()

  /// Runs a program to its end.
  private func run(
    _ arguments: [String], environment: [String: String] = [:], input: [UInt8] = [], directory: String? = nil
  ) throws -> ProcessStatus? {
    var status: ProcessStatus?
    try ChildProcess.start(
      arguments: arguments, environment: environment, standardInput: input, directory: directory
    ) { status = $0 }
    #expect(status == nil)
    _ = serve { status != nil }
    return status
  }

  @Test func `The end of a program is told with what it returned`() throws {
    #expect(try run(["true"])?.isSuccess == true)
    #expect(try run(["false"])?.code == 1)
    #expect(try run(["sh", "-c", "exit 7"])?.description == "ended with status 7")
  }

  @Test func `The end of a program by a signal is told as such`() throws {
    let status = try run(["sh", "-c", "kill -KILL $$"])
    #expect(status?.signal == SIGKILL)
    #expect(status?.code == nil)
    #expect(status?.isSuccess == false)
    #expect(status?.description == "was ended by signal 9")
  }

  @Test func `The program can be ended although the thread that starts it blocks the signal`() throws {
    var blocked = sigset_t()
    var former = sigset_t()
    sigemptyset(&blocked)
    sigaddset(&blocked, SIGTERM)
    pthread_sigmask(SIG_BLOCK, &blocked, &former)
    defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
    #expect(try run(["sh", "-c", "kill -TERM $$; exit 3"])?.signal == SIGTERM)
    pthread_sigmask(SIG_BLOCK, nil, &blocked)
    #expect(sigismember(&blocked, SIGTERM) == 1)
  }

  @Test func `Arguments reach the program as they are, with no shell between`() throws {
    let out = directory.path("out")
    let argument = #"$(touch x) `y`; "z" '*' \"#
    _ = try run(["sh", "-c", "printf %s \"$1\" >\"$2\"", "sh", argument, out])
    #expect(directory.read("out") == argument)
  }

  @Test func `The program has our environment and what is added to it`() throws {
    let script = "printf '%s,%s' \"$ADDED\" \"${PATH:+path}\" >\"$1\""
    _ = try run(["sh", "-c", script, "sh", directory.path("out")], environment: ["ADDED": "a=b; c"])
    #expect(directory.read("out") == "a=b; c,path")
  }

  @Test func `The program runs in the directory named`() throws {
    _ = try run(["sh", "-c", "echo x >here"], directory: directory.path)
    #expect(directory.read("here") == "x\n")
  }

  @Test func `The program reads all of its input and then its end`() throws {
    let input = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
    _ = try run(["sh", "-c", "wc -c | tr -d ' ' >\"$1\"", "sh", directory.path("out")], input: input)
    #expect(directory.read("out") == "1048576\n")
    _ = try run(["sh", "-c", "wc -c | tr -d ' ' >\"$1\"", "sh", directory.path("none")])
    #expect(directory.read("none") == "0\n")
  }

  @Test func `A program that reads none of a megabyte holds up nothing`() throws {
    let input = [UInt8](repeating: 0, count: 1 << 20)
    #expect(try run(["true"], input: input)?.isSuccess == true)
    #expect(try run(["sh", "-c", "exec 0<&-; exit 3"], input: input)?.code == 3)
    #expect(try run(["head", "-c", "1"], input: input)?.isSuccess == true)
  }

  @Test func `Programs end in any order, each told once`() throws {
    var ended: [Int] = []
    for number in 0..<20 {
      try ChildProcess.start(arguments: ["sh", "-c", "exit \(number)"]) { ended.append(Int($0.code ?? -1)) }
    }
    #expect(serve { ended.count == 20 })
    #expect(ended.sorted() == Array(0..<20))
  }

  @Test func `A program that does not exist is an error that names it`() {
    #expect { try run(["/nonexistent/program"]) } throws: { "\($0)".contains("/nonexistent/program") }
    #expect { try run(["true"], directory: "/nonexistent") } throws: { "\($0)".contains("/nonexistent") }
  }

  @Test(
    arguments: [
      ([], [:], nil), ([""], [:], nil), (["true", "a\0b"], [:], nil), (["true"], ["": "x"], nil),
      (["true"], ["A=B": "x"], nil), (["true"], ["A\0": "x"], nil), (["true"], ["A": "x\0"], nil),
      (["true"], [:], "/tmp\0/x"),
    ] as [([String], [String: String], String?)])
  func `What no program can be given is refused`(
    _ arguments: [String], _ environment: [String: String], _ directory: String?
  ) {
    #expect(throws: ProcessError.self) {
      try run(arguments, environment: environment, directory: directory)
    }
  }

  @Test func `A program gets the signals that we ignore`() throws {
    // SIG_IGN is a cast number, which Swift does not import.
    signal(SIGPIPE, unsafeBitCast(1, to: (@convention(c) (Int32) -> Void)?.self))
    #expect(try run(["sh", "-c", "kill -PIPE $$"])?.signal == SIGPIPE)
  }
}
