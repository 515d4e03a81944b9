import Foundation
import LocalPushBus
import LocalPushLoop
import LocalPushStore
import LocalPushTestSupport
import LocalPushTime

// DaemonBenchmark PROGRAMS [IDLE-SECONDS [PENDING [PART...]]]: the figures of the built daemon, each beside what it is
// held against; PART is calls, import, lateness or size, and without any it is all of them.
//
// LOCALPUSH_PEER_PYTHON: a Python that has APScheduler and desktop-notifier, for the figures of that peer.

let arguments = CommandLine.arguments
guard arguments.count > 1 else {
  print("Usage: DaemonBenchmark PROGRAMS [IDLE-SECONDS [PENDING [calls|import|lateness|size]...]]")
  exit(2)
}
let programs = URL(filePath: arguments[1]).path
let idleSeconds = arguments.count > 2 ? UInt32(arguments[2]) ?? 60 : 60
let many = arguments.count > 3 ? Int(arguments[3]) ?? 1_000_000 : 1_000_000
let parts = arguments.dropFirst(4)

// MARK: - Measuring

/// Milliseconds of each of `rounds` runs, in order.
func milliseconds(_ rounds: Int, _ body: (Int) throws -> Void) rethrows -> [Double] {
  var times: [Double] = []
  for round in 0..<rounds {
    let began = DispatchTime.now().uptimeNanoseconds
    try body(round)
    times.append(Double(DispatchTime.now().uptimeNanoseconds - began) / 1e6)
  }
  return times.sorted()
}

func percentile(_ sorted: [Double], _ percent: Int) -> Double {
  sorted.isEmpty ? .nan : sorted[min(sorted.count - 1, sorted.count * percent / 100)]
}

func text(_ number: Double, _ digits: Int = 2) -> String { String(format: "%.\(digits)f", number) }

func line(_ name: String, _ value: String) {
  print(name + String(repeating: " ", count: max(1, 58 - name.count)) + value)
}

/// One small write that has to be on the disk before it returns, as a commit has to be.
func durableWrite(in folder: String) throws -> [Double] {
  let file = open(folder + "/probe", O_CREAT | O_RDWR, 0o600)
  defer { close(file) }
  let page = [UInt8](repeating: 7, count: 4096)
  return milliseconds(200) { _ in
    _ = page.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    fdatasync(file)
  }
}

// MARK: - Calls

func measureCalls() throws {
  let session = try BenchmarkSession(programs: programs)
  line("start to the first answer, empty", "\(text(try session.start() * 1000)) ms")
  _ = try milliseconds(50) { _ in try session.ping() }
  let writes = percentile(try durableWrite(in: session.home.path), 50)
  let trips = percentile(try milliseconds(500) { _ in try session.ping() }, 50)
  let calls = try milliseconds(300) { number in
    try session.schedule([[("id", .string("m\(number)")), ("title", "Title"), ("in", "9h")]])
  }
  line("one fdatasync of 4 KiB, median", "\(text(writes, 3)) ms")
  line("one round trip over the bus, median", "\(text(trips, 3)) ms")
  line(
    "one durable Schedule, median",
    "\(text(percentile(calls, 50), 3)) ms, \(text(percentile(calls, 50) / (writes + trips))) × both together")
  let crowd = try milliseconds(1) { _ in try session.scheduleAtOnce(1_000) }[0]
  line("1000 durable Schedule under way at once, each", "\(text(crowd / 1_000, 3)) ms")
}

func feed(_ count: Int) -> String {
  let items = (0..<count).map { number in
    #"{"title":"Message \#(number)","msg":"What is to be remembered, in a sentence of ordinary length.","#
      + #""url":"https://example.org/inbox/\#(number)","send_time":"2099-12-\#(10 + number % 20) 09:00:00","#
      + #""user_sid":"42","msg_id":"item-\#(number)","type":3}"#
  }
  return "[" + items.joined(separator: ",\n") + "]"
}

func measureImport() throws {
  let session = try BenchmarkSession(programs: programs)
  try session.appearServer()
  _ = try session.start()
  let messages = (0..<10_000).map { number -> [(String, BusValue)] in
    [
      ("id", .string("m\(number)")), ("title", .string("Message \(number)")),
      ("body", "What is to be remembered, in a sentence of ordinary length."), ("action.view", "View"),
      ("at", .string("2099-12-\(10 + number % 20) 09:00:00")),
      ("user-info", .vardict([("type", .int64(3)), ("value", "https://example.org/inbox")])),
    ]
  }
  let first = try milliseconds(1) { _ in try session.schedule(messages) }[0]
  let again = try milliseconds(1) { _ in try session.schedule(messages) }[0]
  line("10 000 messages in one call, new / unchanged", "\(text(first, 0)) / \(text(again, 0)) ms")
  session.home.write("feed.json", feed(10_000))
  let file = session.home.path("feed.json")
  let new = try session.command("import", "--app", "org.example.Feed", file)
  let unchanged = try session.command("import", "--app", "org.example.Feed", file)
  line("localpush import of 10 000, new / unchanged", "\(text(new * 1000, 0)) / \(text(unchanged * 1000, 0)) ms")
  line("memory after that", "\(text(Double(session.memory()) / 1024)) MB PSS")
}

// MARK: - Size

func measureSize(_ count: Int) throws {
  let session = try BenchmarkSession(programs: programs)
  try session.appearServer()
  try session.fill(count)
  let name = "\(count) pending"
  do {
    let store = try Store(path: session.database)
    let next = milliseconds(20) { _ in for _ in 0..<100 { _ = try? store.nextMoment() } }
    line("next moment, \(name)", "\(text(percentile(next, 50) * 10, 2)) µs")
    let due = milliseconds(20) { _ in _ = try? store.pendingMessages(app: nil, atMost: 50) }
    line("the next 50 messages, \(name)", "\(text(percentile(due, 50), 2)) ms")
  }
  for round in 1...2 {
    line("start to the first answer, \(name), run \(round)", "\(text(try session.start() * 1000)) ms")
    if round == 1 { session.end() }
  }
  _ = serve(within: 12_000) { false }  // the start, and the time that a server is given to appear, are over
  line("memory when idle, \(name)", "\(text(Double(session.memory()) / 1024)) MB PSS")
  for number in 0..<200 { try session.schedule([[("id", .string("m\(number)")), ("title", "T"), ("in", "9h")]]) }
  line("memory after 200 calls", "\(text(Double(session.memory()) / 1024)) MB PSS")
  if idleSeconds > 0 {
    _ = serve(within: 1_000) { false }  // the last calls are over
    let (sleeps, began) = (session.sleeps, session.memory())
    _ = serve(within: Int(idleSeconds) * 1000) { false }
    line("wake-ups in \(idleSeconds) s idle", "\(session.sleeps - sleeps), memory \(session.memory() - began) kB more")
  }
}

// MARK: - On time

/// Milliseconds from each moment to the arrival of its `Notify`, sorted.
func lateness(_ session: BenchmarkSession, moments: [Double]) -> [Double] {
  let arrived = session.arrivals(moments.count, within: 60)
  return arrived.compactMap { one in
    guard let number = one.title.split(separator: " ").last.flatMap({ Int($0) }) else { return nil }
    return (one.at - moments[number]) * 1000
  }.sorted()
}

let spread = 100
let atOnce = 1_000

func moments(_ count: Int, from start: Double, every step: Double) -> [Double] {
  (0..<count).map { ((start + Double($0) * step) * 1000).rounded() / 1000 }
}

func instant(_ seconds: Double) -> String { Instant(microseconds: Int64((seconds * 1e6).rounded())).description }

func tell(_ who: String, _ late: [Double], burst: [Double]) {
  line("\(who): lateness of \(spread), p50 / p99", "\(text(percentile(late, 50))) / \(text(percentile(late, 99))) ms")
  line("\(who): \(atOnce) due at once, all handed over after", "\(text(burst.last ?? .nan, 0)) ms")
}

func measureLateness() throws {
  let session = try BenchmarkSession(programs: programs)
  try session.appearServer()
  _ = try session.start()
  func own(_ count: Int, every step: Double) throws -> [Double] {
    let times = moments(count, from: Date().timeIntervalSince1970 + 2, every: step)
    let messages = times.enumerated().map { number, time -> [(String, BusValue)] in
      [("id", .string("\(count)-\(number)")), ("title", .string("own \(number)")), ("at", .string(instant(time)))]
    }
    let results = try session.schedule(messages)
    if let first = results.first?.arrayValue?.first, first["status"]?.stringValue != "added" { print(first) }
    return lateness(session, moments: times)
  }
  let (late, burst) = (try own(spread, every: 0.037), try own(atOnce, every: 0))
  tell("LocalPush", late, burst: burst)
  for peer in Peer.installed() {
    func measure(_ count: Int, every step: Double) throws -> [Double] {
      let times = moments(count, from: Date().timeIntervalSince1970 + 5, every: step)
      try session.start(peer, moments: times)
      return lateness(session, moments: times)
    }
    let (peerLate, peerBurst) = (try measure(spread, every: 0.037), try measure(atOnce, every: 0))
    tell(peer.name, peerLate, burst: peerBurst)
    let ratio = percentile(peerLate, 50) / percentile(late, 50)
    let ratioAtOnce = (peerBurst.last ?? .nan) / (burst.last ?? .nan)
    line("  ratios", "\(text(ratio, 1)) × in p50, \(text(ratioAtOnce, 1)) × at once")
  }
}

let all: [(String, () throws -> Void)] = [
  ("calls", measureCalls), ("import", measureImport), ("lateness", measureLateness),
  ("size", { for count in [10, many] { try measureSize(count) } }),
]
for (name, measure) in all where parts.isEmpty || parts.contains(name) { try measure() }
