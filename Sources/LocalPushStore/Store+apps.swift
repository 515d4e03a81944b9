extension Store {
  /// The badge count of `app`.
  public func badge(app: String) throws(StoreError) -> Int64 {
    try database.first("SELECT count FROM badge WHERE app = ?", app) { $0.integer(0) } ?? 0
  }

  /// Every badge that is not zero.
  public func badges() throws(StoreError) -> [(app: String, count: Int64)] {
    try database.rows("SELECT app, count FROM badge WHERE count > 0 ORDER BY app") { ($0.text(0), $0.integer(1)) }
  }

  public func setBadge(app: String, to count: Int64) throws(StoreError) {
    try database.run(
      "INSERT INTO badge (app, count) VALUES (?, ?) ON CONFLICT (app) DO UPDATE SET count = excluded.count", app, count)
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
