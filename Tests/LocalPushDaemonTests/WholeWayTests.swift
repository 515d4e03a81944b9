import Foundation
import LocalPushLoop
import Testing

private let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

@Suite("With a real notification server", .serialized)
struct WholeWayTests {
  @Test("the whole way with dunst and a mouse: config, banner, press, handler")
  @MainActor func dunst() throws {
    let process = Process()
    let output = Pipe()
    process.executableURL = root.appending(path: "Tests/desktop/whole-way")
    process.arguments = [root.appending(path: ".build/debug").path]
    process.standardOutput = output
    process.standardError = output
    SignalMask.empty.set()  // the threads of the test runner block signals, and children inherit that
    try process.run()
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(said)")
    #expect(said.components(separatedBy: "\n").filter { $0.hasPrefix("ok: ") }.count >= 7, "\(said)")
  }
}
