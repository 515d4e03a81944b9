import Foundation
import LocalPushModel
import LocalPushStore
import LocalPushTime
import Testing

private let now = try! Instant(parsing: "2026-12-01T08:00:00Z")

private func folder() throws -> URL {
  let folder = FileManager.default.temporaryDirectory.appending(path: "localpush-store-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  return folder
}

private func message(_ id: String, due: Instant = now + .hours(1)) throws -> (Message, PlannedOccurrence) {
  var draft = MessageDraft()
  try draft.set("id", to: id)
  try draft.set("title", to: "title of \(id)")
  try draft.set("at", to: due.description)
  let message = try draft.message(source: "test", at: now, in: Zone(identifier: "UTC"))
  return (message, PlannedOccurrence(slot: .instant(due), instant: due, adjustment: .unique))
}

@Test("what was committed is there after a restart, what was not is not")
func committedSurvives() throws {
  let path = try folder().appending(path: "messages.db").path
  struct Stop: Error {}
  do {
    let store = try Store(path: path)
    let (kept, next) = try message("kept")
    try store.transaction { () throws(StoreError) in try store.insert(kept, next: next, at: now) }
    let (lost, lostNext) = try message("lost")
    #expect(throws: StoreError.self) {
      try store.transaction { () throws(StoreError) in
        try store.insert(lost, next: lostNext, at: now)
        throw StoreError(code: 13, message: "disk full, for this test")
      }
    }
  }
  let store = try Store(path: path)
  #expect(try store.pendingMessages(app: nil).map(\.message.key.id) == ["kept"])
  #expect(try store.nextMoment() == now + .hours(1))
}

@Test("a second store of the same file is refused while the first is open")
func oneWriter() throws {
  let path = try folder().appending(path: "messages.db").path
  let first = try Store(path: path)
  let error = #expect(throws: StoreError.self) { try Store(path: path) }
  #expect(error?.isBusy == true)
  #expect(try first.nextMoment() == nil)
}

@Test(
  "a file that is no database is told as damaged and gives its place to a new one", arguments: ["garbage", "truncated"])
func damage(kind: String) throws {
  let path = try folder().appending(path: "messages.db")
  if kind == "garbage" {
    try Data(repeating: 0x41, count: 8192).write(to: path)
  } else {
    do {
      let store = try Store(path: path.path)
      for number in 0..<200 {
        let (message, next) = try message("m\(number)")
        try store.transaction { () throws(StoreError) in try store.insert(message, next: next, at: now) }
      }
    }
    let whole = try Data(contentsOf: path)
    try whole.prefix(whole.count / 2).write(to: path)
  }
  let error = #expect(throws: StoreError.self) { try Store(path: path.path) }
  #expect(error?.isDamaged == true, "\(String(describing: error))")
  let rescue = try Store.rescue(path.path, at: now)
  #expect(FileManager.default.fileExists(atPath: rescue.aside))
  #expect(try Store(path: path.path).pendingMessages(app: nil).count == rescue.messages)
}

@Test("no slot of a message is recorded twice")
func slotsAreUnique() throws {
  let store = try Store(path: ":memory:")
  let (first, next) = try message("m")
  try store.insert(first, next: next, at: now)
  let stored = try #require(try store.message(first.key))
  #expect(try store.insertOccurrence(of: stored, next, state: .held, reason: "due", at: now) != nil)
  #expect(try store.insertOccurrence(of: stored, next, state: .held, reason: "due", at: now) == nil)
}

@Test("ids are compared by bytes on disk as in memory")
func idsByBytes() throws {
  let store = try Store(path: ":memory:")
  for id in ["\u{E9}", "e\u{301}"] {
    let (message, next) = try message(id)
    try store.insert(message, next: next, at: now)
  }
  #expect(try store.pendingMessages(app: nil).count == 2)
}

@Test("an id of a server belongs to its newest bearer, and only for that owner")
func serverIDs() throws {
  let store = try Store(path: ":memory:")
  var numbers: [Int64] = []
  for id in ["a", "b"] {
    let (message, next) = try message(id)
    try store.insert(message, next: next, at: now)
    let stored = try #require(try store.message(message.key))
    let shown = try store.insertOccurrence(of: stored, next, state: .shown, reason: "", at: now)
    numbers.append(try #require(shown).number)
  }
  try store.setServer(numbers[0], "bus/:1.1", id: 7)
  try store.setServer(numbers[1], "bus/:1.1", id: 7)
  #expect(try store.occurrence(server: "bus/:1.1", id: 7)?.occurrence.key.id == "b")
  #expect(try store.occurrence(server: "bus/:1.2", id: 7) == nil)
}

@Test("a backup is a whole database of its own, with what was committed while it was made")
func backup() throws {
  let folder = try folder()
  let store = try Store(path: folder.appending(path: "messages.db").path)
  func insert(_ ids: [String]) throws {
    try store.transaction { () throws(StoreError) in
      for id in ids {
        guard let (message, next) = try? message(id) else { continue }
        try store.insert(message, next: next, at: now)
      }
    }
  }
  try insert((0..<200).map { "m\($0)" })
  let path = folder.appending(path: "copy.db").path
  var steps = 0
  do {
    let copy = try BackupCopy(of: store, to: path)
    while try !copy.copy(pages: 2) {
      steps += 1
      if steps == 10 { try insert(["late"]) }
      if steps == 15 {
        #expect(throws: StoreError.self) {
          try store.transaction { () throws(StoreError) in
            guard let (message, next) = try? message("undone") else { return }
            try store.insert(message, next: next, at: now)
            throw StoreError(code: 13, message: "disk full, for this test")
          }
        }
      }
    }
  }
  #expect(steps > 15)
  try insert(["later"])
  try BackupCopy.finish(path)
  let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("copy") }
  #expect(files == ["copy.db"])
  let kept = try Store(path: path)
  #expect(Set(try kept.pendingMessages(app: nil).map(\.message.key.id)) == Set((0..<200).map { "m\($0)" } + ["late"]))
  #expect(try kept.damage() == nil)
}

@Test("a copy with a damaged page is not finished")
func damagedBackup() throws {
  let folder = try folder()
  let store = try Store(path: folder.appending(path: "messages.db").path)
  try store.transaction { () throws(StoreError) in
    for number in 0..<200 {
      guard let (message, next) = try? message("m\(number)") else { continue }
      try store.insert(message, next: next, at: now)
    }
  }
  let path = folder.appending(path: "copy.db").path
  do {
    let copy = try BackupCopy(of: store, to: path)
    while try !copy.copy(pages: 100) {}
  }
  var bytes = try Data(contentsOf: URL(filePath: path))
  let place = try #require(bytes.range(of: Data("m150".utf8))).lowerBound / 4096 * 4096
  bytes.replaceSubrange(place..<place + 4096, with: Data(repeating: 0, count: 4096))
  try bytes.write(to: URL(filePath: path))
  let error = #expect(throws: StoreError.self) { try BackupCopy.finish(path) }
  #expect(error?.isDamaged == true)
}

@Test("the next moment is read from the index, however many messages there are")
func nextMomentUsesTheIndex() throws {
  let store = try Store(path: ":memory:")
  try store.transaction { () throws(StoreError) in
    for number in 0..<2000 {
      guard let (message, next) = try? message("m\(number)", due: now + .minutes(Int64(2001 - number))) else {
        continue
      }
      try store.insert(message, next: next, at: now)
    }
  }
  #expect(try store.nextMoment() == now + .minutes(2))
  #expect(
    try store.dueMessages(at: now + .minutes(4), atMost: 10).map(\.message.key.id) == ["m1999", "m1998", "m1997"])
}

@Test("transactions that come together are synced once, and each stands for itself")
func together() throws {
  let path = try folder().appending(path: "messages.db").path
  do {
    let store = try Store(path: path)
    let before = store.durableCommits
    try store.together {
      for id in ["a", "b", "c"] {
        try? store.transaction { () throws(StoreError) in
          guard let (message, next) = try? message(id) else { return }
          try store.insert(message, next: next, at: now)
          if id == "b" { throw StoreError(code: 13, message: "disk full, for this test") }
        }
      }
      #expect(store.durableCommits == before)
    }
    #expect(store.durableCommits == before + 1)
    try store.together { _ = try? store.transaction(isDurable: false) { () throws(StoreError) in () } }
    #expect(store.durableCommits == before + 1)
    try store.transaction { () throws(StoreError) in () }
    #expect(store.durableCommits == before + 2)
  }
  #expect(try Store(path: path).pendingMessages(app: nil).map(\.message.key.id) == ["a", "c"])
}

@Test("whoever waits for transactions that cannot be synced is told so")
func togetherFails() throws {
  let store = try Store(path: try folder().appending(path: "messages.db").path)
  let (kept, next) = try message("kept")
  let error = #expect(throws: StoreError.self) {
    try store.together {
      try? store.transaction { () throws(StoreError) in try store.insert(kept, next: next, at: now) }
      store.interruptCommits { () throws(StoreError) in throw StoreError(code: 10, message: "no disk, for this test") }
    }
  }
  #expect(error?.message == "no disk, for this test")
  store.interruptCommits(nil)
  #expect(try store.message(kept.key) != nil)
}
