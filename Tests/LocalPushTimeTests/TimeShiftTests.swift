import LocalPushTime
import Testing

@Test(
  "durations of RFC 5545 are read, and printed in one way",
  arguments: [
    ("-PT15M", 0, -900, "-PT15M"), ("PT1H30M", 0, 5_400, "PT1H30M"), ("-P1D", -1, 0, "-P1D"), ("P2W", 14, 0, "P14D"),
    ("P1DT12H", 1, 43_200, "P1DT12H"), ("+PT5S", 0, 5, "PT5S"), ("PT0S", 0, 0, "PT0S"),
    ("P1D-PT5M", 1, -300, "P1D-PT5M"),
    ("-P1DPT5M", -1, 300, "-P1DPT5M"), ("15m", 0, 900, "PT15M"), ("-1h30m", 0, -5_400, "-PT1H30M"),
  ])
func shiftText(text: String, days: Int, seconds: Int, canonical: String) throws {
  let shift = try TimeShift(parsing: text)
  #expect(shift == TimeShift(days: days, seconds: seconds))
  #expect(shift.description == canonical)
  #expect(try TimeShift(parsing: canonical) == shift)
}

@Test(
  "what is no duration is refused",
  arguments: [
    "", "P", "PT", "-P", "P1H", "PT1D", "PT1M1H", "P1D1D", "PT1.5H", "P99999D", "PT999999999H", "soon", "P1DT",
  ])
func wrongShift(text: String) {
  #expect(throws: TimeError.self) { try TimeShift(parsing: text) }
}
