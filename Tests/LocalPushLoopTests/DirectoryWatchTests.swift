import LocalPushLoop
import LocalPushTestSupport
import Testing

struct DirectoryWatchTests {
  /// Changes a directory in some way, as editors, package managers and people do.
  nonisolated struct Change: CustomTestStringConvertible {
    let testDescription: String
    let prepare: @MainActor @Sendable (TemporaryDirectory) -> Void
    let change: @MainActor @Sendable (TemporaryDirectory) -> Void

    init(
      _ description: String, prepare: @escaping @MainActor @Sendable (TemporaryDirectory) -> Void,
      change: @escaping @MainActor @Sendable (TemporaryDirectory) -> Void
    ) {
      testDescription = description
      self.prepare = prepare
      self.change = change
    }
  }

  nonisolated static let seen: [Change] = [
    Change("a file is written in place") {
      $0.makeDirectory("watched")
      $0.write("watched/a.conf", "old")
    } change: {
      $0.write("watched/a.conf", "new")
    },
    Change("a file is saved by rename") {
      $0.makeDirectory("watched")
      $0.write("watched/a.conf", "old")
    } change: {
      $0.write("watched/a.conf~", "new")
      $0.rename("watched/a.conf~", to: "watched/a.conf")
    },
    Change("a file is saved by rename from elsewhere") {
      $0.makeDirectory("watched")
      $0.write("new.conf", "new")
    } change: {
      $0.rename("new.conf", to: "watched/a.conf")
    },
    Change("a file is removed") {
      $0.makeDirectory("watched")
      $0.write("watched/a.conf", "old")
    } change: {
      $0.remove("watched/a.conf")
    },
    Change("a symbolic link is exchanged") {
      $0.makeDirectory("watched")
      $0.write("old.conf", "old")
      $0.write("new.conf", "new")
      $0.link("watched/a.conf", to: "../old.conf")
    } change: {
      $0.link("watched/a.new", to: "../new.conf")
      $0.rename("watched/a.new", to: "watched/a.conf")
    },
    Change("a file is written through a symbolic link") {
      $0.makeDirectory("watched")
      $0.makeDirectory("dotfiles")
      $0.write("dotfiles/a.conf", "old")
      $0.link("watched/a.conf", to: $0.path("dotfiles/a.conf"))
    } change: {
      $0.write("dotfiles/a.conf", "new")
    },
    Change("the file behind two symbolic links is saved by rename") {
      $0.makeDirectory("watched")
      $0.makeDirectory("dotfiles/real")
      $0.write("dotfiles/real/a.conf", "old")
      $0.link("dotfiles/a.conf", to: "real/a.conf")
      $0.link("watched/a.conf", to: "../dotfiles/a.conf")
    } change: {
      $0.write("dotfiles/real/a.tmp", "new")
      $0.rename("dotfiles/real/a.tmp", to: "dotfiles/real/a.conf")
    },
    Change("the file that a dangling symbolic link names appears") {
      $0.makeDirectory("watched")
      $0.link("watched/a.conf", to: "../later/a.conf")
    } change: {
      $0.makeDirectory("later")
      $0.write("later/a.conf", "new")
    },
    Change("the directory appears") { _ in
    } change: {
      $0.makeDirectory("watched")
    },
    Change("the directory is removed") {
      $0.makeDirectory("watched")
    } change: {
      $0.remove("watched")
    },
    Change("the directory is moved away") {
      $0.makeDirectory("watched")
    } change: {
      $0.rename("watched", to: "elsewhere")
    },
    Change("the directory is a symbolic link that is exchanged") {
      $0.makeDirectory("first")
      $0.makeDirectory("second")
      $0.link("watched", to: "first")
    } change: {
      $0.link("new", to: "second")
      $0.rename("new", to: "watched")
    },
    Change("a file takes the place of the directory and makes room again") {
      $0.write("watched", "a file")
    } change: {
      $0.remove("watched")
      $0.makeDirectory("watched")
    },
  ]

  @Test(arguments: seen)
  func `A change of a directory is told once it has settled`(_ change: Change) throws {
    let directory = TemporaryDirectory()
    change.prepare(directory)
    let watch = try Watch(directory, ["watched"])
    change.change(directory)
    #expect(watch.waitForChange() == ["watched"])
    #expect(watch.failures.isEmpty)
  }

  @Test(arguments: seen)
  func `A file that appears after a change is told as well`(_ change: Change) throws {
    let directory = TemporaryDirectory()
    change.prepare(directory)
    let watch = try Watch(directory, ["watched"])
    change.change(directory)
    _ = watch.waitForChange()
    directory.makeDirectory("watched")
    _ = watch.waitForQuiet()
    directory.write("watched/later.conf", "later")
    #expect(watch.waitForChange() == ["watched"])
  }

  @Test func `A directory deep in directories that do not exist is told when it appears`() throws {
    let directory = TemporaryDirectory()
    let watch = try Watch(directory, ["a/b/c/watched"])
    directory.makeDirectory("a")
    directory.makeDirectory("a/b/c")
    #expect(watch.waitForQuiet() == [])
    directory.makeDirectory("a/b/c/watched")
    #expect(watch.waitForChange() == ["a/b/c/watched"])
    directory.write("a/b/c/watched/x", "x")
    #expect(watch.waitForChange() == ["a/b/c/watched"])
  }

  @Test func `A directory whose parent is replaced is followed to its new place`() throws {
    let directory = TemporaryDirectory()
    directory.makeDirectory("config/watched")
    let watch = try Watch(directory, ["config/watched"])
    directory.rename("config", to: "config.old")
    directory.makeDirectory("config/watched")
    #expect(watch.waitForChange() == ["config/watched"])
    directory.write("config/watched/x", "x")
    #expect(watch.waitForChange() == ["config/watched"])
    directory.write("config.old/watched/x", "x")
    #expect(watch.waitForQuiet() == [])
  }

  @Test func `Removing and making a directory again, again and again, loses nothing`() throws {
    let directory = TemporaryDirectory()
    let watch = try Watch(directory, ["watched"])
    for round in 0..<20 {
      directory.makeDirectory("watched")
      directory.write("watched/\(round)", "x")
      directory.remove("watched")
    }
    directory.makeDirectory("watched")
    #expect(watch.waitForChange() == ["watched"])
    directory.write("watched/x", "x")
    #expect(watch.waitForChange() == ["watched"])
  }

  @Test func `Only the directories that changed are told`() throws {
    let directory = TemporaryDirectory()
    directory.makeDirectory("one")
    directory.makeDirectory("two")
    let watch = try Watch(directory, ["one", "two", "three"])
    directory.write("two/x", "x")
    directory.write("four", "x")
    #expect(watch.waitForChange() == ["two"])
    directory.write("one/x", "x")
    directory.makeDirectory("three")
    #expect(watch.waitForChange() == ["one", "three"])
  }

  @Test func `What happens beside a directory, and reading it, is told to nobody`() throws {
    let directory = TemporaryDirectory()
    directory.makeDirectory("watched/below")
    directory.write("watched/x", "x")
    let watch = try Watch(directory, ["watched", "missing"])
    directory.write("beside", "x")
    directory.write("watched/below/x", "x")
    #expect(directory.read("watched/x") == "x")
    #expect(watch.waitForQuiet() == [])
  }

  @Test func `Changes without end are told all the same`() throws {
    let directory = TemporaryDirectory()
    directory.makeDirectory("watched")
    let watch = try Watch(directory, ["watched"], settle: 30)
    let writer = Timeout(milliseconds: 2, repeats: true) { directory.write("watched/x", "x") }
    #expect(watch.waitForChange() == ["watched"])
    writer.cancel()
  }

  @Test func `Links in a circle are no way to anywhere`() throws {
    let directory = TemporaryDirectory()
    directory.link("watched", to: "circle")
    directory.link("circle", to: "watched")
    let watch = try Watch(directory, ["watched"])
    directory.remove("circle")
    directory.makeDirectory("circle")
    #expect(watch.waitForChange() == ["watched"])
  }
}

/// A watch on directories of a temporary directory, by their names in it.
private final class Watch {
  private let directory: TemporaryDirectory
  private let watch: DirectoryWatch
  private let told: Told

  private final class Told {
    var names: Set<String> = []
  }

  init(_ directory: TemporaryDirectory, _ names: [String], settle: Int = 5) throws {
    let told = Told()
    let root = directory.path + "/"
    self.directory = directory
    self.told = told
    watch = try DirectoryWatch(paths: names.map(directory.path(_:)), settle: settle) { paths in
      told.names.formUnion(paths.map { String($0.dropFirst(root.count)) })
    }
  }

  var failures: [String: SystemError] { watch.failures }

  func waitForChange() -> Set<String> {
    _ = serve { !told.names.isEmpty }
    return take()
  }

  /// Makes a change that is sure to be told by a watch of its own, begun after this one's.
  func waitForQuiet() -> Set<String> {
    let probe = TemporaryDirectory()
    var isTold = false
    let watch = try? DirectoryWatch(paths: [probe.path], settle: 20) { _ in isTold = true }
    probe.write("x", "x")
    _ = serve { isTold }
    withExtendedLifetime(watch) {}
    return take()
  }

  private func take() -> Set<String> {
    defer { told.names = [] }
    return told.names
  }
}
