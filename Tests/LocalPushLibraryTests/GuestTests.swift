import CLinux
import Foundation
import LocalPushTestSupport
import Testing

@testable import LocalPush

/// What a program notices of the library in it: each test is a program of its own, whose main thread serves no loop.
struct GuestTests {
  @Test func `Nothing is left in a program of a hundred connections that were used and given up`() async {
    await #expect(processExitsWith: .success) { try await MainActor.run { try Self.useManyTimes() } }
  }

  @Test func `Signals of the program are left alone`() async {
    await #expect(processExitsWith: .success) { try await MainActor.run { try Self.lookAtSignals() } }
  }

  @MainActor
  private static func useManyTimes() throws {
    let session = try ServiceSession()
    let address = session.bus.addressText
    // the first use makes what the program then keeps, such as the threads of tasks
    try waitUntilQuiet(after: { try await use(address) })
    let before = openFiles()
    try waitUntilQuiet(after: { for number in 0..<100 { try await use(address, closes: number % 2 == 0) } })
    try #require(openFiles() == before)
  }

  @MainActor
  private static func lookAtSignals() throws {
    let session = try ServiceSession()
    let address = session.bus.addressText
    // the test's own connections have it ignored
    signal(SIGPIPE, SIG_DFL)
    let connection = ServiceConnection(address: address)
    _ = try Background { try await connection.call("Status", []) }.blockingValue()
    try #require(signal(SIGPIPE, SIG_DFL) == nil)
    let thread = try #require(threads().first)
    let blocked = try #require(UInt64(status(of: thread, "SigBlk"), radix: 16))
    for number in [SIGINT, SIGTERM, SIGCHLD, SIGPIPE, SIGUSR1] { try #require(blocked & (1 << (number - 1)) != 0) }
  }

  /// Does the work, and waits until no thread of the library is left.
  @MainActor
  private static func waitUntilQuiet(after work: @escaping @Sendable () async throws -> Void) throws {
    try Background(work).blockingValue()
    try #require(serveRepeatedly { threads().isEmpty })
  }

  /// Connects, calls, listens, and gives it all up, with or without a word.
  private static func use(_ address: String, closes: Bool = true) async throws {
    let connection = ServiceConnection(address: address)
    _ = try await connection.call("Status", [])
    for await event in connection.events() where event == .appeared { break }
    if closes { await connection.close() }
  }

  /// The ids of the library's threads.
  private static func threads() -> [String] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return all.filter { (try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8)) == "localpush\n" }
  }

  private static func status(of thread: String, _ field: String) -> String {
    let text = (try? String(contentsOfFile: "/proc/self/task/\(thread)/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix(field + ":") }
    return line.map { $0.dropFirst(field.count + 1).trimmingCharacters(in: .whitespaces) } ?? ""
  }

  private static func openFiles() -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
  }
}
