import Foundation
import Testing

/// Which module may import which: the table of the design, held against the `import` lines.
private let mayImport: [String: Set<String>] = [
  "LocalPushTime": ["CGLib"],
  "LocalPushModel": ["LocalPushTime", "CJansson"],
  "LocalPushStore": ["LocalPushTime", "LocalPushModel", "CSQLite", "Glibc"],
  "LocalPushScheduler": ["LocalPushTime", "LocalPushModel", "LocalPushStore"],
  "LocalPushIntake": ["LocalPushTime", "LocalPushModel", "CGLib", "Glibc"],
  "LocalPushLoop": ["CGLib", "CLinux"],
  "LocalPushBus": ["LocalPushLoop", "CDBus", "CGLib"],
  "LocalPushDesktop": ["LocalPushTime", "LocalPushModel", "LocalPushLoop", "LocalPushBus", "Glibc"],
  "LocalPushWire": ["LocalPushModel", "LocalPushBus"],
  "LocalPushDaemon": [
    "Glibc", "LocalPushTime", "LocalPushModel", "LocalPushStore", "LocalPushScheduler", "LocalPushIntake",
    "LocalPushLoop", "LocalPushBus", "LocalPushDesktop", "LocalPushWire",
  ],
  "LocalPush": [
    "FoundationEssentials", "Synchronization", "LocalPushTime", "LocalPushModel", "LocalPushLoop", "LocalPushBus",
    "LocalPushWire",
  ],
  "LocalPushCompat": ["FoundationEssentials", "LocalPush", "LocalPushTime"],
  "LocalPushCommand": [
    "CGLib", "Glibc", "LocalPushTime", "LocalPushModel", "LocalPushIntake", "LocalPushBus", "LocalPushWire",
  ],
  "localpushd": ["Glibc", "LocalPushDaemon"],
  "localpush": ["Glibc", "LocalPushCommand"],
]

/// The root of the checkout, three folders above this file.
private let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

private func swiftFiles(below folder: String) -> [URL] {
  let start = root.appending(path: folder)
  let all = FileManager.default.enumerator(at: start, includingPropertiesForKeys: nil)?.allObjects ?? []
  return all.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
}

private func lines(of file: URL) throws -> [Substring] {
  try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
}

/// The module that an `import` line names, nil for every other line.
private func importedModule(_ line: Substring) -> String? {
  let words = line.split(separator: " ").filter { !["public", "internal", "private", "@testable"].contains($0) }
  return words.first == "import" && words.count == 2 ? String(words[1]) : nil
}

@Test("every module imports only what the design's table allows", arguments: mayImport.keys.sorted())
func moduleKeepsItsWalls(module: String) throws {
  let files = swiftFiles(below: "Sources/\(module)")
  #expect(!files.isEmpty, "\(module) has no sources")
  for file in files {
    for name in try lines(of: file).compactMap(importedModule) {
      #expect(mayImport[module]?.contains(name) == true, "\(file.lastPathComponent) imports \(name)")
    }
  }
}

@Test("every folder of Sources is in the table or holds C headers only")
func everyModuleIsKnown() throws {
  let folders = try FileManager.default.contentsOfDirectory(atPath: root.appending(path: "Sources").path)
  for folder in folders where mayImport[folder] == nil {
    let files = try FileManager.default.contentsOfDirectory(atPath: root.appending(path: "Sources/\(folder)").path)
    #expect(Set(files) == ["\(folder).h", "module.modulemap"], "\(folder) is not in the table")
  }
}

@Test("no test function lacks its @Test")
func everyTestFunctionRuns() throws {
  for file in swiftFiles(below: "Tests") {
    for line in try lines(of: file) where line.contains("func test") && !line.contains("\"func test") {
      Issue.record("\(file.lastPathComponent): \(line): XCTest's naming, so that it never runs")
    }
  }
}

@Test("at the top are only the files and folders that the design names")
func topIsTidy() throws {
  let allowed: Set = [
    "Package.swift", "Package.resolved", "Sources", "Tests", "data", "packaging", "Makefile", "README.md",
    "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE",
  ]
  let names = try FileManager.default.contentsOfDirectory(atPath: root.path).filter { !$0.hasPrefix(".") }
  #expect(Set(names).subtracting(allowed) == [])
}

@Test("what the loop and the bus are made of belongs to a thread, not to the main actor, and is not passed around")
func loopAndBusAreThreadConfined() throws {
  for file in swiftFiles(below: "Sources/LocalPushLoop") + swiftFiles(below: "Sources/LocalPushBus") {
    for line in try lines(of: file) where line.contains("class ") && !line.contains("class LoopThread") {
      #expect(!line.contains("Sendable") && !line.contains("MainActor"), "\(file.lastPathComponent): \(line)")
    }
  }
}

@Test("the daemon's modules use no Foundation, Dispatch, tasks or awaits")
func daemonStaysOnOneThread() throws {
  let words = ["import Foundation", "import Dispatch", "Task {", "Task.", "await ", "DispatchQueue"]
  for module in mayImport.keys where !["LocalPush", "LocalPushCompat"].contains(module) {
    for file in swiftFiles(below: "Sources/\(module)") {
      for line in try lines(of: file) where !line.contains("///") {
        #expect(!words.contains { line.contains($0) }, "\(file.lastPathComponent): \(line)")
      }
    }
  }
}
