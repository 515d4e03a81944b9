import Testing

@testable import LocalPushCommand

@MainActor
@Suite("Text in the columns of a terminal")
struct TextWidthTests {
  @Test(
    "wide characters take two columns, combining ones none",
    arguments: [("tea", 3), ("喝水", 4), ("かな", 4), ("e\u{301}", 1), ("한글", 4), ("…", 1), ("", 0)])
  func width(text: String, columns: Int) {
    #expect(text.width == columns)
    #expect(text.padded(toWidth: 10).width == 10)
  }

  @Test(
    "what does not fit is cut with an ellipsis, never in the middle of a character",
    arguments: [
      ("teapot", 6, "teapot"), ("teapot", 5, "teap…"), ("喝水喝水", 8, "喝水喝水"), ("喝水喝水", 7, "喝水喝…"),
      ("喝水喝水", 6, "喝水…"), ("teapot", 1, "…"), ("teapot", 0, ""),
    ])
  func cut(text: String, room: Int, shown: String) {
    #expect(text.cut(toWidth: room) == shown)
  }

  @Test("English is wrapped at spaces, Chinese anywhere but before closing punctuation")
  func wrapped() {
    #expect("one two three".wrapped(toWidth: 7) == ["one two", "three"])
    #expect("averylongword it is".wrapped(toWidth: 5) == ["averylongword", "it is"])
    #expect("每次都喝一杯水，不要忘记".wrapped(toWidth: 14) == ["每次都喝一杯", "水，不要忘记"])
    #expect("运行 localpush on 即可".wrapped(toWidth: 14) == ["运行 localpush", "on 即可"])
    #expect("".wrapped(toWidth: 10) == [])
  }
}

@MainActor
@Suite("Spans of time")
struct SpanTests {
  @Test(
    "the two largest units, rounded",
    arguments: [
      (0, "0 s"), (1, "1 s"), (59, "59 s"), (60, "1 min"), (61, "1 min 1 s"), (3599, "59 min 59 s"), (3600, "1 h"),
      (11_999, "3 h 20 min"), (12_029, "3 h 20 min"), (86_399, "1 d"), (86_400, "1 d"), (90_000, "1 d 1 h"),
      (31_536_000, "365 d"), (31_556_952, "1 y"), (34_148_952, "1 y 30 d"),
    ])
  func span(seconds: Int64, text: String) {
    #expect(HumanTime.span(seconds) == text)
  }
}
