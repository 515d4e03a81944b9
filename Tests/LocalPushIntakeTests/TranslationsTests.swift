import LocalPushIntake
import Testing

@Test(
  "a text without a catalogue is English, with its value in its place",
  arguments: [
    ("was due %s", "09:00", "was due 09:00"), ("%s", "x", "x"), ("100% sure", "x", "100% sure"),
    ("It is kept as %s. The end.", "/a/%s", "It is kept as /a/%s. The end."), ("Open", "", "Open"),
  ])
func filledTexts(text: String, value: String, expected: String) {
  #expect(Translations.text(text, value) == expected)
}

@Test("a number chooses its form")
func plurals() {
  #expect(Translations.text("%s message", "%s messages", count: 1) == "1 message")
  #expect(Translations.text("%s message", "%s messages", count: 3) == "3 messages")
}
