import LocalPushModel
import LocalPushStore

/// The badge of each app, worked out from what happened and nothing that the store says.
struct BadgeModel {
  private var base: [String: Int64] = [:]
  private var shares: [String: [Int64: Int64]] = [:]

  func count(of app: String) -> Int64 {
    let sum = base[app, default: 0] + shares[app, default: [:]].values.reduce(0, +)
    return min(max(0, sum), BadgeChange.maximum)
  }

  /// A person or a program set, raised or lowered the badge.
  mutating func changed(of app: String, by change: BadgeChange) {
    switch change {
    case .set(let count):
      shares[app] = [:]
      base[app] = min(max(0, count), BadgeChange.maximum)
    case .add(let difference):
      let before = count(of: app)
      let counted = before - base[app, default: 0]
      base[app] = min(max(0, before + difference), BadgeChange.maximum) - counted
    }
  }

  /// An occurrence with a badge of its own is on screen.
  mutating func shown(_ number: Int64, of app: String, _ change: BadgeChange) {
    switch change {
    case .set(let count):
      changed(of: app, by: .set(0))
      shares[app, default: [:]][number] = min(max(0, count), BadgeChange.maximum)
    case .add(let count) where count > 0: shares[app, default: [:]][number] = count
    case .add: changed(of: app, by: change)
    }
  }

  /// An occurrence was answered, or is gone.
  mutating func left(_ number: Int64, of app: String) { shares[app]?[number] = nil }
}

extension Audit {
  /// A change that a person asked for was written.
  mutating func applyBadgeChange() {
    if let (app, change) = badgeChange { model.changed(of: app, by: change) }
    badgeChange = nil
  }

  mutating func countBadge(_ number: Int64, _ seen: Seen, after step: LoggedStep) {
    let app = seen.key.app
    if step.state == .shown {
      if let change = seen.content?.badge { model.shown(number, of: app, change) }
    } else if step.state != .expired || step.reason == "a newer message took its place" {
      model.left(number, of: app)
    }
  }

  /// What the docks were told is what the rules give.
  func checkBadges(_ world: SimulatedWorld) throws {
    guard !isBehind, world.scheduler != nil else { return }
    for app in Catalogue.apps {
      let right = model.count(of: app)
      guard badges[app, default: 0] == right else {
        throw violation(.badge, "the docks show \(badges[app, default: 0]) for \(app), it should be \(right)")
      }
      let stored = try world.store.badge(app: app)
      guard stored == right else { throw violation(.badge, "\(app) has \(stored), it should be \(right)") }
    }
  }
}
