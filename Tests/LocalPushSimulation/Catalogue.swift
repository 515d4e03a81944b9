import LocalPushModel
import LocalPushTime

/// The messages of the simulated world: three numbers make one.
enum Catalogue {
  static let apps = ["org.localpush.LocalPush", "org.example.Feed", "org.example.Mail"]
  static let sources = ["config:/messages.conf", "feed:work", "app"]

  /// The identity in a slot from 0 to 11; two of them differ only in how their é is written.
  static func key(_ slot: Int) -> MessageKey {
    let slot = slot % 12
    let id = ["m0", "m1", "\u{E9}", "e\u{301}"][slot / 3]
    return MessageKey(app: apps[slot % 3], id: id)
  }

  /// The draft of a kind: what its trigger is; `salt` decides everything else.
  static func draft(_ slot: Int, kind: Int, salt: Int, now: Instant, zone: Zone) throws -> MessageDraft {
    let key = key(slot)
    var draft = MessageDraft()
    try draft.set("app", to: key.app)
    try draft.set("id", to: key.id)
    try draft.set("title", to: "title \(salt % 7)")
    try draft.set("user-info.msg_id", to: String(salt % 3))
    try setTrigger(&draft, kind: kind, salt: salt, now: now, zone: zone)
    if let missed = [nil, nil, "show", "latest", "all", "skip"][salt / 7 % 6] { try draft.set("missed", to: missed) }
    if let limit = [nil, nil, nil, "2h", "10m"][salt / 42 % 5] { try draft.set("missed-limit", to: limit) }
    if let badge = [nil, nil, "+1", "+2", "5", "-1"][salt / 210 % 6] { try draft.set("badge", to: badge) }
    if salt / 1260 % 3 == 0 { try draft.set("group", to: "g\(salt / 3780 % 2)") }
    if salt / 7560 % 2 == 0 { try setActions(&draft) }
    if let expires = [nil, nil, "20m", "3h"][salt / 15_120 % 4] { try draft.set("expires", to: expires) }
    return draft
  }

  static func actionKey(_ number: Int) -> String { actionKeys[number % actionKeys.count] }

  private static let actionKeys = ["default", "view", "later", "done", "no", "app", "start"]

  private static func setActions(_ draft: inout MessageDraft) throws {
    for (key, handler) in [
      ("view", "open:https://example.org"), ("later", "snooze:10m"), ("done", "done"), ("app", "activate"),
      ("start", "launch"),
    ] {
      try draft.set("action.\(key)", to: key)
      try draft.set("on.\(key)", to: handler)
    }
    try draft.set("action.no", to: "no")
  }

  private static func setTrigger(
    _ draft: inout MessageDraft, kind: Int, salt: Int, now: Instant, zone: Zone
  ) throws {
    let soon = now + .seconds([-5, 0, 1, 10, 70, 600, 4000, 20_000, 90_000][salt % 9])
    let civil = zone.civil(at: soon).description
    switch kind % 16 {
    case 0, 1: try draft.set("at", to: soon.description)
    case 2, 3: try draft.set("at", to: civil)
    case 4: try draft.set("at", to: "\(civil)[Asia/Tokyo]")
    case 5, 6: try draft.set("in", to: "\([1, 30, 600, 7200][salt % 4])s")
    case 7: try set(&draft, civil, "repeat", "minute")
    case 8, 9: try set(&draft, civil, "repeat", "hour")
    case 10: try set(&draft, civil, "repeat", "day")
    case 11: try set(&draft, civil, "rule", "FREQ=DAILY;COUNT=3;BYHOUR=2,9,20;BYMINUTE=30")
    case 12: try set(&draft, civil, "rule", "FREQ=WEEKLY;BYDAY=SA,SU,MO;BYHOUR=1,2,3;BYMINUTE=15")
    case 13:
      try set(&draft, civil, "repeat", "day")
      try draft.set("zone", to: "America/New_York")
    case 14:
      try draft.set("at", to: civil)
      try draft.set("rdate", to: zone.civil(at: soon + .hours(5)).description)
    default:
      try set(&draft, civil, "repeat", "hour")
      try draft.set("until", to: zone.civil(at: soon + .hours(7)).description)
    }
  }

  private static func set(_ draft: inout MessageDraft, _ at: String, _ name: String, _ text: String) throws {
    try draft.set("at", to: at)
    try draft.set(name, to: text)
  }

  /// What a source lists: up to four messages in slots of their own; times are read on one fixed morning.
  static func list(source: Int, salt: Int, base: Instant, zone: Zone) throws -> [MessageDraft] {
    var drafts: [MessageDraft] = []
    for position in 0..<4 where salt >> position & 1 == 1 {
      let variant = salt >> 4 & 7
      // every variant has its own hours after the base, the same in each reading
      let at = base + .hours(Int64(variant * 5 + position * 3))
      var draft = try draft(
        source + position * 3, kind: position * 5 + source, salt: variant * 311 + 2, now: at, zone: zone)
      if salt >> 7 & 1 == 1 { try draft.set("title", to: "the same times in other words") }
      drafts.append(draft)
    }
    return drafts
  }

  static let zones: [Zone] = ["Europe/Berlin", "America/New_York", "Asia/Tokyo", "Pacific/Apia"].compactMap {
    try? Zone(identifier: $0)
  }

  /// Evenings before something happens to clocks, and plain ones.
  static let beginnings: [Instant] = [
    "2026-03-28T19:00:00Z", "2026-10-24T19:00:00Z", "2026-12-31T20:00:00Z", "2026-11-01T02:00:00Z",
    "2026-06-03T07:00:00Z",
  ].compactMap { try? Instant(parsing: $0) }

  static func settings(_ number: Int) -> Settings {
    var settings = Settings()
    if number & 1 != 0 { settings.quietCatchUp = try? QuietHours(parsing: "22:00-07:00") }
    if number & 2 != 0 { settings.missedLimit = .hours(6) }
    if number & 4 != 0 { settings.summaryAbove = 2 }
    if number & 24 == 24 { settings.isEnabled = false }
    return settings
  }
}
