import LocalPushTime

let cases: [(String, String)] = [
  ("FREQ=DAILY", "1990-01-01 09:00"),
  ("FREQ=MINUTELY", "1990-01-01 09:00"),
  ("FREQ=HOURLY;INTERVAL=7", "1990-01-01 09:00"),
  ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "1990-01-01 09:00"),
  ("FREQ=MONTHLY", "1990-01-31 09:00"),
  ("FREQ=YEARLY", "1990-01-31 09:00"),
  ("FREQ=DAILY;COUNT=100000", "1990-01-31 09:00"),
  ("FREQ=MONTHLY;BYDAY=2TU", "1990-01-31 09:00"),
  ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "1990-01-31 09:00"),
  ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO", "1990-01-31 09:00"),
  ("FREQ=YEARLY;INTERVAL=7;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO", "1990-01-31 09:00"),
  ("FREQ=DAILY;INTERVAL=11;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO", "1990-01-31 09:00"),
  ("FREQ=DAILY;INTERVAL=100000", "1990-01-31 09:00"),
  ("FREQ=WEEKLY;INTERVAL=3;BYMONTH=1;BYDAY=MO,TU;BYSETPOS=2", "1990-01-31 09:00"),
  ("FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO", "1990-01-31 09:00"),
  ("FREQ=YEARLY;BYYEARDAY=366;BYDAY=SU;BYSETPOS=1", "1990-01-31 09:00"),
  (
    "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;BYHOUR=1,2,3;BYMINUTE=1,2,3,4;BYSECOND=5,6;BYSETPOS=1,5,-2", "1990-01-31 09:00"
  ),
  ("FREQ=HOURLY;BYHOUR=9;BYDAY=MO", "1990-01-31 09:00"),
  ("FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO;BYHOUR=3", "1990-01-31 09:00"),
  ("FREQ=MINUTELY;INTERVAL=7;BYHOUR=9;BYMINUTE=0", "1990-01-31 09:00"),
  ("FREQ=MINUTELY;INTERVAL=1439;BYHOUR=8;BYMINUTE=0", "1990-01-31 09:00"),
  ("FREQ=HOURLY;INTERVAL=24;BYHOUR=10", "1990-01-31 09:00"),
  ("FREQ=SECONDLY;INTERVAL=86399;BYHOUR=8", "1990-01-31 09:00"),
  ("FREQ=SECONDLY;INTERVAL=86399;BYHOUR=8;BYMINUTE=0;BYSECOND=0", "1990-01-31 09:00"),
]
let clock = ContinuousClock()
for zoneName in ["UTC", "Europe/Berlin"] {
  let zone = try Zone(identifier: zoneName)
  for (text, start) in cases {
    do {
      let rule = try RecurrenceRule(parsing: text)
      let begin = try CivilDateTime(parsing: start)
      var set: RecurrenceSet?
      let made = try clock.measure { set = try RecurrenceSet(start: begin, rule: rule) }
      guard let set else { continue }
      var worst = Swift.Duration.zero
      var total = Swift.Duration.zero
      let rounds = 200
      var found: PlannedOccurrence?
      for round in 0..<rounds {
        let now = Instant(seconds: 1_700_000_000 + Int64(round) * 86_413 * 7)
        let spent = clock.measure { found = set.next(after: now, in: zone) }
        if spent > .microseconds(1000), spent > worst { print(text, now, found as Any) }
        worst = max(worst, spent)
        total += spent
      }
      let back = clock.measure { _ = set.previous(before: Instant(seconds: 1_800_000_000), in: zone) }
      print(
        zoneName, text, "mean", total / rounds, "worst", worst, "back", back, "made", made,
        found?.instant.description ?? "never")
    } catch {
      print(text, error)
    }
  }
}
