import Foundation

/// Another implementation that times itself on the same questions, in the same run.
struct Peer {
  private let command: [String]

  /// python-dateutil: Debian package python3-dateutil.
  static func dateutil() -> Peer {
    Peer(command: ["/usr/bin/python3", folder.appendingPathComponent("dateutil_next.py").path])
  }

  /// libical: Debian packages libical-dev, pkg-config and a C compiler.
  static func libical() throws -> Peer {
    let tool = FileManager.default.temporaryDirectory.appendingPathComponent("libical_next-\(getpid())").path
    let source = folder.appendingPathComponent("libical_next.c").path
    let build = "cc -O2 '\(source)' -o '\(tool)' $(pkg-config --cflags --libs libical)"
    _ = try run(["/bin/sh", "-c", build], input: "")
    return Peer(command: [tool])
  }

  /// Nanoseconds and answer for each question.
  func answers(to questions: [String]) throws -> [(nanoseconds: Double, answer: String)] {
    let output = try Peer.run(command, input: questions.map { $0 + "\n" }.joined())
    return output.split(separator: "\n").map { line in
      let parts = line.split(separator: "\t")
      return (Double(parts[0]) ?? .nan, String(parts[1]))
    }
  }

  private static var folder: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Peers")
  }

  private static func run(_ command: [String], input: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    let (questions, answers) = (Pipe(), Pipe())
    process.standardInput = questions
    process.standardOutput = answers
    try process.run()
    questions.fileHandleForWriting.write(Data(input.utf8))
    try questions.fileHandleForWriting.close()
    let output = answers.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }
}
