public import LocalPushModel

extension Store {
  /// The badge count of `app`: what was set, and what is shown and unanswered.
  public func badge(app: String) throws(StoreError) -> Int64 {
    let count = try database.first(
      """
      SELECT coalesce((SELECT count FROM badge WHERE app = ?1), 0)
        + (SELECT coalesce(sum(badge), 0) FROM occurrence WHERE app = ?1 AND badge <> 0)
      """, app
    ) { $0.integer(0) }
    return min(max(0, count ?? 0), BadgeChange.maximum)
  }

  /// Every badge that is not zero.
  public func badges() throws(StoreError) -> [(app: String, count: Int64)] {
    let apps = try database.rows(
      "SELECT app FROM badge UNION SELECT app FROM occurrence WHERE badge <> 0 ORDER BY app"
    ) { $0.text(0) }
    var badges: [(app: String, count: Int64)] = []
    for app in apps {
      let count = try badge(app: app)
      if count > 0 { badges.append((app, count)) }
    }
    return badges
  }

  /// The apps in whose badge something critical counts.
  public func urgentApps() throws(StoreError) -> Set<String> {
    Set(
      try database.rows(
        """
        SELECT DISTINCT app FROM occurrence WHERE badge <> 0
          AND CASE WHEN json_valid(definition) THEN json_extract(definition, '$.urgency') = 'critical' END
        """
      ) { $0.text(0) })
  }

  /// Sets the badge count of `app`; what is shown now does not count any more.
  public func setBadge(app: String, to count: Int64) throws(StoreError) {
    try database.run("UPDATE occurrence SET badge = 0 WHERE app = ? AND badge <> 0", app)
    try setBase(app: app, to: count)
  }

  /// Raises or lowers what was set, so that the whole changes by `difference` and does not become negative.
  public func addToBadge(app: String, _ difference: Int64) throws(StoreError) {
    let base = try database.first("SELECT count FROM badge WHERE app = ?", app) { $0.integer(0) } ?? 0
    let counted = try badge(app: app) - base
    try setBase(app: app, to: BadgeChange.add(difference).applied(to: base + counted) - counted)
  }

  /// An occurrence does not count in the badge of its app any more.
  public func leaveBadge(_ number: Int64) throws(StoreError) {
    try database.run("UPDATE occurrence SET badge = 0 WHERE number = ? AND badge <> 0", number)
    if database.changedRows > 0 { badgesMayHaveChanged = true }
  }

  private func setBase(app: String, to count: Int64) throws(StoreError) {
    badgesMayHaveChanged = true
    try database.run(
      "INSERT INTO badge (app, count) VALUES (?, ?) ON CONFLICT (app) DO UPDATE SET count = excluded.count", app, count)
  }

  /// Lets a shown occurrence count in the badge of its app; a set count replaces all others.
  public func countInBadge(_ occurrence: Occurrence, _ change: BadgeChange) throws(StoreError) {
    let app = occurrence.key.app
    switch change {
    case .set(let count):
      try setBadge(app: app, to: 0)
      try setShare(occurrence.number, min(max(0, count), BadgeChange.maximum))
    case .add(let number) where number < 0: try addToBadge(app: app, number)
    case .add(let number): try setShare(occurrence.number, number)
    }
  }

  private func setShare(_ number: Int64, _ count: Int64) throws(StoreError) {
    badgesMayHaveChanged = true
    try database.run("UPDATE occurrence SET badge = ? WHERE number = ?", count, number)
  }

  /// The apps that are switched off; the empty name stands for everything.
  public func switchedOff() throws(StoreError) -> Set<String> {
    Set(try database.rows("SELECT app FROM switched_off") { $0.text(0) })
  }

  /// Switches an app, or with the empty name everything, on or off.
  public func setSwitch(app: String, isOn: Bool) throws(StoreError) {
    if isOn {
      try database.run("DELETE FROM switched_off WHERE app = ?", app)
    } else {
      try database.run("INSERT INTO switched_off (app) VALUES (?) ON CONFLICT DO NOTHING", app)
    }
  }

  /// A fact about the world as it was when the schedule was planned last, such as the user's zone.
  public func remembered(_ name: String) throws(StoreError) -> String? {
    try database.first("SELECT value FROM remembered WHERE name = ?", name) { $0.text(0) }
  }

  public func remember(_ name: String, _ value: String) throws(StoreError) {
    try database.run(
      "INSERT INTO remembered (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      name, value)
  }

  /// How many messages have something to come, and how many occurrences wait to be shown.
  public func counts() throws(StoreError) -> (pending: Int64, held: Int64) {
    let pending = try database.first("SELECT count(*) FROM message WHERE next_due IS NOT NULL") { $0.integer(0) }
    let held = try database.first("SELECT count(*) FROM occurrence WHERE state = 'held'") { $0.integer(0) }
    return (pending ?? 0, held ?? 0)
  }
}
