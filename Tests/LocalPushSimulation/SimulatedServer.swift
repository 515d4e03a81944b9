import LocalPushScheduler

/// How a server of the simulated world behaves.
struct Habits: OptionSet {
  let rawValue: Int
  /// Answers only when the script says so.
  static let slow = Habits(rawValue: 1)
  /// Answers every `Notify` with an error.
  static let refusing = Habits(rawValue: 2)
  /// Gives every notification the id 0.
  static let withoutIDs = Habits(rawValue: 4)
  /// Gives a new notification the id of one that it shows already.
  static let merging = Habits(rawValue: 8)
  /// Gives a new id although it was asked to replace.
  static let newIDs = Habits(rawValue: 16)
  /// Says that what it replaces was closed, before it answers.
  static let saysClosed = Habits(rawValue: 32)
}

/// A notification server that habits can be ascribed to.
struct SimulatedServer {
  /// A `Notify` that has not been answered.
  struct Call {
    let presentation: Presentation
    /// Which run of the daemon made it.
    let run: Int
  }

  let owner: String
  var habits: Habits
  /// What it shows, and ids that it showed: people press buttons in the history too.
  private(set) var onScreen: [UInt32] = []
  var calls: [Call] = []
  private var lastID: UInt32 = 0

  init(owner: String, habits: Habits) {
    self.owner = owner
    self.habits = habits
  }

  /// Takes a notification and gives its id.
  mutating func show(_ presentation: Presentation) -> UInt32 {
    if habits.contains(.withoutIDs) { return 0 }
    if presentation.replaces != 0, !habits.contains(.newIDs), onScreen.contains(presentation.replaces) {
      return presentation.replaces
    }
    if habits.contains(.merging), let last = onScreen.last { return last }
    lastID += 1
    onScreen.append(lastID)
    if onScreen.count > 12 { onScreen.removeFirst() }
    return lastID
  }

  /// Draws something again in the place of `replaced` and gives its id, which some servers choose anew.
  mutating func redraw(_ replaced: UInt32) -> UInt32? {
    if habits.contains(.refusing) { return nil }
    if habits.contains(.withoutIDs) { return 0 }
    if onScreen.contains(replaced), !habits.contains(.newIDs) { return replaced }
    lastID += 1
    onScreen.append(lastID)
    return lastID
  }

  mutating func remove(_ id: UInt32) { onScreen.removeAll { $0 == id } }

  /// The nth notification on screen.
  func nth(_ number: Int) -> UInt32? { onScreen.isEmpty ? nil : onScreen[number % onScreen.count] }
}
