import Foundation
import LocalPushIntake
import Testing

/// A folder of desktop files, removed with the test.
private final class Applications {
  let path = FileManager.default.temporaryDirectory.appending(path: "localpush-\(UUID().uuidString)").path

  init(_ files: [String: String]) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, text) in files { try text.write(toFile: path + "/" + name, atomically: true, encoding: .utf8) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func entry(_ id: String, action: String? = nil) throws -> DesktopEntry? {
    try DesktopEntry(id: id, action: action, folders: ["/nonexistent", path])
  }
}

@Test(
  "Exec is split into arguments, and field codes are taken out",
  arguments: [
    ("app %U", ["app"]), ("app --open=%f -x", ["app", "--open=", "-x"]), ("app 100%%", ["app", "100%"]),
    (#""/opt/my app/run" "a \"b\" \$c" %i"#, ["/opt/my app/run", #"a "b" $c"#]),
    ("env A=1 app", ["env", "A=1", "app"]),
  ])
func exec(exec: String, arguments: [String]) throws {
  // what a string value of a key file writes twice
  let written = exec.replacing(#"\"#, with: #"\\"#)
  let applications = try Applications(["org.example.App.desktop": "[Desktop Entry]\nExec=\(written)\nPath=/tmp\n"])
  let entry = try #require(try applications.entry("org.example.App"))
  #expect(entry.arguments == arguments)
  #expect(entry.directory == "/tmp")
}

@Test("an action of the app has its own Exec; an unknown one starts the app")
func desktopAction() throws {
  let applications = try Applications([
    "a.desktop": "[Desktop Entry]\nExec=app\n[Desktop Action new]\nExec=app --new\n"
  ])
  #expect(try applications.entry("a", action: "new")?.arguments == ["app", "--new"])
  #expect(try applications.entry("a", action: "other")?.arguments == ["app"])
}

@Test("an app that is not installed is none, and an id is no path")
func notInstalled() throws {
  let applications = try Applications(["a.desktop": "[Desktop Entry]\nExec=app\n"])
  #expect(try applications.entry("b") == nil)
  #expect(try applications.entry("../\(applications.path.split(separator: "/").last ?? "")/a") == nil)
}

@Test(
  "a desktop file that names no program, or a terminal's, is a fault",
  arguments: ["Name=A\n", "Exec=\n", "Exec=%U\n", "Exec=app\nTerminal=true\n", "Exec=\"app\n"])
func faults(lines: String) throws {
  let applications = try Applications(["a.desktop": "[Desktop Entry]\n\(lines)"])
  #expect(throws: Fault.self) { try applications.entry("a") }
}
