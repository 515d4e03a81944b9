import Testing

@testable import LocalPushIntake

@Test("a phrase without a catalogue is English, with its values in their places")
func filledPhrases() {
  let (time, path) = ("09:00", "/a/%s")
  #expect(localized("was due \(time)") == "was due 09:00")
  #expect(localized("It is kept as \(path). The end.") == "It is kept as /a/%s. The end.")
  #expect(localized("Open") == "Open")
  #expect(localized("100% of \(3) sure") == "100% of 3 sure")
  #expect(Phrase("\(1) of \(2)").english == "1 of 2")
  #expect(Phrase(untranslated: "100% \(path)").english == "100% /a/%s")
}

@Test(
  "a translation may have the values in another order",
  arguments: [("%s, %s", "a, b"), ("%2$s, %1$s", "b, a"), ("%1$s%1$s", "aa"), ("%3$s %x %", " %x %"), ("", "")])
func order(translation: String, text: String) {
  let (one, other) = ("a", "b")
  #expect(Phrase("\(one) \(other)").filled(translation) == text)
}

@Test("a number chooses its form")
func plurals() {
  let counts = [1, 3].map { count in localized("\(count) message", "\(count) messages", count: count) }
  #expect(counts == ["1 message", "3 messages"])
}

@Test(
  "a pattern finds its values in a sentence that reads so",
  arguments: [
    ("answered with yes", ["yes"]), ("answered with ", [""]), ("answered with yes: done", ["yes: done"]),
    ("dismissed", nil), ("answered wit", nil),
  ])
func patterns(sentence: String, values: [String]?) {
  #expect(Phrase("answered with %s").matching(sentence)?.values == values)
}

@Test("a pattern may have several values, and none")
func patternsOfSeveral() {
  let pattern = Phrase("refused %s times: %s")
  #expect(pattern.matching("refused 3 times: too many times: busy")?.values == ["3", "too many times: busy"])
  #expect(Phrase("on time").matching("on time")?.values == [])
  #expect(Phrase("on time").matching("on time, nearly") == nil)
  #expect(Phrase("answered with %s: done").matching("answered with yes") == nil)
}
