internal import LocalPushTestSupport

/// Something that happens in the simulated world. Its numbers are read modulo what there is to choose from, so that a
/// script from which steps were taken out still is a script.
public struct SimulatedStep: Hashable, Sendable, CustomStringConvertible {
  public enum Verb: String, Sendable, CaseIterable {
    /// Time: `pass SECONDS`, `suspend SECONDS`, `clock ±SECONDS`, `years ±N`, `zone N`.
    case pass, suspend, clock, years, zone
    /// Messages: `add SLOT KIND SALT`, `list SOURCE SALT`, `sync SOURCE SALT`, `cancel SLOT` (from 12 on:
    /// of the messages that the server has not answered), `cancel-all APP`.
    case add, list, sync, cancel
    case cancelAll = "cancel-all"
    /// People: `skip SLOT`, `snooze SLOT SECONDS`, `respond SLOT ACTION`, `off APP`, `on APP`, `badge APP CHANGE`.
    case skip, snooze, respond, off, on, badge, settings
    /// The server: `server HABITS`, `gone`, `habits HABITS`, `reply N`, `press NTH ACTION`, `twice NTH ACTION`,
    /// `close NTH REASON`, `close-press NTH ACTION`, `foreign ID`, `reunite REPLACING`.
    case server, gone, habits, reply, press, twice, close, foreign, reunite
    case closePress = "close-press"
    /// Takers: `ack APP`, `handlers 0|1`.
    case ack, handlers
    /// Faults: `crash BOUNDARY`, `start`, `restart`, `full PAGES`, `room`, `tidy`.
    case crash, start, restart, full, room, tidy
  }

  public let verb: Verb
  public let numbers: [Int]

  public init(_ verb: Verb, _ numbers: [Int]) {
    self.verb = verb
    self.numbers = numbers
  }

  /// The number at `index`, 0 when the script gives none.
  subscript(_ index: Int) -> Int { index < numbers.count ? numbers[index] : 0 }

  public var description: String { ([verb.rawValue] + numbers.map(String.init)).joined(separator: " ") }
}

/// A world and what happens in it.
public struct Script: Sendable, CustomStringConvertible {
  /// Decides the day on which it begins, and whether the schedule is in a file.
  public let world: Int
  public var steps: [SimulatedStep]

  public init(world: Int, steps: [SimulatedStep]) {
    self.world = world
    self.steps = steps
  }

  /// Reads what ``description`` wrote: `world N`, then one step a line; what follows `#` is a comment.
  public init(parsing text: String) {
    var world = 0
    var steps: [SimulatedStep] = []
    for line in text.split(separator: "\n") {
      let words = line.prefix { $0 != "#" }.split(separator: " ")
      guard let name = words.first else { continue }
      let numbers = words.dropFirst().map { Int($0) ?? 0 }
      if name == "world" {
        world = numbers.first ?? 0
      } else if let verb = SimulatedStep.Verb(rawValue: String(name)) {
        steps.append(SimulatedStep(verb, numbers))
      } else {
        preconditionFailure("no verb of a script: \(name)")
      }
    }
    self.init(world: world, steps: steps)
  }

  public var description: String { (["world \(world)"] + steps.map(\.description)).joined(separator: "\n") }
}

extension Script {
  /// Writes the script of a seed.
  public init(seed: UInt64, steps count: Int) {
    var generator = SeededGenerator(seed: seed)
    // the scripts of all seeds begin with the second number; what they have found is told by seed
    _ = generator.next()
    let world = generator.below(1000)
    self.init(world: world, steps: (0..<count).map { _ in Self.step(&generator) })
  }

  /// How often each verb comes, of 1000.
  private static let weights: [(SimulatedStep.Verb, Int)] = [
    (.pass, 300), (.add, 110), (.list, 30), (.sync, 30), (.cancel, 30), (.cancelAll, 3), (.skip, 12), (.snooze, 15),
    (.respond, 15), (.off, 16), (.on, 24), (.badge, 10), (.settings, 8), (.server, 25), (.gone, 14), (.habits, 30),
    (.reply, 60), (.press, 70), (.twice, 8), (.close, 35), (.closePress, 8), (.foreign, 8), (.ack, 25), (.handlers, 12),
    (.crash, 25), (.start, 30), (.restart, 6), (.full, 8), (.room, 14), (.suspend, 15), (.clock, 18), (.years, 5),
    (.zone, 12), (.tidy, 3), (.reunite, 8),
  ]
  private static let total = weights.reduce(0) { $0 + $1.1 }

  private static func step(_ generator: inout SeededGenerator) -> SimulatedStep {
    var pick = generator.below(total)
    for (verb, weight) in weights {
      if pick < weight { return SimulatedStep(verb, numbers(of: verb, &generator)) }
      pick -= weight
    }
    return SimulatedStep(.pass, [1])
  }

  private static let spans = [1, 7, 30, 59, 61, 300, 900, 3600, 3 * 3600, 9 * 3600, 26 * 3600]

  private static func numbers(of verb: SimulatedStep.Verb, _ generator: inout SeededGenerator) -> [Int] {
    switch verb {
    case .pass: [spans[generator.below(9)]]
    case .suspend: [spans[generator.below(spans.count)]]
    case .clock: [spans[generator.below(spans.count)] * (generator.below(2) == 0 ? -1 : 1)]
    case .years: [[-57, -3, 2, 12][generator.below(4)]]
    case .add: [generator.below(12), generator.below(16), generator.below(1 << 16)]
    case .list, .sync: [generator.below(3), generator.below(1 << 8)]
    case .snooze: [generator.below(12), [60, 600, 3600][generator.below(3)]]
    case .settings, .server, .habits: [generator.below(64) & generator.below(64)]
    case .press, .twice, .closePress, .respond: [generator.below(12), generator.below(6)]
    case .close: [generator.below(12), generator.below(5)]
    case .cancel: [generator.below(24)]
    case .badge: [generator.below(3), generator.below(7) - 3]
    case .skip, .foreign, .crash: [generator.below(12)]
    case .reply: [generator.below(4) + 1]
    case .full: [generator.below(3)]
    case .zone, .cancelAll, .off, .on, .ack, .handlers, .reunite: [generator.below(4)]
    case .gone, .start, .restart, .room, .tidy: []
    }
  }
}
