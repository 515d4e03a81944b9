import Foundation
import Testing

@testable import LocalPushTime

/// Another implementation of recurrence rules, run as a subprocess that answers many questions at a time.
struct Oracle: Sendable {
  struct Missing: Error, CustomStringConvertible {
    let description: String
  }

  private let command: [String]

  /// python-dateutil: Debian package python3-dateutil.
  static func dateutil() -> Oracle {
    Oracle(command: ["/usr/bin/python3", folder.appendingPathComponent("dateutil_oracle.py").path])
  }

  /// Python's zoneinfo, part of python3.
  static func zoneinfo() -> Oracle {
    Oracle(command: ["/usr/bin/python3", folder.appendingPathComponent("zoneinfo_oracle.py").path])
  }

  /// libical: Debian packages libical-dev, pkg-config and a C compiler.
  static func libical() throws -> Oracle {
    let tool = FileManager.default.temporaryDirectory.appendingPathComponent("libical_oracle-\(getpid())").path
    let source = folder.appendingPathComponent("libical_oracle.c").path
    let build = "cc -O1 '\(source)' -o '\(tool)' $(pkg-config --cflags --libs libical)"
    _ = try run(["/bin/sh", "-c", build], input: "")
    return Oracle(command: [tool])
  }

  /// One line of answer for each line of question.
  func answers(to questions: [String]) throws -> [String] {
    let output = try Oracle.run(command, input: questions.map { $0 + "\n" }.joined())
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    guard lines.count == questions.count else {
      throw Missing(description: "\(command[0]) answered \(lines.count) of \(questions.count) questions")
    }
    return lines
  }

  private static var folder: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Oracles")
  }

  private static func run(_ command: [String], input: String) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("oracle-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (inputFile, outputFile) = (folder.appendingPathComponent("in"), folder.appendingPathComponent("out"))
    try input.write(to: inputFile, atomically: false, encoding: .utf8)
    try "".write(to: outputFile, atomically: false, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    process.standardInput = try FileHandle(forReadingFrom: inputFile)
    process.standardOutput = try FileHandle(forWritingTo: outputFile)
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Missing(description: "\(command.joined(separator: " ")): exit status \(process.terminationStatus)")
    }
    return try String(contentsOf: outputFile, encoding: .utf8)
  }
}
