import CGLib
import Foundation
import LocalPushTime

/// Prints how long the next occurrence takes here, in libical and in python-dateutil, and the ratios.
///
/// Run with `swift run -c release TimeBenchmark`. Every figure is of this machine and this run.

let cases: [(rule: String, start: String)] = [
  ("FREQ=DAILY", "1990-01-01T09:00:00"),
  ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "1990-01-01T09:00:00"),
  ("FREQ=MONTHLY", "1990-01-31T09:00:00"),
  ("FREQ=YEARLY", "1990-01-31T09:00:00"),
  ("FREQ=MINUTELY", "2024-01-01T09:00:00"),
  ("FREQ=HOURLY;INTERVAL=7", "1990-01-01T09:00:00"),
  ("FREQ=DAILY;COUNT=20000", "1990-01-01T09:00:00"),
  ("FREQ=MONTHLY;BYDAY=2TU", "1990-01-31T09:00:00"),
  ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "1990-01-31T09:00:00"),
  ("FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO", "1990-01-31T09:00:00"),
  ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO", "1990-01-31T09:00:00"),
  ("FREQ=MINUTELY;INTERVAL=20;BYHOUR=9,10,11", "2020-01-01T09:00:00"),
]

/// Rules that make a search take long; too long for the peers.
let worst: [(rule: String, start: String)] = [
  ("FREQ=MINUTELY", "0001-01-01T00:00:00"),
  ("FREQ=DAILY;INTERVAL=11;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO", "1990-01-31T09:00:00"),
  ("FREQ=YEARLY;INTERVAL=7;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO", "1990-01-31T09:00:00"),
  ("FREQ=DAILY;INTERVAL=100000", "1990-01-31T09:00:00"),
  ("FREQ=WEEKLY;INTERVAL=3;BYMONTH=1;BYDAY=MO,TU;BYSETPOS=2", "1990-01-31T09:00:00"),
  ("FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;BYHOUR=1,2,3;BYMINUTE=1,2,3,4;BYSETPOS=1,5,-2", "1990-01-31T09:00:00"),
  ("FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO;BYHOUR=3", "1990-01-31T09:00:00"),
  ("FREQ=MINUTELY;INTERVAL=1439;BYHOUR=8;BYMINUTE=0", "1990-01-31T09:00:00"),
  ("FREQ=SECONDLY;INTERVAL=86399;BYHOUR=8", "1990-01-31T09:00:00"),
]

let after = "2026-12-01T10:00:00"
let clock = ContinuousClock()

/// Nanoseconds of one call: the fastest of many rounds, so that other work on the machine does not count.
func nanoseconds(rounds: Int = 200, calls: Int = 50, _ body: () -> Void) -> Double {
  let durations = (0..<rounds).map { _ in
    clock.measure { for _ in 0..<calls { body() } }
  }
  let fastest = durations.min() ?? .zero
  return Double(fastest.components.attoseconds) / 1e9 / Double(calls)
}

func set(_ rule: String, _ start: String) throws -> RecurrenceSet {
  try RecurrenceSet(start: CivilDateTime(parsing: start), rule: RecurrenceRule(parsing: rule))
}

func cell(_ text: String, _ width: Int) -> String {
  String(repeating: " ", count: max(0, width - text.count)) + text
}

func microseconds(_ nanoseconds: Double) -> String {
  String(format: "%.2f", nanoseconds / 1_000)
}

func ratio(_ peer: Double, _ own: Double) -> String {
  String(format: "%.0fx", peer / own)
}

let questions = cases.map { "\($0.rule)\t\($0.start)\t\(after)" }
let libical = try Peer.libical().answers(to: questions)
let dateutil = try Peer.dateutil().answers(to: questions)
let now = try Instant(parsing: after + "Z")

print("next occurrence, µs    LocalPush       libical      ratio      dateutil      ratio")
for (index, question) in cases.enumerated() {
  let set = try set(question.rule, question.start)
  let own = nanoseconds { _ = set.next(after: now, in: .utc) }
  let answer = set.next(after: now, in: .utc).map { Zone.utc.civil(at: $0.instant).description } ?? "-"
  let peers = [("libical", libical[index]), ("dateutil", dateutil[index])]
  let figures = peers.map { cell(microseconds($0.1.nanoseconds), 14) + cell(ratio($0.1.nanoseconds, own), 11) }
  print("  \(question.rule) from \(question.start)\n" + cell(microseconds(own), 32) + figures.joined())
  for (name, peer) in peers where peer.answer != answer { print("    \(name) answers \(peer.answer), not \(answer)") }
}

print("\nhard rules, µs                  UTC    Europe/Berlin   previous")
let berlin = try Zone(identifier: "Europe/Berlin")
for question in worst {
  let set = try set(question.rule, question.start)
  let figures = [
    nanoseconds { _ = set.next(after: now, in: .utc) }, nanoseconds { _ = set.next(after: now, in: berlin) },
    nanoseconds { _ = set.previous(before: now, in: berlin) },
  ]
  print("  \(question.rule)\n" + figures.map { cell(microseconds($0), 14) }.joined())
}

print("\nzones, µs")
let glib = g_time_zone_new_identifier("Europe/Berlin")
for (name, second) in [("2026", Int64(1_796_115_600)), ("2100", 4_102_444_800), ("2900", 29_348_006_400)] {
  let own = nanoseconds { _ = berlin.offset(at: Instant(seconds: second)) }
  let peer = nanoseconds {
    _ = g_time_zone_get_offset(glib, g_time_zone_find_interval(glib, G_TIME_TYPE_UNIVERSAL, Int(second)))
  }
  print("  offset in \(name): \(microseconds(own)), GTimeZone \(microseconds(peer)), \(ratio(peer, own))")
}
print("  reading a zone: \(microseconds(nanoseconds(calls: 5) { _ = try? Zone(identifier: "Europe/Berlin") }))")
print(
  "  making a set: \(microseconds(nanoseconds { _ = try? set("FREQ=WEEKLY;BYDAY=MO,WE,FR", "2026-01-01T09:00:00") }))")
