/// A line on standard error that says how far a long piece of work is, drawn over itself; only where a person reads it.
struct ProgressLine {
  /// Shows the text in place of the last one.
  func show(_ text: String) {
    guard Terminal.isErrorTerminal else { return }
    let room = (Terminal.columns(of: 2) ?? 80) - 1
    Output.errorText("\r\(text.cut(toWidth: room))\u{1B}[K")
  }

  /// Takes the line away.
  func end() {
    guard Terminal.isErrorTerminal else { return }
    Output.errorText("\r\u{1B}[K")
  }
}
